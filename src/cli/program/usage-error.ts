import { CrowdError } from '../../errors/index.js';

/** The command line itself is wrong: exit code 2. */
export class UsageError extends CrowdError {
  override readonly name = 'UsageError';
}
