import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundle, sum } from '../support/package/bundle.js';

const KB = 1024;
const SDK = resolve(import.meta.dirname, '../../dist/sdk');

describe('gzipped, without three', () => {
  test.each([
    [
      'client',
      25,
      'ky is 8.5 KB of it, zod, which checks every answer, 6, and verifyWebhook, for servers, 0.6',
    ],
    ['generate', 12, ''],
    ['rig', 12, ''],
    ['simulate', 26, ''],
    ['protocol', 12, ''],
    ['assets', 49, "three-stdlib's GLTFLoader is 13 KB of it, zod 6.5, the reader of any GLB 4"],
    ['element', 128, ''],
    ['react', 119, ''],
  ])('three-crowd/%s starts within %i KB (%s)', async (entry, budget) => {
    const { start } = await bundle(`export * from 'three-crowd/${entry}';`);
    expect(start).toBeGreaterThan(1 * KB);
    expect(start / KB).toBeLessThanOrEqual(budget);
  });

  test('the facade starts within 118 KB, and is 235 KB with both renderers, both simulations, placing and a decoder', async () => {
    const { start, all } = await bundle(`export * from 'three-crowd';`);
    expect(start / KB).toBeLessThanOrEqual(118);
    // The simulation is 21 KB of it, the decoder of compressed files 13, the placing by recipes 6: each is loaded by those who need it.
    expect(all / KB).toBeLessThanOrEqual(235);
  });
});

describe('gzipped, with three', () => {
  const sizeOf = (name: string): number => gzipSync(readFileSync(resolve(SDK, name)), { level: 9 }).length;

  test('the module script starts within 226 KB, and a page that draws with WebGPU takes 442 KB', () => {
    const start = [...collect('three-crowd.js')];
    expect(start.length).toBeGreaterThan(1);
    expect(sum(start.map(sizeOf)) / KB).toBeLessThanOrEqual(226);
    // What is downloaded for it by and by; three's WebGPU half alone is 175 KB.
    const further = readdirSync(SDK).filter((name) => /^(webgpu|motion|worker)-.*\.js$/.test(name));
    expect(further.length).toBe(4);
    const all = new Set(start);
    for (const name of further) collect(name, all);
    expect(sum([...all].map(sizeOf)) / KB).toBeLessThanOrEqual(442);
  });

  test('the script for elements alone, which is a round trip before all else, is within 1.5 KB', () => {
    expect(collect('crowd-view.js').size).toBe(1);
    expect(sizeOf('crowd-view.js') / KB).toBeLessThanOrEqual(1.5);
  });

  test('the classic script, which has all in one file, is within 375 KB', () => {
    expect(sizeOf('three-crowd.global.js') / KB).toBeLessThanOrEqual(375);
  });

  /** A script and what it imports before it runs. */
  function collect(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found;
    found.add(name);
    const text = readFileSync(resolve(SDK, name), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) collect(imported, found);
    return found;
  }
});

describe('what a page does not use', () => {
  test.each(['client', 'generate', 'rig', 'simulate', 'protocol', 'assets', 'react'])(
    'importing three-crowd/%s for nothing costs nothing',
    async (entry) => {
      const { startText } = await bundle(`import 'three-crowd/${entry}';`);
      expect(startText.trim().length).toBe(0);
    },
  );

  test('importing the element for its side effect keeps it', async () => {
    const { startText } = await bundle(`import 'three-crowd/element';`);
    expect(startText.includes('customElements.define("crowd-view"')).toBe(true);
  });

  test('one error guard of the facade brings neither three nor the loader', async () => {
    const { start, startText } = await bundle(
      `import { isCrowdError } from 'three-crowd'; console.log(isCrowdError(1));`,
    );
    expect(/GLTFLoader|WebGLRenderer/.test(startText)).toBe(false);
    // esbuild starts a page with all that the entry and a module loaded on demand share; `three-crowd/errors` has 1 KB.
    expect(start / KB).toBeLessThan(28);
  });

  test('no script evaluates text', () => {
    const scripts = readdirSync(SDK).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(3);
    for (const name of scripts) {
      expect(readFileSync(resolve(SDK, name), 'utf8'), name).not.toMatch(/\beval\(|new Function\(/);
    }
  });
});
