import { pathToFileURL } from 'node:url';
import type { Terminal } from '../../../src/cli/terminal.js';

export interface TestTerminal extends Terminal {
  readonly printed: string[];
  readonly complained: string[];
  /** As Ctrl+C does. */
  stop(): void;
}

/** A terminal that remembers what it was told. */
export function createTerminal(options: Partial<Pick<Terminal, 'environment' | 'home'>> = {}): TestTerminal {
  const printed: string[] = [];
  const complained: string[] = [];
  let stop = (): void => {};
  const stopped = new Promise<'SIGINT'>((resolve) => {
    stop = () => resolve('SIGINT');
  });
  return {
    printed,
    complained,
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
    environment: {},
    home: pathToFileURL('/nowhere/'),
    stopped: () => stopped,
    stop: () => stop(),
    ...options,
  };
}
