import * as errors from '../../src/errors/index.js';

type Name = Exclude<Extract<keyof typeof errors, `${string}Error`>, 'isCrowdError'>;

/**
 * The error of this package that a promise rejects with, or that a function throws.
 *
 * @throws if there is none, or it is not of the class `name`
 */
export async function errorOf<Class extends Name = 'CrowdError'>(
  act: Promise<unknown> | (() => unknown),
  name?: Class,
): Promise<InstanceType<(typeof errors)[Class]>> {
  try {
    await (typeof act === 'function' ? act() : act);
  } catch (error) {
    if (name ? errors.isCrowdError(error, name as 'RigError') : errors.isCrowdError(error)) {
      return error as InstanceType<(typeof errors)[Class]>;
    }
    throw error;
  }
  throw new Error('There was no error.');
}
