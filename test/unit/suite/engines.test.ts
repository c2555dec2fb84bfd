import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { subset } from 'semver';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import serverJson from '../../../src/server/package.json' with { type: 'json' };

interface LockedPackage {
  readonly engines?: { readonly node?: string };
  readonly dev?: boolean;
}

const LOCK = resolve(import.meta.dirname, '../../../package-lock.json');
const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(LOCK, 'utf8'),
);
/** Development dependencies whose code is in the built packages. */
const BUNDLED =
  /^node_modules\/(commander|fdir|ky|meshoptimizer|picocolors|picomatch|simplex-noise|three-stdlib|tinyglobby|yocto-spinner|yoctocolors|zod)$/;

/** Packages that do not support all versions of Node that we state, with the versions that they support. */
function findGaps(stated: string, isIncluded: (path: string, locked: LockedPackage) => boolean): string[] {
  const included = Object.entries(packages).filter(
    ([path, locked]) => path.startsWith('node_modules/') && isIncluded(path, locked),
  );
  expect(included.length).toBeGreaterThan(8);
  return included.flatMap(([path, { engines }]) =>
    engines?.node && !subset(stated, engines.node) ? [`${path}: ${engines.node}`] : [],
  );
}

test('installed and bundled dependencies support the versions of Node that the packages state', () => {
  expect(findGaps(serverJson.engines.node, (path, { dev }) => !dev || BUNDLED.test(path))).toEqual([]);
  expect(findGaps(packageJson.engines.node, (path) => BUNDLED.test(path))).toEqual([]);
});

test('all dependencies support the versions of Node that development states', () => {
  expect(findGaps(packageJson.devEngines.runtime.version, () => true)).toEqual([]);
});
