import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Machine } from '../headless/save-result.js';
import type { Result } from '../measure/result.js';
import { CHARTS } from './charts.js';
import { drawChart } from './draw-chart.js';
import { drawStanding } from './draw-standing.js';
import { type Illustrated, mostComparedCount, replaceSections, sectionOf } from './readme-section.js';
import { onBackend } from './standing.js';

/** Charts in the report. */
const SHOWN = ['frame', 'script', 'gpu'] as const;

/**
 * Writes the tables and charts of each machine's newest version: the tables to a Markdown file, the charts
 * beside the results.
 *
 * @returns number of machines
 */
export async function writeReport(results: string, readme: string): Promise<number> {
  const files = (await readdir(results).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0) {
    throw new Error(`No results in ${results}. Make some: npm run bench -- --counts 150,400 --save`);
  }
  const sections: string[] = [];
  for (const file of files) {
    const { name, runs } = JSON.parse(await readFile(join(results, file), 'utf8')) as Machine;
    const [{ version, results: newest }] = runs;
    const illustrated: Illustrated[] = [];
    for (const result of newest) {
      const { view, width, shadows } = result.plan;
      const stem = `${file.replace(/\.json$/, '')}.${view}-${width}${shadows ? '-shadows' : ''}`;
      illustrated.push({ result, charts: await writeCharts(result, join(results, 'charts', stem), readme) });
    }
    sections.push(sectionOf(name, version, illustrated));
  }
  await writeFile(readme, replaceSections(await readFile(readme, 'utf8'), sections));
  return files.length;
}

/** Paths are relative to the Markdown file. */
async function writeCharts(result: Result, stem: string, readme: string): Promise<Illustrated['charts']> {
  const written: { title: string; file: string }[] = [];
  for (const [name, svg] of Object.entries(drawCharts(result))) {
    if (!svg) continue;
    const file = `${stem}.${name}.svg`;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, svg);
    const [, title = name] = /aria-label="([^"]*)"/.exec(svg) ?? [];
    written.push({ title, file: relative(dirname(readme), file).replaceAll('\\', '/') });
  }
  return written;
}

function drawCharts(result: Result): Record<string, string | undefined> {
  const count = mostComparedCount(result);
  const entries = onBackend(result.entries, 'fastest');
  const hasCurves = new Set(entries.map((entry) => entry.count)).size > 1;
  return {
    standing: count === undefined ? undefined : drawStanding(result.entries, count),
    ...Object.fromEntries(
      SHOWN.map((name) => [name, hasCurves ? drawChart(entries, CHARTS[name]) : undefined]),
    ),
  };
}
