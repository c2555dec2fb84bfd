/**
 * Measures our scenes on the machine's GPU without a browser, with the milliseconds of every pass:
 * `npm run bench:gpu`, or `npm run bench:gpu -- --counts 150,1000 --view street --json out.json`.
 *
 * Options are those of the page's address; `--view` takes several, each with a file of its own beside `--json FILE`,
 * which is written after every round, so that an interrupted run keeps what it has; `--pictures DIR` and `--save` are as in `npm run bench`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadModule } from './headless/load-module.js';
import { saveResult } from './headless/save-result.js';
import { serveKit } from './headless/serve-kit.js';
import { writePictures } from './headless/write-pictures.js';
import type { Result } from './measure/result.js';
import type { Progress } from './measure/run-benchmark.js';
import { readPlan } from './page/plan.js';
import { describeRun, toMarkdown } from './report/table.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    counts: { ...text, default: '150,300,500,1000,2000,5000,10000,20000,50000,100000' },
    contenders: { ...text, default: 'three-crowd,three-crowd-varied,three-crowd-near' },
    view: { ...text, default: 'overview,street' },
    size: { ...text, default: '1920x1080' },
    rounds: text,
    frames: text,
    budget: text,
    shadows: { type: 'boolean' },
    json: text,
    pictures: text,
    save: { type: 'boolean' },
  },
});
const { view, json, pictures, save, shadows, ...said } = values;
const query = { backends: 'webgpu', ...said, ...(shadows ? { shadows: '1' } : {}) };
const plans = view.split(',').map((one) => readPlan(new URLSearchParams({ ...query, view: one })));

const service = await serveKit();
const loaded = await loadModule<typeof import('./headless/measure-in-node.js')>(
  join(import.meta.dirname, 'headless/measure-in-node.ts'),
);
for (const plan of plans) {
  const file = plans.length > 1 ? json?.replace(/(\.\w+)?$/, `.${plan.view}$&`) : json;
  const keep = (result: Result): void => {
    if (file) writeFileSync(file, JSON.stringify(result, undefined, 2));
  };
  const result = await loaded.module.measureInNode({
    plan,
    origin: service.url,
    onProgress: say(plan.view),
    onResult: keep,
  });
  keep(result);
  console.log(`\n${describeRun(result)}\n\n${toMarkdown(result)}`);
  if (pictures) await writePictures(result, pictures);
  if (save) console.log(`\nKept in ${await saveResult(result)}.`);
  if (result.entries.some(({ error }) => error !== undefined)) process.exitCode = 1;
}
await loaded.close();
await service.close();
// Dawn's own threads would keep the process.
process.exit();

/** Says once what is being drawn. */
function say(where: string): (progress: Progress) => void {
  let said = '';
  return ({ title, count }) => {
    const now = `${where}, ${count} characters: ${title}`;
    if (now !== said) console.error(now);
    said = now;
  };
}
