/** Marks errors of every copy of this package. `instanceof` fails between two bundles. */
export const BRAND = Symbol.for('three-crowd.error');

/** Base class of all errors that this package throws on purpose. `cause` holds the original error, if there is one. */
export class CrowdError extends Error {
  override readonly name: string = 'CrowdError';
  readonly [BRAND] = true;
}
