import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addPlanOptions, commandLine, type PlanOptions } from './command-line.js';
import { checkOut } from './headless/checkout.js';
import { measure, openPage } from './headless/open-page.js';
import type { Plan, Result } from './measure/result.js';
import { readPlan } from './page/plan.js';
import { compareResults, toLine } from './report/compare.js';

const program = addPlanOptions(
  commandLine(
    'npm run bench:compare --',
    'Compares the working tree with a commit, or two results, and marks changes beyond the spread. Status 1 if there are any.',
  ),
)
  .argument('[files...]', 'two results of npm run bench, the earlier one first')
  .option('--against <commit>', 'commit to compare with')
  .parse();
const { against, ...asked } = program.opts<PlanOptions>();
if (against === undefined && program.args.length !== 2) {
  program.error('error: name two files of results, or give --against COMMIT');
}
const [before, after] = against === undefined ? await readBoth(program.args) : await measureBoth(against);
const changes = compareResults(before, after);
console.log(changes.map(toLine).join('\n'));
if (changes.length === 0) throw new Error('The two results share no entry that could be compared.');
const beyond = changes.filter(({ isBeyondSpread }) => isBeyondSpread).length;
console.log(`${beyond} of ${changes.length} beyond the spread.`);
if (beyond > 0) process.exitCode = 1;

async function readBoth(files: readonly string[]): Promise<Result[]> {
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Result));
}

async function measureBoth(commit: string): Promise<Result[]> {
  const own = 'three-crowd,three-crowd-varied,three-crowd-near';
  const plan = readPlan(new URLSearchParams({ size: '320x180', contenders: own, ...asked }));
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
