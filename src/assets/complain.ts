import { AssetError } from '../errors/index.js';

/**
 * Is told of what is corrected or done without, in whole sentences; `cause` is the error that would otherwise have ended
 * the load.
 */
export type Complain = (message: string, cause?: unknown) => void;

/**
 * Tells each message once.
 *
 * @param tell @default console.warn as it is then
 */
export function warnOnce(tell = (message: string): void => console.warn(message)): Complain {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    tell(message);
  };
}

/**
 * Makes every correction an error.
 *
 * @throws the cause, or an {@link AssetError}
 */
export function refuse(url: string): Complain {
  return (message, cause) => {
    throw cause ?? new AssetError(message, url);
  };
}
