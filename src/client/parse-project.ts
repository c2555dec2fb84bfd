import { InvalidResponseError } from '../errors/index.js';
import {
  describeIssue,
  type Project,
  type ProjectPage,
  projectPageSchema,
  projectSchema,
} from '../protocol/index.js';
import { resolveAssets } from './resolve-assets.js';

type Schema = typeof projectPageSchema | typeof projectSchema;

/** How services wrap a list: the interface leaves it open. */
const LISTS = ['data', 'projects', 'crowds', 'items'];
const RECORDS = ['data', 'project', 'crowd'];

/** One page of a list, in an envelope of whatever kind, or bare. @throws {InvalidResponseError} */
export function parsePage(data: unknown): ProjectPage {
  const { next_cursor = null, ...envelope } = (
    Array.isArray(data) ? {} : (data ?? {})
  ) as Partial<ProjectPage>;
  const page = {
    ...envelope,
    data: Array.isArray(data) ? data : memberOf(data, LISTS),
    has_more: next_cursor !== null,
    next_cursor,
  };
  return check(projectPageSchema, page, 'page of projects') as ProjectPage;
}

/** A saved crowd, bare or in an envelope, its addresses made absolute. @throws {InvalidResponseError} */
export function parseProject(data: unknown, url: string): Project {
  const isBare = typeof data === 'object' && data !== null && 'crowd_id' in data;
  const project = check(projectSchema, isBare ? data : memberOf(data, RECORDS), 'project') as Project;
  return { ...project, assets: resolveAssets(project.assets, url) };
}

function memberOf(data: unknown, names: readonly string[]): unknown {
  const members = (data ?? {}) as Record<string, unknown>;
  const name = names.find((name) => members[name] !== undefined);
  return name && members[name];
}

function check(schema: Schema, data: unknown, noun: string): unknown {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const { path, message } = describeIssue(result.error);
  throw new InvalidResponseError(`This is no ${noun}: ${path || 'the data'}: ${message}.`, path, {
    cause: result.error,
  });
}
