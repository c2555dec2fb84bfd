import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** The packages of this repository: name → directory of the manifest. */
export const PACKAGES = {
  'three-crowd': ROOT,
  'three-crowd-server': resolve(ROOT, 'src/server'),
} as const;
export type PackageName = keyof typeof PACKAGES;

/** The tests check the existing build: packing would build again. */
const WITHOUT_SCRIPTS = { ...process.env, npm_config_ignore_scripts: 'true' };

/** A tarball as npm describes it. */
export interface Tarball {
  readonly path: string;
  /** Bytes of the tarball. */
  readonly size: number;
  /** Bytes of what is in it. */
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs a package as it would be published, into a directory that exists. */
export async function pack(name: PackageName, directory: string): Promise<Tarball> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', directory], {
    cwd: PACKAGES[name],
    env: WITHOUT_SCRIPTS,
    maxBuffer: 16 * 1024 * 1024,
  });
  const [{ filename, ...tarball }] = JSON.parse(stdout);
  return { ...tarball, path: join(directory, filename) };
}

/** Names the directory of the run's tarballs to the processes that the tests run in. */
const VARIABLE = 'THREE_CROWD_TEST_TARBALLS';
const packed = new Map<PackageName, Promise<Tarball>>();

/** Global setup of tests that read tarballs: a directory for them. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'three-crowd-tarballs-'));
  process.env[VARIABLE] = directory;
  return () => rm(directory, { recursive: true });
}

/** A package as it would be published, packed once for all tests of a process. */
export function packOnce(name: PackageName): Promise<Tarball> {
  const directory = process.env[VARIABLE];
  if (!directory) throw new Error('There is no directory for tarballs: add pack.ts to the globalSetup.');
  const tarball = packed.get(name) ?? mkdtemp(join(directory, 'of-')).then((at) => pack(name, at));
  packed.set(name, tarball);
  return tarball;
}
