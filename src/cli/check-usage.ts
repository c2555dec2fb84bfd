import { UsageError } from './usage-error.js';

/** The result of `node:util`'s parseArgs, whose complaints become {@link UsageError}s. */
export function checkUsage<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

/** A whole number within limits. @throws {UsageError} naming the option */
export function parseInteger(text: string, name: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return number;
}
