import type * as content from './content-errors.js';
import { BRAND, type CrowdError } from './crowd-error.js';
import type * as service from './service-errors.js';

/** Error classes by name. `ApiError` also matches all its subclasses. */
type CrowdErrors = {
  [Name in keyof typeof content]: InstanceType<(typeof content)[Name]>;
} & { [Name in keyof typeof service]: InstanceType<(typeof service)[Name]> };

/**
 * True for every error of this package, or for the class `name` alone. Works across two copies of the package, where
 * `instanceof` fails. `'ApiError'` includes its subclasses.
 *
 * @example
 * if (isCrowdError(error, 'ApiError')) console.warn(error.status, error.url);
 */
export function isCrowdError(value: unknown): value is CrowdError;
export function isCrowdError<Name extends keyof CrowdErrors>(
  value: unknown,
  name: Name,
): value is CrowdErrors[Name];
export function isCrowdError(value: unknown, name?: string): boolean {
  if (typeof value !== 'object' || value === null || !(BRAND in value)) return false;
  if (name === 'ApiError') return 'status' in value;
  return name === undefined || (value as CrowdError).name === name;
}
