import { InvalidArgumentError } from 'commander';
import { CrowdError } from '../../errors/index.js';

/** The command line itself is wrong: exit code 2. */
export class UsageError extends CrowdError {
  override readonly name = 'UsageError';
}

/** Creates a parser of whole numbers within limits, for options and settings. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}, not "${text}".`);
    }
    return number;
  };
}

/** Parses an option that must not be empty. */
export function nonEmpty(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}
