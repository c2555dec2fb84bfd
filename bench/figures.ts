/**
 * The figures that three-crowd promises, each from one run: `npm run bench:figures`, or some of them with
 * `-- --only script,street`. Ends with an error where a bar does not hold.
 */
import { parseArgs } from 'node:util';
import { measure } from './headless/measure.js';
import { openPage } from './headless/open-page.js';
import type { Result } from './measure/result.js';
import { readPlan } from './page/plan.js';
import { FIGURES, type Finding } from './report/figures.js';

const { values } = parseArgs({ options: { only: { type: 'string' }, gpu: { type: 'boolean' } } });
const only = values.only?.split(',');

const opened = await openPage({ gpu: values.gpu === true });
try {
  const findings: Finding[] = [];
  for (const figure of FIGURES.filter(({ id }) => !only || only.includes(id))) {
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
