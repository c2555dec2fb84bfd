import { writeFile } from 'node:fs/promises';
import { addPlanOptions, commandLine, type PlanOptions } from './command-line.js';
import { measure, openPage } from './headless/open-page.js';
import { saveResult } from './headless/save-result.js';
import { writePictures } from './headless/write-pictures.js';
import { readPlan } from './page/plan.js';
import { describeRun, toMarkdown } from './report/table.js';

const { json, pictures, save, gpu, shadows, ...asked } = addPlanOptions(
  commandLine('npm run bench --', 'Measures in a browser, as the benchmark page does, and prints a table.'),
)
  .option('--shadows', 'draw shadows')
  .option('--json <file>', 'write the result to a file')
  .option('--pictures <directory>', 'write what was drawn')
  .option('--save', 'keep the result in bench/results/')
  .option('--gpu', "draw on the machine's GPU instead of a software one", false)
  .parse()
  .opts<PlanOptions & { json?: string; pictures?: string; save?: true; gpu: boolean; shadows?: true }>();
const plan = readPlan(
  new URLSearchParams({ size: '320x180', ...asked, ...(shadows ? { shadows: '1' } : {}) }),
);

const opened = await openPage({ gpu });
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
