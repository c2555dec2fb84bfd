/** Writes the tables and charts of `bench/results/` into the README: `npm run bench:report`. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Machine, RESULTS } from './headless/save-result.js';
import { CHARTS, drawChart } from './report/chart.js';
import { replaceSections, sectionOf } from './report/readme-section.js';

const README = join(import.meta.dirname, '../README.md');
const SHOWN = ['frame', 'script'] as const;

const files = (await readdir(RESULTS)).filter((name) => name.endsWith('.json')).sort();
const sections: string[] = [];
for (const file of files) {
  const machine = JSON.parse(await readFile(join(RESULTS, file), 'utf8')) as Machine;
  const charts: string[] = [];
  for (const name of SHOWN) {
    const svg = drawChart(machine.runs[0].result.entries, CHARTS[name]);
    if (!svg) continue;
    const chart = file.replace(/json$/, `${name}.svg`);
    await writeFile(join(RESULTS, chart), svg);
    charts.push(`bench/results/${chart}`);
  }
  sections.push(sectionOf(machine, charts));
}
await writeFile(README, replaceSections(await readFile(README, 'utf8'), sections));
console.log(`${files.length} machine${files.length === 1 ? '' : 's'} in the README.`);
