import type { Terminal } from './terminal.js';

/**
 * The terminal of this process.
 *
 * @param home the directory that the program lies in, with a slash at the end
 */
export function openTerminal(home: URL): Terminal {
  return {
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    environment: process.env,
    home,
    stopped: () =>
      new Promise((resolve) => {
        // Only once: a second Ctrl+C ends the process the hard way.
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
      }),
  };
}
