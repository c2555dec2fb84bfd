import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** The packages of this repository: name → directory of the manifest. */
export const PACKAGES = {
  'three-crowd': ROOT,
  'three-crowd-server': resolve(ROOT, 'src/server'),
} as const;
export type PackageName = keyof typeof PACKAGES;

/** The tests check the build that is there: packing would make another. */
export const WITHOUT_SCRIPTS = { ...process.env, npm_config_ignore_scripts: 'true' };

/** A tarball as npm describes it. */
export interface Tarball {
  readonly filename: string;
  /** Bytes of the tarball. */
  readonly size: number;
  /** Bytes of what is in it. */
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs a package as it would be published; only tells about it where no destination is given. */
export async function pack(name: PackageName, destination?: string): Promise<Tarball> {
  const where = destination === undefined ? ['--dry-run'] : ['--pack-destination', destination];
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', ...where], {
    cwd: PACKAGES[name],
    env: WITHOUT_SCRIPTS,
    maxBuffer: 16 * 1024 * 1024,
  });
  const [tarball] = JSON.parse(stdout) as Tarball[];
  return tarball;
}
