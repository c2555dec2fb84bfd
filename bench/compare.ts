/**
 * Compares the working tree with a commit, or two results with each other, and marks what changed beyond the spread:
 * `npm run bench:compare -- --against main --counts 150`, `npm run bench:compare -- before.json after.json`.
 * Ends with an error where something is.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut } from './headless/checkout.js';
import { measure } from './headless/measure.js';
import { openPage } from './headless/open-page.js';
import type { Plan, Result } from './measure/result.js';
import { readPlan } from './page/plan.js';
import { compareResults, toLine } from './report/compare.js';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: text,
    counts: text,
    contenders: text,
    backends: text,
    view: text,
    size: text,
    rounds: text,
    frames: text,
    budget: text,
  },
});
const { against, ...said } = values;
if (against === undefined && positionals.length !== 2) {
  throw new Error('Say --against COMMIT, or name two files of results.');
}
const [before, after] = against === undefined ? await readBoth(positionals) : await measureBoth(against);
const changes = compareResults(before, after);
console.log(changes.map(toLine).join('\n'));
if (changes.length === 0) throw new Error('The two have nothing in common that could be compared.');
const beyond = changes.filter(({ isBeyondSpread }) => isBeyondSpread).length;
console.log(`${beyond} of ${changes.length} beyond the spread.`);
if (beyond > 0) process.exitCode = 1;

async function readBoth(files: readonly string[]): Promise<Result[]> {
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Result));
}

async function measureBoth(commit: string): Promise<Result[]> {
  const own = 'three-crowd,three-crowd-varied,three-crowd-near';
  const plan = readPlan(new URLSearchParams({ size: '320x180', contenders: own, ...said }));
  const checkout = await checkOut(commit);
  try {
    return [await measureSource(plan, join(checkout.directory, 'src')), await measureSource(plan)];
  } finally {
    await checkout.remove();
  }
}

async function measureSource(plan: Plan, source?: string): Promise<Result> {
  const opened = await openPage(source ? { source } : {});
  try {
    return await measure(opened, plan);
  } finally {
    await opened.close();
  }
}
