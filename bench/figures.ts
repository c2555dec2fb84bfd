import { commandLine } from './command-line.js';
import { measure, openPage } from './headless/open-page.js';
import type { Result } from './measure/result.js';
import { readPlan } from './page/plan.js';
import { FIGURES, type Finding } from './report/figures.js';

const { only, gpu } = commandLine(
  'npm run bench:figures --',
  'Measures the figures that three-crowd promises, each in one run. Status 1 if one misses its bar.',
)
  .option('--only <ids>', `figures to measure, of ${FIGURES.map(({ id }) => id).join(', ')}`)
  .option('--gpu', "draw on the machine's GPU instead of a software one", false)
  .parse()
  .opts<{ only?: string; gpu: boolean }>();
const ids = only?.split(',');

const opened = await openPage({ gpu });
try {
  const findings: Finding[] = [];
  for (const figure of FIGURES.filter(({ id }) => !ids || ids.includes(id))) {
    const results: Result[] = [];
    for (const asked of figure.plans) {
      results.push(await measure(opened, readPlan(new URLSearchParams({ size: '320x180', ...asked }))));
    }
    const found = figure.find(results.flatMap(({ entries }) => entries));
    for (const { title, bar, value, holds } of found) {
      console.log(`${holds ? 'holds' : 'FAILS'}  ${title}: ${value} (${bar})`);
    }
    findings.push(...found);
  }
  if (findings.some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  await opened.close();
}
