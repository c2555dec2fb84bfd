import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import picocolors from 'picocolors';
import yoctoSpinner from 'yocto-spinner';
import type { Terminal } from './terminal.js';

/** A standard stream, which is a terminal only sometimes. */
interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  hasColors?(count: number, env: object): boolean;
}

/** The streams and the environment of a process. */
export interface ProcessLike {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: AsyncIterable<Uint8Array> & NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  once(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  on(signal: 'SIGHUP', listener: () => void): unknown;
}

/**
 * The terminal of this process.
 *
 * @param home the directory that the program lies in, with a slash at the end
 */
export function openTerminal(home: URL, process: ProcessLike = globalThis.process): Terminal {
  const { stdout, stderr, stdin, env } = process;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  const hasTerminal = [stdin, stdout, stderr].some(({ isTTY }) => isTTY);
  return {
    print: (line) => stdout.write(`${line}\n`),
    printError: (line) => stderr.write(`${line}\n`),
    printColors: picocolors.createColors(hasColors(stdout, env)),
    errorColors: picocolors.createColors(hasColors(stderr, env)),
    isScreen: stdout.isTTY === true,
    startSpinner:
      stderr.isTTY && !env['CI'] && env['TERM'] !== 'dumb'
        ? // Signals end the process, or the server that runs in it, as they do without a spinner.
          (text) => yoctoSpinner({ text, stream: stderr, handleSignals: false }).start()
        : undefined,
    readInput: () => buffer(stdin),
    environment: env,
    home,
    stopped: () =>
      new Promise((resolve) => {
        // Only once: a second Ctrl+C ends the process at once.
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
        // The terminal was closed, which is as good as Ctrl+C.
        if (hasTerminal) process.once('SIGHUP', () => resolve('SIGINT'));
      }),
    onReload: (reload) => {
      if (!hasTerminal) process.on('SIGHUP', reload);
    },
  };
}

/** A reader such as `head` may go away early. Without a listener, the next line would end the process, a service among them. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** True if Node writes colours to the stream, which depends on `NO_COLOR`, `FORCE_COLOR` and `TERM`. */
function hasColors(stream: OutputStream, env: ProcessLike['env']): boolean {
  return stream.isTTY === true && stream.hasColors?.(2, env) === true;
}
