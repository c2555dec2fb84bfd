import * as z from 'zod/mini';
import { assetsSchema } from './assets.js';
import { CROWD_ID } from './crowd-id.js';
import { parseTolerantly, type ReadOptions } from './parse-tolerantly.js';
import { type ProjectSummary, projectSummarySchema, type SavedProject } from './project.js';
import { recipeSchema } from './recipe-schema.js';
import { repairCrowd } from './repair-crowd.js';

/** Names under which services wrap a saved crowd; the protocol does not specify one. */
const ENVELOPES = ['data', 'project', 'crowd'];

const createListSchema = () => z.looseObject({ data: z.array(projectSummarySchema) });

/** A project with optional fields. */
const createSavedSchema = () =>
  z.looseObject({
    crowd_id: z.optional(z.string().check(z.regex(CROWD_ID))),
    name: z.optional(z.string()),
    collection: z.optional(z.string()),
    created_at: z.optional(z.string()),
    updated_at: z.optional(z.string()),
    recipe: z.optional(recipeSchema),
    assets: z.optional(assetsSchema),
  });

/**
 * Parses a list of saved crowds. Time stamps are renamed to this package's names.
 *
 * @throws {InvalidResponseError} naming the entry that is no saved crowd
 */
export function parseProjectSummaries(entries: unknown, options: ReadOptions = {}): ProjectSummary[] {
  const data = Array.isArray(entries) ? entries.map(nameTimes) : entries;
  const schema = createListSchema();
  const list = parseTolerantly(
    schema,
    { data },
    'page of projects',
    ({ path, value }) => {
      const isSilent = value === undefined || value === null;
      if (path === 'data.*.name' || path === 'data.*.collection') return { value: '', isSilent };
      return path.endsWith('_at') ? { isSilent } : undefined;
    },
    options,
  );
  return list.data as ProjectSummary[];
}

/**
 * Parses the response to creating or updating a crowd, bare or wrapped. The crowd is saved in any case, so invalid
 * fields are omitted.
 */
export function parseSavedProject(answer: unknown, options: ReadOptions = {}): SavedProject {
  const { recipe_json, ...record } = nameTimes(unwrap(answer));
  const recipe = record['recipe'] ?? recipe_json;
  const data = { ...record, ...(recipe !== undefined && { recipe: parseText(recipe) }) };
  const repair: typeof repairCrowd = (refused) =>
    refused.path in data || refused.path === ''
      ? { isSilent: false }
      : (repairCrowd(refused) ?? { isSilent: false });
  return parseTolerantly(createSavedSchema(), data, 'saved crowd', repair, {
    ...options,
    strict: false,
  }) as SavedProject;
}

function unwrap(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || 'crowd_id' in answer) return answer;
  const members = answer as Record<string, unknown>;
  return (
    ENVELOPES.map((name) => members[name]).find((member) => typeof member === 'object' && member) ?? answer
  );
}

function parseText(recipe: unknown): unknown {
  if (typeof recipe !== 'string') return recipe;
  try {
    return JSON.parse(recipe);
  } catch {
    return recipe;
  }
}

const CREATED = /^(created|createdat|created_at|creation_?(date|time)|date_?created)$/i;
const UPDATED =
  /^(updated|updatedat|updated_at|modified(_?at)?|last_?(modified|updated)(_?at)?|date_?(updated|modified))$/i;

/** Renames the time stamps of a record to `created_at` and `updated_at`. */
function nameTimes(record: unknown): Record<string, unknown> {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return {};
  const named: Record<string, unknown> = { ...record };
  for (const [name, pattern] of [
    ['created_at', CREATED],
    ['updated_at', UPDATED],
  ] as const) {
    const key = name in record ? name : Object.keys(record).find((other) => pattern.test(other));
    const time = key === undefined ? undefined : toTimestamp(named[key]);
    if (time !== undefined) named[name] = time;
  }
  return named;
}

/** Larger numbers are milliseconds; as seconds, this is the year 5138. */
const MOST_SECONDS = 1e11;

/** Converts seconds or milliseconds since 1970 to RFC 3339; text is returned as it is. */
function toTimestamp(time: unknown): unknown {
  if (typeof time !== 'number' || !(Math.abs(time) < 8.64e15)) return time ?? undefined;
  return new Date(time < MOST_SECONDS ? time * 1000 : time).toISOString();
}
