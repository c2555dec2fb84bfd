import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { KIT_VERSION } from 'three-crowd-server/kit';
import { createFakeKit } from './fake-kit.js';
import { processorTimeOf } from './processor-time.js';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Libraries with native code, or with threads that run files of their own: these stay beside the program. */
const UNBUNDLED = ['libsql', '@libsql/*', 'pg-native', 'pino', 'tinypool'];
/** Bundled code loads these with `require`. */
const REQUIRE = `import { createRequire as from } from 'node:module'; const require = from(import.meta.url);`;

/**
 * The command line with the libraries that it uses, which starts in half of the processor time that it takes with them
 * apart (0.24 s in place of 0.53). @returns the path of its file
 */
export async function bundleProgram(): Promise<string> {
  // Within the package, so that it finds what is not bundled.
  const directory = join(ROOT, 'test/output');
  await mkdir(directory, { recursive: true });
  const outdir = await mkdtemp(join(directory, 'program-'));
  await build({
    entryPoints: {
      cli: join(ROOT, 'src/cli/server-main.ts'),
      server: join(ROOT, 'src/server/index.ts'),
      'generate-worker': join(ROOT, 'src/server/crowds/generation/generate-worker.ts'),
    },
    outdir,
    bundle: true,
    splitting: true,
    external: UNBUNDLED,
    banner: { js: REQUIRE },
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return join(outdir, 'cli.js');
}

/** A data directory with a kit that takes no time to make. */
export async function createData(kit = createFakeKit()): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'three-crowd-'));
  for (const [name, bytes] of kit) {
    const file = join(data, `kit-${KIT_VERSION}`, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return data;
}

export interface ServerProcess {
  readonly url: string;
  /** Ids of the processes that it started and that still run, as Linux counts them. */
  children(): number[];
  /** Microseconds of processor time that it and its children took so far. */
  processorTime(): number;
  /** Megabytes of memory that it took at most so far, as Linux counts them. */
  peakMemory(): number;
  /** All that it wrote so far, to either stream. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Ends it, by default at once and without a warning; resolves with its exit code, also where it has ended already. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * `three-crowd-server serve` in a process of its own, once it is ready.
 *
 * @param limits shell commands that run before it, such as `ulimit -n 1024`
 */
export async function startServer(
  program: string,
  data: string,
  environment: Readonly<Record<string, string>> = {},
  limits = ':',
  options: readonly string[] = [],
): Promise<ServerProcess> {
  const command = [process.execPath, program, 'serve', '--data', data, ...options];
  const child = spawn('sh', ['-c', `${limits}; exec "$0" "$@"`, ...command], {
    // No load balancer needs time to notice that it drains.
    env: { ...process.env, PORT: '0', THREE_CROWD_DRAIN: '0', ...environment },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  }
  const exited = once(child, 'exit');
  const url = await untilReady(child, () => text);
  return {
    url,
    children: () =>
      readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number),
    processorTime: () => processorTimeOf(child.pid ?? 0),
    peakMemory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
    },
    output: () => text,
    signal: (signal) => child.kill(signal),
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      return (await exited)[0] as number | null;
    },
  };
}

function untilReady(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error(output())));
    child.stdout?.on('data', () => {
      const url = /^three-crowd ready at (http:\/\/\S+)$/m.exec(output())?.[1];
      if (url) resolve(url);
    });
  });
}
