/**
 * Measures without hands: `npm run bench -- --counts 150,1000 --contenders all --json out.json`.
 *
 * Options are those of the page's address, `--json FILE` for the result, `--pictures DIR` for what was drawn,
 * `--save` to keep it under `bench/results/`, `--gpu` to take the machine's own GPU.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measure } from './headless/measure.js';
import { openPage } from './headless/open-page.js';
import { saveResult } from './headless/save-result.js';
import { writePictures } from './headless/write-pictures.js';
import { readPlan } from './page/plan.js';
import { describeRun, toMarkdown } from './report/table.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    counts: text,
    contenders: text,
    backends: text,
    view: text,
    size: text,
    rounds: text,
    frames: text,
    budget: text,
    shadows: { type: 'boolean' },
    json: text,
    pictures: text,
    save: { type: 'boolean' },
    gpu: { type: 'boolean' },
  },
});
const { json, pictures, save, gpu, shadows, ...said } = values;
const plan = readPlan(
  new URLSearchParams({ size: '320x180', ...said, ...(shadows ? { shadows: '1' } : {}) }),
);

const opened = await openPage({ gpu: gpu === true });
try {
  const result = await measure(opened, plan);
  console.log(`${describeRun(result)}\n\n${toMarkdown(result)}`);
  if (pictures) await writePictures(result, pictures);
  if (json) await writeFile(json, JSON.stringify(result, undefined, 2));
  if (save) console.log(`\nKept in ${await saveResult(result)}.`);
  if (!result.isComplete) process.exitCode = 1;
} finally {
  await opened.close();
}
