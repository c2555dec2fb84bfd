/** @module-tag nightly */
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { beforeAll, expect, test } from 'vitest';
import type { Result } from '../../bench/measure/result.js';
import { findBrowser } from '../support/find-browser.js';
import { createDirectory } from '../support/temporary-directory.js';

const ROOT = join(import.meta.dirname, '../..');
const CHARACTERS = 4;

const directory = await createDirectory();
let result: Result;

/** Chromium brings a GPU in software, and the Vulkan loader for it. */
function softwareGpu(): NodeJS.ProcessEnv {
  const browser = realpathSync(findBrowser());
  const folders = [dirname(browser), '/usr/lib/chromium', '/opt/google/chrome'];
  const folder = folders.find((one) => existsSync(join(one, 'vk_swiftshader_icd.json')));
  if (!folder) throw new Error(`No vk_swiftshader_icd.json in ${folders.join(', ')}.`);
  return { VK_ICD_FILENAMES: join(folder, 'vk_swiftshader_icd.json'), LD_LIBRARY_PATH: folder };
}

beforeAll(async () => {
  const json = join(directory, 'result.json');
  const said = `--counts ${CHARACTERS} --view close --size 160x90 --rounds 1 --frames 2 --shadows`;
  await promisify(execFile)(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', 'bench/gpu.ts', ...said.split(' '), '--json', json],
    { cwd: ROOT, env: { ...process.env, ...softwareGpu() } },
  );
  result = JSON.parse(await readFile(json, 'utf8')) as Result;
});

test('our scenes are measured in Node, with the milliseconds of every pass', () => {
  const { entries, adapters, isComplete } = result;
  expect(isComplete).toBe(true);
  expect(adapters.webgpu).toMatch(/swiftshader/i);
  expect(entries.map(({ contender, count, error }) => [contender, count, error])).toEqual([
    ['three-crowd', CHARACTERS, undefined],
    ['three-crowd-varied', CHARACTERS, undefined],
    ['three-crowd-near', CHARACTERS, undefined],
  ]);
  for (const { measured } of entries) {
    expect(Object.keys(measured?.passes ?? {})).toEqual(['compute', 'shadows', 'people', 'output']);
    expect(measured?.passes?.['people'].median).toBeGreaterThan(0);
    expect(measured?.draws).toBeGreaterThan(1);
    expect(measured?.frame.median).toBeGreaterThan(measured?.script.median ?? Number.POSITIVE_INFINITY);
  }
});

test('people are in its pictures', () => {
  for (const { contender, measured } of result.entries) {
    const base64 = measured?.picture?.split(',')[1] ?? '';
    const { width, height, data } = PNG.sync.read(Buffer.from(base64, 'base64'));
    expect([width, height]).toEqual([160, 90]);
    const dark = data.filter((value, i) => i % 4 === 0 && value < 120).length / (width * height);
    expect(dark, contender).toBeGreaterThan(0.02);
  }
});
