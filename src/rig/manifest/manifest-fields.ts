import { BoneTextureError } from '../../errors/index.js';

/** An unchecked JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value and its path, for error messages. */
export interface Found {
  readonly value: unknown;
  readonly path: string;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Normalizes a key: lower case, without underscores and hyphens. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, '');
}

/**
 * Returns the value under any of `names`; undefined if there is none. The first name is the field's own.
 *
 * @param parent path of the object, '' for the manifest itself
 * @throws {BoneTextureError} if two of the names have different values
 */
export function findField(fields: Fields, parent: string, names: readonly string[]): Found | undefined {
  const wanted = names.map(plainKey);
  const keys = Object.keys(fields).filter(
    (key) => wanted.includes(plainKey(key)) && fields[key] !== undefined && fields[key] !== null,
  );
  for (const key of keys) {
    if (JSON.stringify(fields[key]) !== JSON.stringify(fields[keys[0]])) {
      throw new BoneTextureError(
        `The manifest's ${at(parent, key)} is ${show(fields[key])} but ${at(parent, keys[0])}, which means the same, is ` +
          `${show(fields[keys[0]])}. Keep one of them.`,
        at(parent, names[0]),
      );
    }
  }
  return keys.length === 0 ? undefined : { value: fields[keys[0]], path: at(parent, keys[0]) };
}

/**
 * Returns an integer under any of `names`.
 *
 * @throws {BoneTextureError} if it is missing, not a whole number or below `minimum`
 */
export function readInteger(
  fields: Fields,
  parent: string,
  names: readonly string[],
  minimum: number,
): number {
  const { value, path } = findField(fields, parent, names) ?? missing(parent, names);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum) return value;
  return mustBe(`a whole number, at least ${minimum}`, { value, path }, at(parent, names[0]));
}

/** @throws {BoneTextureError} always: the value is not what it must be. `field` is the field's own path */
export function mustBe(expected: string, { value, path }: Found, field = path): never {
  throw new BoneTextureError(`The manifest's ${path} is ${show(value)}. It must be ${expected}.`, field);
}

/** @throws {BoneTextureError} always: the field is missing under all of its names */
export function missing(parent: string, names: readonly string[]): never {
  const others = names.length > 1 ? ` (also read as ${names.slice(1).join(', ')})` : '';
  throw new BoneTextureError(
    `The manifest's ${at(parent, names[0])} is missing${others}. Add it to the manifest of the bone texture.`,
    at(parent, names[0]),
  );
}

export function at(parent: string, key: string): string {
  return parent === '' ? key : `${parent}.${key}`;
}

/** Formats a value for error messages. */
export function show(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
