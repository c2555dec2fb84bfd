import { InvalidArgumentError } from 'commander';

/** A parser of an option or setting that is a whole number within limits. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}, not "${text}".`);
    }
    return number;
  };
}

/** A parser of an option that must hold something. */
export function something(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}
