import { pathToFileURL } from 'node:url';
import picocolors from 'picocolors';
import { type Program, run } from '../../../src/cli/program/run.js';
import type { Terminal } from '../../../src/cli/program/terminal.js';

export interface TestTerminal extends Terminal {
  readonly printed: string[];
  readonly errors: string[];
  /** The first line that is printed and matches, as soon as it is. */
  whenPrinted(pattern: RegExp): Promise<string>;
  /** Stops as Ctrl+C does. */
  stop(): void;
  /** Reloads the settings, as SIGHUP does. */
  reload(): void;
}

/** A terminal that records its output. */
export function createTerminal(options: Partial<Omit<Terminal, 'print' | 'printError'>> = {}): TestTerminal {
  const printed: string[] = [];
  const errors: string[] = [];
  const watchers = new Set<() => void>();
  let stop = (): void => {};
  const stopped = new Promise<'SIGINT'>((resolve) => {
    stop = () => resolve('SIGINT');
  });
  let reload = (): void => {};
  return {
    printed,
    errors,
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
    printError: (line) => void errors.push(line),
    printColors: picocolors.createColors(false),
    errorColors: picocolors.createColors(false),
    isScreen: false,
    startSpinner: undefined,
    readInput: async () => new Uint8Array(),
    environment: {},
    home: pathToFileURL('/nowhere/'),
    stopped: () => stopped,
    stop: () => stop(),
    onReload: (listener) => {
      reload = listener;
    },
    reload: () => reload(),
    ...options,
  };
}

/** Runs a program to its end. Returns its exit status, and the lines that it printed. */
export async function runProgram(
  program: Program,
  args: readonly string[],
  options?: Parameters<typeof createTerminal>[0],
): Promise<{ status: number; printed: string[]; errors: string[] }> {
  const terminal = createTerminal(options);
  return { status: await run(program, args, terminal), printed: terminal.printed, errors: terminal.errors };
}
