import * as z from 'zod/mini';
import { closestName } from '../../math/index.js';
import { describeIssue, WITH_MESSAGES } from '../../protocol/index.js';
import { ServiceError } from './service-error.js';

/** Deeper data could overflow the stack. */
const MAX_DEPTH = 32;
/** Some editors begin a file with it. It is no part of JSON; parsers may ignore it (RFC 8259, 8.1). */
const BYTE_ORDER_MARK = /^\ufeff/;
/** With the `u` flag, half of a pair that has lost the other. */
const UNPAIRED_SURROGATE = /\p{Surrogate}/gu;

/**
 * Parses JSON of a request, and refuses data that a storage or JSON cannot hold: NUL, unpaired surrogates, numbers beyond
 * the range of a double, and the key `__proto__`.
 *
 * @param field where the text comes from, for errors; empty for the body itself
 * @throws {ServiceError} 400 for what is no JSON, 422 for what it holds
 */
export function parseJson(text: string, field = ''): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(BYTE_ORDER_MARK, ''));
  } catch {
    throw field
      ? new ServiceError(422, `${field}: must be an object, or a text that is JSON`)
      : new ServiceError(400, 'the body is not JSON');
  }
  check(data, field ? [field] : [], 0);
  return data;
}

/** Applies the checks of {@link parseJson} to parsed data. @throws {ServiceError} 422 */
export function checkData(data: unknown): void {
  check(data, [], 0);
}

/** Parses a body with a schema. @throws {ServiceError} 422 naming the first field that is wrong */
export function parseFields<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body, WITH_MESSAGES);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue.code === 'unrecognized_keys') {
    const names = schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : [];
    throw new ServiceError(422, describeUnknownField(issue.keys[0], names));
  }
  const { path, message } = describeIssue(result.error);
  throw new ServiceError(422, `${path || 'the body'}: ${message}`);
}

/** Returns the error message for a field that a body lacks. @param names of its fields */
export function describeUnknownField(name: string, names: readonly string[]): string {
  const meant = closestName(name.toLowerCase(), names);
  const advice = meant ? `did you mean "${meant}"?` : `the fields are ${names.join(', ')}`;
  return `${name.slice(0, 200)}: is no field of this body; ${advice}`;
}

/** @param path names and indices that lead to the value; changed on the way, and as before at the end */
function check(value: unknown, path: (string | number)[], depth: number): void {
  if (typeof value === 'string') checkText(value, path);
  else if (typeof value === 'number' && !Number.isFinite(value)) refuse(path, 'must be a finite number');
  else if (typeof value === 'object' && value !== null) {
    if (depth === MAX_DEPTH) refuse(path, `must not be nested deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(value)) checkList(value, path, depth);
    else checkFields(value as Record<string, unknown>, path, depth);
  }
}

function checkList(list: readonly unknown[], path: (string | number)[], depth: number): void {
  for (const [index, member] of list.entries()) {
    path.push(index);
    check(member, path, depth + 1);
    path.pop();
  }
}

function checkFields(data: Record<string, unknown>, path: (string | number)[], depth: number): void {
  for (const key of Object.keys(data)) {
    checkText(key, path);
    if (key === '__proto__') refuse(path, 'must not have a field "__proto__"');
    path.push(key);
    check(data[key], path, depth + 1);
    path.pop();
  }
}

function checkText(text: string, path: readonly (string | number)[]): void {
  if (text.search(UNPAIRED_SURROGATE) >= 0)
    refuse(path, 'must be well-formed Unicode, without unpaired surrogates');
  if (text.includes('\0')) refuse(path, 'must not contain NUL');
}

function refuse(path: readonly (string | number)[], problem: string): never {
  // A path may hold the very text that is refused.
  const place =
    path.join('.').replaceAll(UNPAIRED_SURROGATE, '').replaceAll('\0', '').slice(0, 200) || 'the body';
  throw new ServiceError(422, `${place}: ${problem}`);
}
