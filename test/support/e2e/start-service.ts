import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { KIT_VERSION } from '../../../src/kit/index.js';

const CLI = resolve(import.meta.dirname, '../../../src/server/dist/cli.js');

export interface StartedService {
  /** Without a slash at the end. */
  readonly address: string;
  /** Output so far. */
  printed(): string;
  /** Stops it as a supervisor would, and returns its exit code. */
  stop(): Promise<number | null>;
}

/**
 * The built program, serving on a port and with a data directory of its own.
 *
 * @param kit the directory of a kit; without one the program makes its own, as at its first start
 */
export async function startService(kit?: string): Promise<StartedService> {
  const data = await mkdtemp(join(tmpdir(), 'three-crowd-'));
  if (kit !== undefined) await cp(kit, join(data, `kit-${KIT_VERSION}`), { recursive: true });
  const serving = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--data', data]);
  let printed = '';
  const address = await new Promise<string>((ready, fail) => {
    serving.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, url] = /^three-crowd ready at (http:\S+)/m.exec(printed) ?? [];
      if (url) ready(url);
    });
    serving.on('exit', (code) => fail(new Error(`The service ended with ${code}.`)));
  });
  return {
    address,
    printed: () => printed,
    stop: async () => {
      const ended = new Promise<number | null>((done) => serving.on('exit', done));
      serving.kill('SIGTERM');
      const code = await ended;
      await rm(data, { recursive: true });
      return code;
    },
  };
}
