import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeReport } from '../../../bench/report/write-report.js';
import { SAMPLE_MACHINE } from '../../support/bench/sample-machine.js';
import { createDirectory } from '../../support/temporary-directory.js';

test('the newest version of every machine is written into the README, with charts that are there', async () => {
  const files = {
    'README.md': 'before\n<!-- benchmark:start -->\n<!-- benchmark:end -->\nafter\n',
    'a-gpu.json': JSON.stringify(SAMPLE_MACHINE),
  };
  const directory = await createDirectory(Object.entries(files), onTestFinished);
  const readme = join(directory, 'README.md');

  expect(await writeReport(directory, readme)).toBe(1);
  expect(await writeReport(directory, readme), 'again').toBe(1);
  const written = await readFile(readme, 'utf8');
  const charts = [...written.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, file]) => file);
  expect(charts).toHaveLength(4);
  expect((await readdir(join(directory, 'charts'))).map((name) => `charts/${name}`).sort()).toEqual(
    [...charts].sort(),
  );
  for (const chart of charts) {
    const svg = await readFile(join(directory, chart), 'utf8');
    expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg.length).toBeLessThan(20_000);
  }
  expect(written).toContain('three-crowd 2.0.0.');
  expect(written).not.toContain('three-crowd 1.0.0.');
  expect(written).toMatch(/^before\n[\s\S]*after\n$/);
});

test('a folder without results says how to get some', async () => {
  const directory = join(tmpdir(), 'three-crowd-no-results');
  await expect(writeReport(directory, 'README.md')).rejects.toThrow(/npm run bench -- .*--save/);
});
