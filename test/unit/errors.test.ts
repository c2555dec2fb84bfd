import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import * as errors from '../../src/errors/index.js';

const details = { status: 418, url: 'https://crowd.example/v1', requestId: 'r-1' };
const cause = { cause: new Error('below') };

/** One error of each class, with its fields. */
const CASES: { error: errors.CrowdError; fields?: object }[] = [
  ...[
    errors.ApiError,
    errors.AuthenticationError,
    errors.InvalidRequestError,
    errors.NotFoundError,
    errors.PermissionError,
    errors.QuotaError,
  ].map((ErrorClass) => ({ error: new ErrorClass('m', details, cause), fields: details })),
  { error: new errors.AssetError('m', 'a.glb', cause), fields: { url: 'a.glb' } },
  { error: new errors.ConnectionError('m', 'u', cause), fields: { url: 'u' } },
  { error: new errors.TimeoutError('m', 'u', cause), fields: { url: 'u' } },
  { error: new errors.BoneTextureError('m', 'nBones', cause), fields: { field: 'nBones' } },
  { error: new errors.InvalidResponseError('m', 'a.b', cause), fields: { path: 'a.b' } },
  { error: new errors.RecipeError('m', 'pace', cause), fields: { path: 'pace' } },
  { error: new errors.RigError('m', cause) },
  { error: new errors.DisposedError('m', cause) },
  { error: new errors.SimulationError('m', cause) },
  { error: new errors.WebhookError('m', cause) },
  { error: new errors.UnitError('m', 170, cause), fields: { height: 170 } },
  { error: new errors.UnknownClipError('m', 'jog', cause), fields: { clip: 'jog' } },
  {
    error: new errors.UnknownPartError('m', 'robe_03', 17, cause),
    fields: { part: 'robe_03', character: 17 },
  },
  { error: new errors.UnsupportedError('m', cause) },
];

/** The classes by their export's name. */
const classes = Object.entries(errors).filter(([name]) => name.endsWith('Error') && name !== 'isCrowdError');

test('every class has a case', () => {
  const tested = CASES.map(({ error }) => error.constructor.name);
  expect(classes.length).toBeGreaterThan(15);
  expect([...tested, 'CrowdError'].sort()).toEqual(classes.map(([name]) => name).sort());
});

describe.each(CASES.map((one) => [one.error.constructor.name, one] as const))(
  '%s',
  (name, { error, fields }) => {
    const guard = (value: unknown) => errors.isCrowdError(value, name as 'RigError');

    test('is an Error and a CrowdError, with its name, message and cause', () => {
      expect(error).toBeInstanceOf(Error);
      expect(error).toBeInstanceOf(errors.CrowdError);
      expect(error.name).toBe(name);
      expect(`${error}`).toBe(`${name}: m`);
      expect(error.cause).toBe(cause.cause);
      expect(error).toMatchObject(fields ?? {});
      expect(error.stack).toContain('errors.test');
    });

    test('is told from every other class by its guard', () => {
      const taken = CASES.filter((other) => guard(other.error)).map((other) => other.error.name);
      const isApi = name === 'ApiError';
      const expected = CASES.filter((other) =>
        isApi ? other.error instanceof errors.ApiError : other.error === error,
      );
      expect(taken).toEqual(expected.map((other) => other.error.name));
      for (const value of [
        null,
        undefined,
        0,
        'x',
        {},
        { name },
        new Error('x'),
        Object.assign(new Error('x'), { name }),
      ]) {
        expect(guard(value)).toBe(false);
      }
    });
  },
);

describe('two copies of the package in one page', () => {
  test('know each other’s errors by their guards, though not by instanceof', async () => {
    vi.resetModules();
    const copy = await import('../../src/errors/index.js');
    expect(copy.RecipeError).not.toBe(errors.RecipeError);
    const theirs = new copy.RecipeError('m', 'pace');
    expect(theirs).not.toBeInstanceOf(errors.CrowdError);
    expect(errors.isCrowdError(theirs)).toBe(true);
    expect(errors.isCrowdError(theirs, 'RecipeError')).toBe(true);
    expect(errors.isCrowdError(theirs, 'RigError')).toBe(false);
    expect(errors.isCrowdError(new copy.QuotaError('m', details), 'ApiError')).toBe(true);
  });

  test('names are written out, so a minifier that renames the class leaves them alone', () => {
    const Renamed = class a extends errors.RecipeError {};
    expect(Renamed.name).toBe('a');
    expect(new Renamed('m', 'pace').name).toBe('RecipeError');
    expect(errors.isCrowdError(new Renamed('m', 'pace'), 'RecipeError')).toBe(true);
  });
});

test('isCrowdError narrows to the class that it names', () => {
  for (const { error } of CASES) expect(errors.isCrowdError(error)).toBe(true);
  expect(errors.isCrowdError(new errors.CrowdError('m'))).toBe(true);
  expect(errors.isCrowdError(new Error('m'))).toBe(false);
  const error: unknown = new errors.QuotaError('m', details);
  if (errors.isCrowdError(error, 'ApiError')) expectTypeOf(error.status).toEqualTypeOf<number>();
  if (errors.isCrowdError(error, 'UnknownPartError')) expectTypeOf(error.character).toEqualTypeOf<number>();
  // @ts-expect-error There is no such class.
  expect(errors.isCrowdError(error, 'OtherError')).toBe(false);
});
