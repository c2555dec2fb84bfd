/** Marks every error of this package, whichever copy of it threw: `instanceof` fails across two bundles. */
const BRAND = Symbol.for('three-crowd.error');

/** The root of every error this package throws on purpose. `cause` keeps what it came from, where there is one. */
export class CrowdError extends Error {
  override readonly name: string = 'CrowdError';
  readonly [BRAND] = true;
}

/** Whether `value` is an error of this package, optionally of the class named `name`. */
export function isCrowdError(value: unknown, name?: string): value is CrowdError {
  if (typeof value !== 'object' || value === null || !(BRAND in value)) return false;
  return name === undefined || (value as CrowdError).name === name;
}
