import type * as z from 'zod/mini';
import { InvalidResponseError } from '../errors/index.js';
import { describeIssue } from './describe-issue.js';

/** How an answer is read that is not quite what the interface shows. */
export interface ReadOptions {
  /**
   * Refuses what would else be corrected.
   *
   * @default false
   */
  readonly strict?: boolean;
  /** Told in one text what was corrected, where a caller could care. */
  readonly onWarning?: (message: string) => void;
}

/** A value that a schema refuses. */
export interface Refused {
  /** Dotted, with `*` for every index of a list: `characters.*.phase`. */
  readonly path: string;
  readonly keys: readonly PropertyKey[];
  readonly value: unknown;
  /** All of the data. */
  readonly root: unknown;
}

/** What is done about a refused value. */
export interface Repair {
  /** What takes its place; left out where it is to be removed, with its owner where that can't do without it. */
  readonly value?: unknown;
  /** Whether nobody could care. */
  readonly isSilent?: boolean;
}

/** Undefined where nothing can be done. */
export type FindRepair = (refused: Refused) => Repair | undefined;

/** Numbers that are off their range by no more than this are taken as its bound: rounding leaves them so. */
const ROUNDING = 1e-3;

/** Characters of a value that are shown. */
const LONGEST_QUOTE = 60;

/** As many corrections are told; more would hide the first. */
const MOST_NOTES = 8;

/**
 * Data as a schema wants it. What the schema refuses is repaired in a copy, as far as `findRepair` knows how.
 *
 * @param noun what the data is to be, such as `CrowdResponse`
 * @throws {InvalidResponseError} naming the first field that is wrong and cannot be repaired
 */
export function parseTolerantly<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
  noun: string,
  findRepair: FindRepair,
  { strict = false, onWarning }: ReadOptions = {},
): z.output<Schema> {
  let result = schema.safeParse(data);
  if (result.success) return result.data;
  // Wrapped, so that even the whole has an owner to be replaced in.
  const copy: Owner = strict ? {} : { data: JSON.parse(JSON.stringify(data ?? null)) };
  const notes: Notes = new Map();
  while (!result.success) {
    let refused: z.core.$ZodIssue | undefined;
    // From the last, so that removing an entry of a list leaves the places of those to come.
    for (const issue of result.error.issues.toReversed()) {
      if (strict || !repair(copy, issue, findRepair, notes)) refused = issue;
    }
    if (refused) throw refusal(noun, refused, result.error);
    result = schema.safeParse(copy['data']);
  }
  if (notes.size > 0) onWarning?.(describeNotes(noun, [...notes.values()]));
  return result.data;
}

type Owner = Record<PropertyKey, unknown>;
type Notes = Map<string, { text: string; count: number }>;

/** Whether something could be done about an issue; then it is done. */
function repair(copy: Owner, issue: z.core.$ZodIssue, findRepair: FindRepair, notes: Notes): boolean {
  const keys = ['data', ...issue.path];
  const owner = ownerOf(copy, keys);
  const last = keys[keys.length - 1];
  const value = owner[last];
  const bound = boundOf(issue, value);
  if (bound !== undefined) {
    owner[last] = bound;
    return true;
  }
  const path = issue.path.map((key) => (typeof key === 'number' ? '*' : String(key))).join('.');
  const found = findRepair({ path, keys: issue.path, value, root: copy['data'] });
  if (!found) return false;
  const removed = 'value' in found ? undefined : remove(copy, keys);
  if ('value' in found) owner[last] = found.value;
  if (found.isSilent && (removed?.length ?? keys.length) === keys.length) return true;
  const outcome =
    'value' in found
      ? `${JSON.stringify(found.value)} is taken`
      : `${removed?.slice(1).join('.')} is left out`;
  const text = `${describeValue(issue, value)}: ${outcome}`;
  notes.set(path, { text, count: (notes.get(path)?.count ?? 0) + 1 });
  return true;
}

function ownerOf(copy: Owner, keys: readonly PropertyKey[]): Owner {
  return keys.slice(0, -1).reduce((value, key) => value[key] as Owner, copy);
}

/** Removes a value, or where it is not there and missed, its owner. @returns the keys of what was removed */
function remove(copy: Owner, keys: readonly PropertyKey[]): readonly PropertyKey[] {
  const owner = ownerOf(copy, keys);
  const last = keys[keys.length - 1];
  if (owner[last] === undefined && keys.length > 1) return remove(copy, keys.slice(0, -1));
  if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else delete owner[last];
  return keys;
}

/** The end of its range that a number is a hair away from. */
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
  const told = notes
    .slice(-MOST_NOTES)
    .reverse()
    .map(({ text, count }) => (count > 1 ? `${text} (and ${count - 1} more like it)` : text));
  const more = notes.length > MOST_NOTES ? `; ${notes.length - MOST_NOTES} more kinds` : '';
  return `This ${noun} was corrected: ${told.join('; ')}${more}.`;
}

function refusal(noun: string, issue: z.core.$ZodIssue, cause: Error): InvalidResponseError {
  const { path, message } = describeIssue({ issues: [issue] });
  return new InvalidResponseError(`This is no ${noun}: ${path || 'the data'}: ${message}.`, path, { cause });
}
