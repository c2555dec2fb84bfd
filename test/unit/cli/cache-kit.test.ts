import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cacheKit } from '../../../src/cli/program/cache-kit.js';
import { KIT_VERSION, writeKit } from '../../../src/kit/index.js';
import { createTerminal } from '../../support/cli/test-terminal.js';
import { createDirectory } from '../../support/temporary-directory.js';

// What the kit holds is tested with the kit, which takes seconds to make.
vi.mock('../../../src/kit/index.js', () => ({ KIT_VERSION: '7', writeKit: vi.fn() }));

const name = `kit-${KIT_VERSION}`;
const write = vi.mocked(writeKit);

beforeEach(() => {
  write.mockReset().mockImplementation(async (directory, options) => {
    await mkdir(directory, { recursive: true });
    options?.onProgress?.(0.5);
    await writeFile(join(directory, 'kit.json'), '{}');
    options?.onProgress?.(1);
  });
});

async function makeData(): Promise<string> {
  return join(await createDirectory([], onTestFinished), 'deep', 'data');
}

test('makes the kit once, and tells how far it is', async () => {
  const data = await makeData();
  const terminal = createTerminal();
  expect(await cacheKit(data, terminal)).toBe(join(data, name));
  expect(await cacheKit(data, terminal)).toBe(join(data, name));
  expect(write).toHaveBeenCalledTimes(1);
  expect(await readdir(data)).toEqual([name]);
  expect(terminal.errors).toEqual([
    'Making the sample kit …',
    'Making the sample kit: 40 %',
    'Making the sample kit: 100 %',
    expect.stringMatching(/^Making the sample kit: done after \d+\.\d s$/),
  ]);
});

test('leaves nothing behind when it fails, and makes it the next time', async () => {
  const data = await makeData();
  const working = write.getMockImplementation();
  write.mockImplementationOnce(async (directory) => {
    await mkdir(directory, { recursive: true });
    throw new Error('disk full');
  });
  await expect(cacheKit(data, createTerminal())).rejects.toThrow('disk full');
  expect(await readdir(data)).toEqual([]);
  expect(working).toBeDefined();
  await cacheKit(data, createTerminal());
  expect(await readdir(data)).toEqual([name]);
});

test('the one that another process finished first is taken', async () => {
  const data = await makeData();
  write.mockImplementationOnce(async (directory) => {
    await mkdir(directory, { recursive: true });
    await mkdir(join(data, name));
    await writeFile(join(data, name, 'kit.json'), 'theirs');
    await writeFile(join(directory, 'kit.json'), 'mine');
  });
  expect(await cacheKit(data, createTerminal())).toBe(join(data, name));
  expect(await readdir(data)).toEqual([name]);
  expect(await readdir(join(data, name))).toEqual(['kit.json']);
});
