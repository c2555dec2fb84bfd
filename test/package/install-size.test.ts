import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packOnce, ROOT } from '../support/package/pack.js';

const MEGABYTE = 1_000_000;
const MODULES = join(ROOT, 'node_modules');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

test('npm i three-crowd three brings at most 8 packages and 12 MB beside three', async () => {
  const packages = installedBy(join(ROOT, 'package.json'));
  expect(packages).toContain('three');
  expect(packages.size + 1).toBeLessThanOrEqual(8);
  packages.delete('three');
  const beside = [...packages].map((name) => sizeOf(join(MODULES, name)));
  const total = beside.reduce((sum, size) => sum + size, (await packOnce('three-crowd')).unpackedSize);
  expect(total / MEGABYTE).toBeLessThanOrEqual(12);
});

/** What npm installs for a package: its dependencies and the peers that it must have, and theirs. */
function installedBy(manifestPath: string, found = new Set<string>()): Set<string> {
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(manifestPath, 'utf8'),
  ) as Manifest;
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  for (const name of [...Object.keys(dependencies ?? {}), ...peers]) {
    if (found.has(name)) continue;
    const path = join(MODULES, name, 'package.json');
    if (!existsSync(path)) throw new Error(`${name} is not installed: run npm ci.`);
    found.add(name);
    installedBy(path, found);
  }
  return found;
}

/** Bytes of all files under a directory. */
function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
