import { pathToFileURL } from 'node:url';
import picocolors from 'picocolors';
import type { Terminal } from '../../../src/cli/terminal.js';

export interface TestTerminal extends Terminal {
  readonly printed: string[];
  readonly complained: string[];
  /** The first line that is printed and matches, as soon as it is. */
  whenPrinted(pattern: RegExp): Promise<string>;
  /** As Ctrl+C does. */
  stop(): void;
}

/** A terminal that remembers what it was told. */
export function createTerminal(options: Partial<Omit<Terminal, 'print' | 'complain'>> = {}): TestTerminal {
  const printed: string[] = [];
  const complained: string[] = [];
  const watchers = new Set<() => void>();
  let stop = (): void => {};
  const stopped = new Promise<'SIGINT'>((resolve) => {
    stop = () => resolve('SIGINT');
  });
  return {
    printed,
    complained,
    print: (line) => {
      printed.push(line);
      for (const watch of watchers) watch();
    },
    whenPrinted: (pattern) =>
      new Promise((resolve) => {
        const watch = (): void => {
          const line = printed.find((text) => pattern.test(text));
          if (line !== undefined) resolve(line);
        };
        watchers.add(watch);
        watch();
      }),
    complain: (line) => void complained.push(line),
    printColors: picocolors.createColors(false),
    complainColors: picocolors.createColors(false),
    isScreen: false,
    startSpinner: undefined,
    readInput: async () => new Uint8Array(),
    environment: {},
    home: pathToFileURL('/nowhere/'),
    stopped: () => stopped,
    stop: () => stop(),
    ...options,
  };
}
