import type { Terminal } from './terminal.js';

/** One word after the name of the program. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` prints. */
  readonly help: string;
  /**
   * @param args what follows the command's name
   * @throws {UsageError} if the arguments are wrong; anything else is a failure
   */
  run(args: readonly string[], terminal: Terminal): Promise<void>;
}
