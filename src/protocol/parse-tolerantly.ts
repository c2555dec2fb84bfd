import type * as z from 'zod/mini';
import { InvalidResponseError } from '../errors/index.js';
import { describeIssue, WITH_MESSAGES } from './describe-issue.js';

/** Options for responses that deviate from the schema. */
export interface ReadOptions {
  /** Throws instead of correcting. @default false */
  readonly strict?: boolean;
  /** Called with one text that lists the corrections that affect rendering. */
  readonly onWarning?: (message: string) => void;
}

/** A value that a schema rejects. */
export interface Refused {
  /** Dotted, with `*` for every index of a list: `characters.*.phase`. */
  readonly path: string;
  readonly keys: readonly PropertyKey[];
  readonly value: unknown;
  /** The complete data. */
  readonly root: unknown;
}

/** Correction of a rejected value. */
export interface Repair {
  /** Replacement. If absent, the value is removed, together with its owner if it is required there. */
  readonly value?: unknown;
  /** Omits the correction from the warning. */
  readonly isSilent?: boolean;
}

/** Returns undefined if the value cannot be corrected. */
export type FindRepair = (refused: Refused) => Repair | undefined;

/** Numbers outside their range by at most this, as after rounding, are clamped. */
const ROUNDING = 1e-3;

/** Characters of a value that are shown. */
const LONGEST_QUOTE = 60;

/** Maximum number of corrections in a warning. */
const MOST_NOTES = 8;

/**
 * Parses data with a schema. Rejected values are corrected in a copy, as far as `findRepair` can.
 *
 * @param noun name of the data in messages, such as `CrowdResponse`
 * @throws {InvalidResponseError} naming the first field that is wrong and cannot be corrected
 */
export function parseTolerantly<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
  noun: string,
  findRepair: FindRepair,
  { strict = false, onWarning }: ReadOptions = {},
): z.output<Schema> {
  let result = schema.safeParse(data, WITH_MESSAGES);
  if (result.success) return result.data;
  if (strict) throw refusal(noun, result.error.issues[0], result.error);
  const copy = new Copy(data, findRepair);
  while (!result.success) {
    const refused = copy.repairAll(result.error.issues);
    if (refused) throw refusal(noun, refused, result.error);
    result = schema.safeParse(copy.data, WITH_MESSAGES);
  }
  if (copy.notes.size > 0) onWarning?.(describeNotes(noun, [...copy.notes.values()]));
  return result.data;
}

type Owner = Record<PropertyKey, unknown>;
type Keys = readonly PropertyKey[];

/** A copy of the data to correct, and the warnings. */
class Copy {
  /** By path, so that the same correction in many places is listed once. */
  readonly notes = new Map<string, { text: string; count: number }>();
  /** Wraps the data, so that its root can be replaced, too. */
  readonly #wrap: Owner;
  readonly #findRepair: FindRepair;

  constructor(data: unknown, findRepair: FindRepair) {
    this.#wrap = { data: JSON.parse(JSON.stringify(data ?? null)) };
    this.#findRepair = findRepair;
  }

  get data(): unknown {
    return this.#wrap['data'];
  }

  /** Corrects the issues of a schema. @returns the first issue that could not be corrected */
  repairAll(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
    let refused: z.core.$ZodIssue | undefined;
    const removed = new Set<string>();
    // In reverse order, so that removals do not shift the remaining indices.
    for (const issue of issues.toReversed()) {
      const isGone =
        removed.size > 0 && issue.path.some((_, end) => removed.has(dotted(issue.path.slice(0, end))));
      if (!isGone && !this.#repair(issue, removed)) refused = issue;
    }
    return refused;
  }

  #repair(issue: z.core.$ZodIssue, removed: Set<string>): boolean {
    const keys = issue.path;
    const owner = this.#ownerOf(keys);
    const last = keys.at(-1) ?? 'data';
    const value = owner[last];
    const bound = boundOf(issue, value);
    const path = keys.map((key) => (typeof key === 'number' ? '*' : String(key))).join('.');
    const found =
      bound === undefined
        ? this.#findRepair({ path, keys, value, root: this.data })
        : { value: bound, isSilent: true };
    if (!found) return false;
    let outcome: string;
    let isOwnerRemoved = false;
    if ('value' in found) {
      owner[last] = found.value;
      outcome = `${JSON.stringify(found.value)} is taken`;
    } else {
      const gone = this.#remove(keys);
      removed.add(dotted(gone));
      isOwnerRemoved = gone.length < keys.length;
      outcome = `${isOwnerRemoved ? dotted(gone) : 'it'} is left out`;
    }
    if (found.isSilent && !isOwnerRemoved) return true;
    const text = `${describeValue(issue, value)}: ${outcome}`;
    this.notes.set(path, { text, count: (this.notes.get(path)?.count ?? 0) + 1 });
    return true;
  }

  #ownerOf(keys: Keys): Owner {
    if (keys.length === 0) return this.#wrap;
    return keys.slice(0, -1).reduce((value, key) => value[key] as Owner, this.data as Owner);
  }

  /** Removes a value, or its owner if the value is missing. @returns the removed keys */
  #remove(keys: Keys): Keys {
    const owner = this.#ownerOf(keys);
    const last = keys.at(-1) ?? 'data';
    if (owner[last] === undefined && keys.length > 0) return this.#remove(keys.slice(0, -1));
    if (Array.isArray(owner)) owner.splice(Number(last), 1);
    else delete owner[last];
    return keys;
  }
}

const dotted = (keys: Keys): string => keys.map(String).join('.');

/** Returns the bound that a number exceeds by a rounding error. */
function boundOf(issue: z.core.$ZodIssue, value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined;
  const bound =
    issue.code === 'too_small' ? issue.minimum : issue.code === 'too_big' ? issue.maximum : Number.NaN;
  const isClose = Math.abs(value - Number(bound)) <= ROUNDING && 'inclusive' in issue && issue.inclusive;
  return isClose ? Number(bound) : undefined;
}

function describeValue(issue: z.core.$ZodIssue, value: unknown): string {
  const { path, message } = describeIssue({ issues: [issue] });
  if (value === undefined || value === null) return `${path} is missing`;
  return `${path || 'the data'} is ${JSON.stringify(value).slice(0, LONGEST_QUOTE)} and ${message}`;
}

function describeNotes(noun: string, notes: readonly { text: string; count: number }[]): string {
  const listed = notes
    .slice(-MOST_NOTES)
    .reverse()
    .map(({ text, count }) => (count > 1 ? `${text} (and ${count - 1} more like it)` : text));
  const more = notes.length > MOST_NOTES ? `; ${notes.length - MOST_NOTES} more kinds` : '';
  return `This ${noun} was corrected: ${listed.join('; ')}${more}.`;
}

function refusal(noun: string, issue: z.core.$ZodIssue, cause: Error): InvalidResponseError {
  const { path, message } = describeIssue({ issues: [issue] });
  return new InvalidResponseError(`This is no ${noun}: ${path || 'the data'}: ${message}.`, path, { cause });
}
