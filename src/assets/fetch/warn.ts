import { AssetError } from '../../errors/index.js';

/**
 * Is told of what is corrected or done without, in whole sentences; `cause` is the error that would otherwise have ended
 * the load.
 */
export type Warn = (message: string, cause?: unknown) => void;

/** Options for problems that can be corrected. */
export interface WarnOptions {
  /**
   * Makes an error of everything that is otherwise corrected, or done without, with a warning.
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Told, once each, what is corrected or done without.
   * @default console.warn
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Tells each message once or, with `strict`, makes an error of it.
 *
 * @param url of what was asked for, for errors
 */
export function createWarn(
  // Looked up when it is needed: tests and pages replace it.
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
 * Makes every correction an error.
 *
 * @throws the cause, or an {@link AssetError}
 */
export function refuse(url: string): Warn {
  return (message, cause) => {
    throw cause ?? new AssetError(message, url);
  };
}
