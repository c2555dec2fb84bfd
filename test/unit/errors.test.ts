import { describe, expect, test, vi } from 'vitest';
import * as errors from '../../src/errors/index.js';

const details = { status: 418, url: 'https://crowd.example/v1', requestId: 'r-1' };
const cause = { cause: new Error('below') };

/** One of each class, with its guard. */
const CASES: { error: errors.CrowdError; guard: (value: unknown) => boolean; fields?: object }[] = [
  { error: new errors.ApiError('m', details, cause), guard: errors.isApiError, fields: details },
  {
    error: new errors.AuthenticationError('m', details, cause),
    guard: errors.isAuthenticationError,
    fields: details,
  },
  {
    error: new errors.InvalidRequestError('m', details, cause),
    guard: errors.isInvalidRequestError,
    fields: details,
  },
  { error: new errors.NotFoundError('m', details, cause), guard: errors.isNotFoundError, fields: details },
  {
    error: new errors.PermissionError('m', details, cause),
    guard: errors.isPermissionError,
    fields: details,
  },
  { error: new errors.QuotaError('m', details, cause), guard: errors.isQuotaError, fields: details },
  { error: new errors.AssetError('m', 'a.glb', cause), guard: errors.isAssetError, fields: { url: 'a.glb' } },
  {
    error: new errors.ConnectionError('m', 'u', cause),
    guard: errors.isConnectionError,
    fields: { url: 'u' },
  },
  { error: new errors.TimeoutError('m', 'u', cause), guard: errors.isTimeoutError, fields: { url: 'u' } },
  {
    error: new errors.BoneTextureError('m', 'nBones', cause),
    guard: errors.isBoneTextureError,
    fields: { field: 'nBones' },
  },
  {
    error: new errors.InvalidResponseError('m', 'a.b', cause),
    guard: errors.isInvalidResponseError,
    fields: { path: 'a.b' },
  },
  {
    error: new errors.RecipeError('m', 'pace', cause),
    guard: errors.isRecipeError,
    fields: { path: 'pace' },
  },
  { error: new errors.RigError('m', cause), guard: errors.isRigError },
  { error: new errors.WebhookError('m', cause), guard: errors.isWebhookError },
  { error: new errors.UnitError('m', 170, cause), guard: errors.isUnitError, fields: { height: 170 } },
  {
    error: new errors.UnknownClipError('m', 'jog', cause),
    guard: errors.isUnknownClipError,
    fields: { clip: 'jog' },
  },
  {
    error: new errors.UnknownPartError('m', 'robe_03', 17, cause),
    guard: errors.isUnknownPartError,
    fields: { part: 'robe_03', character: 17 },
  },
  { error: new errors.UnsupportedError('m', cause), guard: errors.isUnsupportedError },
];

/** The classes by their export's name. */
const classes = Object.entries(errors).filter(([name]) => name.endsWith('Error') && !name.startsWith('is'));

test('every class has a case', () => {
  const tested = CASES.map(({ error }) => error.constructor.name);
  expect(classes.length).toBeGreaterThan(15);
  expect([...tested, 'CrowdError'].sort()).toEqual(classes.map(([name]) => name).sort());
});

describe.each(CASES.map((one) => [one.error.constructor.name, one] as const))(
  '%s',
  (name, { error, guard, fields }) => {
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
    expect(errors.isRecipeError(theirs)).toBe(true);
    expect(errors.isRigError(theirs)).toBe(false);
    expect(errors.isApiError(new copy.QuotaError('m', details))).toBe(true);
  });

  test('names are written out, so a minifier that renames the class leaves them alone', () => {
    const Renamed = class a extends errors.RecipeError {};
    expect(Renamed.name).toBe('a');
    expect(new Renamed('m', 'pace').name).toBe('RecipeError');
    expect(errors.isRecipeError(new Renamed('m', 'pace'))).toBe(true);
  });
});

test('isCrowdError takes any of them, or only the one named', () => {
  for (const { error } of CASES) {
    expect(errors.isCrowdError(error)).toBe(true);
    expect(errors.isCrowdError(error, error.name)).toBe(true);
    expect(errors.isCrowdError(error, 'OtherError')).toBe(false);
  }
  expect(errors.isCrowdError(new errors.CrowdError('m'), 'CrowdError')).toBe(true);
  expect(errors.isCrowdError(new Error('m'))).toBe(false);
});
