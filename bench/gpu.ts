import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPlanOptions, commandLine, type PlanOptions } from './command-line.js';
import { loadModule } from './headless/load-module.js';
import { saveResult } from './headless/save-result.js';
import { serveKit } from './headless/serve-kit.js';
import { writePictures } from './headless/write-pictures.js';
import type { Progress } from './measure/count-run.js';
import type { Result } from './measure/result.js';
import { readPlan } from './page/plan.js';
import { describeRun, toMarkdown } from './report/table.js';

/** Values of options that are not given. */
const DEFAULTS = {
  backends: 'webgpu',
  counts: '150,300,500,1000,2000,5000,10000,20000,50000,100000',
  contenders: 'three-crowd,three-crowd-varied,three-crowd-near',
  size: '1920x1080',
};

const {
  view = 'overview,street',
  json,
  pictures,
  save,
  shadows,
  ...asked
} = addPlanOptions(
  commandLine(
    'npm run bench:gpu --',
    "Measures three-crowd on the machine's GPU without a browser, with the milliseconds of each pass. --view takes a list.",
  ),
)
  .option('--shadows', 'draw shadows')
  .option('--json <file>', 'write the result after each round; one file per view')
  .option('--pictures <directory>', 'write what was drawn')
  .option('--save', 'keep the result in bench/results/')
  .parse()
  .opts<PlanOptions & { json?: string; pictures?: string; save?: true; shadows?: true }>();
const query = { ...DEFAULTS, ...asked, ...(shadows ? { shadows: '1' } : {}) };
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
    onProgress: printProgress(plan.view),
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
// Threads of Dawn keep the process alive.
process.exit();

/** Prints each new scene to standard error. */
function printProgress(where: string): (progress: Progress) => void {
  let printed = '';
  return ({ title, count }) => {
    const now = `${where}, ${count} characters: ${title}`;
    if (now !== printed) console.error(now);
    printed = now;
  };
}
