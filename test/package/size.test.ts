import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundle, sum } from '../support/package/bundle.js';
import { packOnce } from '../support/package/pack.js';

const SDK = resolve(import.meta.dirname, '../../dist/sdk');
const SHADERS = resolve(import.meta.dirname, '../../shaders');
const ROOM = 1.1;

/** Gzipped bytes of a program that imports all names of an entry, without three, before it loads anything on demand. */
const startOf = async (entry: string): Promise<number> => (await bundle(`export * from '${entry}';`)).start;
/** Gzipped bytes of scripts with all that they import, three included. */
const pageOf = async (...scripts: string[]): Promise<number> => sum([...filesOf(...scripts)].map(sizeOf));

/**
 * Bytes as measured when the table was last written. A size may grow by a tenth. Of a client, zod takes 6 kB and ky 6 kB. Of
 * `assets`, GLTFLoader takes 13 kB. Of a page with WebGPU, three's own code takes 270 kB.
 */
const BUDGET: Readonly<Record<string, readonly [bytes: number, measure: (name: string) => Promise<number>]>> =
  {
    'three-crowd': [119_110, startOf],
    'three-crowd, loaded on demand included': [
      263_870,
      async () => (await bundle(`export * from 'three-crowd';`)).all,
    ],
    'three-crowd/client': [21_300, startOf],
    'three-crowd/generate': [10_940, startOf],
    'three-crowd/rig': [10_740, startOf],
    'three-crowd/simulate': [29_600, startOf],
    'three-crowd/protocol': [10_600, startOf],
    'three-crowd/assets': [53_180, startOf],
    'three-crowd/errors': [850, startOf],
    'three-crowd/element': [128_540, startOf],
    'three-crowd/react': [120_010, startOf],
    'crowd-view.js': [930, pageOf],
    'three-crowd.js': [226_800, pageOf],
    'three-crowd.global.js': [415_570, pageOf],
    'bake-worker.js': [9_220, pageOf],
    'simplify-worker.js': [20_000, pageOf],
    'simulation-worker.js': [21_870, pageOf],
    'page with WebGPU': [458_500, () => pageOf('three-crowd.js', 'webgpu-', 'walking-', 'worker-')],
    'page with WebGL': [367_400, () => pageOf('three-crowd.js', 'webgl-', 'walking-', 'worker-')],
    'three-crowd, packed': [1_674_000, async () => (await packOnce('three-crowd')).size],
    'three-crowd, installed': [5_163_000, async () => (await packOnce('three-crowd')).unpackedSize],
  };

test.each(Object.entries(BUDGET))('%s stays within its budget', async (name, [bytes, measure]) => {
  const size = await measure(name);
  expect(size).toBeLessThanOrEqual(bytes * ROOM);
  // A size far below the budget means that something is missing, or that the table is out of date.
  expect(size).toBeGreaterThan(bytes / 2);
});

test('the script for elements loads nothing before it runs, and a page loads at most twenty scripts', () => {
  expect(filesOf('crowd-view.js').size).toBe(1);
  expect(filesOf('three-crowd.js', 'webgpu-', 'walking-', 'worker-').size).toBeLessThanOrEqual(20);
});

test('entry files import all that they need, so that a browser requests it in one round', () => {
  const entries = readdirSync(SDK).filter((name) =>
    /^(three-crowd|element-.*|webgpu-.*|walking-.*)\.js$/.test(name),
  );
  expect(entries.length).toBeGreaterThan(4);
  for (const entry of entries)
    expect([entry, ...importsOf(entry)].sort()).toEqual([...filesOf(entry)].sort());
});

test('built shaders have no comments and no indentation', () => {
  const texts = readdirSync(SHADERS)
    .filter((name) => /\.(wgsl|glsl)$/.test(name))
    .map((name) => readFileSync(resolve(SHADERS, name), 'utf8'));
  const removed = texts.flatMap((text) => text.match(/^(\/\/ .{20,}| {2,}let \w+ = .{20,})$/gm) ?? []);
  expect(removed.length).toBeGreaterThan(50);
  const built = readdirSync(SDK)
    .filter((name) => name.endsWith('.js'))
    .map(read)
    .join('\n');
  expect(removed.filter((line) => built.includes(line))).toEqual([]);
});

test('a page downloads only the renderer that it draws with', () => {
  const textOf = (...scripts: string[]): string => [...filesOf(...scripts)].map(read).join('\n');
  expect(textOf('three-crowd.js', 'webgpu-')).not.toContain('THREE.WebGLRenderer: ');
  expect(textOf('three-crowd.js', 'webgl-')).not.toContain('THREE.WebGPURenderer: ');
});

describe('code that a page does not use', () => {
  test.each(['client', 'generate', 'rig', 'simulate', 'protocol', 'assets', 'react'])(
    'importing three-crowd/%s without names adds no code',
    async (entry) => {
      const { startText } = await bundle(`import 'three-crowd/${entry}';`);
      expect(startText.trim()).toBe('');
    },
  );

  test('importing the element without names defines it', async () => {
    const { startText } = await bundle(`import 'three-crowd/element';`);
    expect(startText).toContain('customElements.define("crowd-view"');
  });

  test('an error guard of the facade brings neither three nor the loader', async () => {
    const { start, startText } = await bundle(
      `import { isCrowdError } from 'three-crowd'; console.log(isCrowdError(1));`,
    );
    expect(startText).not.toMatch(/GLTFLoader|WebGLRenderer/);
    // esbuild puts modules that the entry shares with a module loaded on demand into the first file.
    expect(start).toBeLessThan(28_600);
  });

  test('no script evaluates text', () => {
    const scripts = readdirSync(SDK).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(3);
    for (const name of scripts) expect(read(name), name).not.toMatch(/\beval\(|new Function\(/);
  });
});

/** Names of the scripts that begin with these names, and of all that they import before they run. */
function filesOf(...beginnings: string[]): Set<string> {
  const scripts = readdirSync(SDK).filter((name) => name.endsWith('.js'));
  const found = new Set(
    beginnings.flatMap((beginning) => {
      const names = scripts.filter((name) => name.startsWith(beginning));
      if (names.length === 0) throw new Error(`No script in ${SDK} begins with ${beginning}.`);
      return names;
    }),
  );
  // The loop also visits the names that it adds.
  for (const name of found) {
    for (const imported of importsOf(name)) found.add(imported);
  }
  return found;
}

/** Names of the scripts that a script imports before it runs, without repetition. */
function importsOf(name: string): string[] {
  return [
    ...new Set(Array.from(read(name).matchAll(/(?:from|import)"\.\/([^"]+)"/g), ([, imported]) => imported)),
  ];
}

function read(name: string): string {
  return readFileSync(resolve(SDK, name), 'utf8');
}

function sizeOf(name: string): number {
  return gzipSync(read(name), { level: 9 }).length;
}
