import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { version } from '../../package.json';
import type { Result } from '../measure/result.js';

export const RESULTS = join(import.meta.dirname, '../results');

/** What is kept of one machine. */
export interface Machine {
  /** Processor, GPU and browser. */
  readonly name: string;
  /** One a version of three-crowd, the newest first. */
  readonly runs: readonly { readonly version: string; readonly result: Result }[];
}

/** Keeps a result, in place of an older one of the same version, and returns the file's name. Pictures are left out. */
export async function saveResult(result: Result): Promise<string> {
  const name = machineName(result, cpus()[0]?.model ?? 'unknown processor');
  const file = join(RESULTS, `${slug(name)}.json`);
  const known = await readMachine(file);
  const runs = [
    { version, result: withoutPictures(result) },
    ...known.filter((run) => run.version !== version),
  ];
  await mkdir(RESULTS, { recursive: true });
  await writeFile(file, `${JSON.stringify({ name, runs } satisfies Machine, undefined, 2)}\n`);
  return relative(process.cwd(), file);
}

export function machineName(
  { adapters, browser }: Pick<Result, 'adapters' | 'browser'>,
  processor: string,
): string {
  const gpu = adapters.webgpu ?? Object.values(adapters)[0] ?? 'no GPU';
  return [processor, gpu, browser]
    .map((part) =>
      part
        .replaceAll(/\((R|TM)\)/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .join(', ');
}

export function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

async function readMachine(file: string): Promise<Machine['runs']> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"runs":[]}';
    throw error;
  });
  return (JSON.parse(text) as Machine).runs;
}

function withoutPictures(result: Result): Result {
  const entries = result.entries.map((entry) => {
    if (!entry.measured) return entry;
    const { picture: _, ...measured } = entry.measured;
    return { ...entry, measured };
  });
  return { ...result, entries };
}
