import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { version } from '../../package.json';
import { withoutPictures } from '../measure/fill-result.js';
import type { Plan, Result } from '../measure/result.js';

export const RESULTS = join(import.meta.dirname, '../results');

/** Stored results of one machine. */
export interface Machine {
  /** Processor, GPU and browser. */
  readonly name: string;
  /** Runs, newest version of three-crowd first. */
  readonly runs: readonly Run[];
}

/** Results of one version: one for each view, size and shadows. */
export interface Run {
  readonly version: string;
  readonly results: readonly Result[];
}

/**
 * Stores a result without its pictures, replacing the one of the same version and scene. Returns the file's
 * name.
 */
export async function saveResult(result: Result): Promise<string> {
  const name = machineName(result, cpus()[0]?.model ?? 'unknown processor');
  const file = join(RESULTS, `${slug(name)}.json`);
  const runs = addResult(await readMachine(file), version, withoutPictures(result));
  await mkdir(RESULTS, { recursive: true });
  await writeFile(file, `${JSON.stringify({ name, runs } satisfies Machine, undefined, 2)}\n`);
  return relative(process.cwd(), file);
}

export function addResult(runs: readonly Run[], version: string, result: Result): Run[] {
  const same = runs.find((run) => run.version === version);
  const others = same?.results.filter(({ plan }) => sceneOf(plan) !== sceneOf(result.plan)) ?? [];
  return [{ version, results: [...others, result] }, ...runs.filter((run) => run !== same)];
}

function sceneOf({ view, width, height, shadows }: Plan): string {
  return `${view} ${width}x${height} ${shadows}`;
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
