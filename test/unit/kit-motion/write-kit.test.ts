import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildKit } from '../../../src/kit/build-kit.js';
import { writeKit } from '../../../src/kit/write-kit.js';
import { errorOf } from '../../support/error-of.js';
import { createDirectory } from '../../support/temporary-directory.js';

vi.mock('../../../src/kit/build-kit.js', () => ({ buildKit: vi.fn() }));

const bytes = (text: string) => new TextEncoder().encode(text);
const kit = (files: Record<string, string>) =>
  vi
    .mocked(buildKit)
    .mockResolvedValue(
      new Map(Object.entries({ 'kit.json': '{}', ...files }).map(([name, text]) => [name, bytes(text)])),
    );

let root: string;
let target: string;

beforeEach(async () => {
  root = await createDirectory([], onTestFinished);
  target = join(root, 'kit');
});

const listAll = async () => (await readdir(root, { recursive: true })).sort();

test('an older kit is replaced as a whole, and nothing is left beside it', async () => {
  kit({ 'clips/walk.glb': 'old', 'gone.glb': 'old' });
  await writeKit(target);
  kit({ 'clips/walk.glb': 'new' });
  await writeKit(target);
  expect(await listAll()).toEqual(['kit', 'kit/clips', 'kit/clips/walk.glb', 'kit/kit.json']);
  expect(await readFile(join(target, 'clips/walk.glb'), 'utf8')).toBe('new');
});

test('an empty directory is taken', async () => {
  await mkdir(target);
  kit({});
  await writeKit(target);
  expect(await listAll()).toEqual(['kit', 'kit/kit.json']);
});

test('a directory with other files is refused before any work, and left as it is', async () => {
  await mkdir(target);
  await writeFile(join(target, 'thesis.txt'), 'ten years');
  vi.mocked(buildKit).mockClear();
  const error = await errorOf(writeKit(target), 'AssetError');
  expect(error.message).toContain('choose a new or empty directory');
  expect(buildKit).not.toHaveBeenCalled();
  expect(await listAll()).toEqual(['kit', 'kit/thesis.txt']);
});

test('where writing fails, the kit that was there stays, and no half of one is left', async () => {
  kit({ 'clips/walk.glb': 'old' });
  await writeKit(target);
  // A file cannot be a directory as well.
  kit({ clips: 'a file', 'clips/walk.glb': 'new' });
  await expect(writeKit(target)).rejects.toThrow();
  expect(await listAll()).toEqual(['kit', 'kit/clips', 'kit/clips/walk.glb', 'kit/kit.json']);
  expect(await readFile(join(target, 'clips/walk.glb'), 'utf8')).toBe('old');
});
