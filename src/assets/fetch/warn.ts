import { AssetError } from '../../errors/index.js';

/**
 * Reports a problem that the loader corrected or worked around, in whole sentences. `cause` is the error that would otherwise
 * have ended the load.
 */
export type Warn = (message: string, cause?: unknown) => void;

/** Options for problems that can be corrected. */
export interface WarnOptions {
  /**
   * Throws an error in place of each warning about a problem that is corrected or worked around.
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Called once for each problem that is corrected or worked around.
   * @default console.warn
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Returns a function that reports each message once or, with `strict`, throws it as an error.
 *
 * @param url address of the asset, for errors
 */
export function createWarn(
  // `console.warn` is looked up at each call, since tests and pages replace it.
  { strict = false, onWarning = (message) => console.warn(message) }: WarnOptions,
  url: string,
): Warn {
  if (strict) return refuse(url);
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    onWarning(message);
  };
}

/**
 * Returns a function that throws each warning.
 *
 * @throws the cause, or an {@link AssetError}
 */
export function refuse(url: string): Warn {
  return (message, cause) => {
    throw cause ?? new AssetError(message, url);
  };
}
