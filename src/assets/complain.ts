import { AssetError } from '../errors/index.js';

/**
 * Is told of what is corrected or done without, in whole sentences; `cause` is the error that would otherwise have ended
 * the load.
 */
export type Complain = (message: string, cause?: unknown) => void;

/** What is done about everything that can be corrected or done without. */
export interface ComplainOptions {
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
 * Tells each message once or, with `strict`, throws the cause, or else an {@link AssetError}.
 *
 * @param url of what was asked for, for errors
 */
export function createComplain(
  // Looked up when it is needed: tests and pages replace it.
  { strict = false, onWarning = (message) => console.warn(message) }: ComplainOptions,
  url: string,
): Complain {
  const said = new Set<string>();
  return (message, cause) => {
    if (strict) throw cause ?? new AssetError(message, url);
    if (said.has(message)) return;
    said.add(message);
    onWarning(message);
  };
}
