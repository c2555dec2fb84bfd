import { join } from 'node:path';
import { commandLine } from './command-line.js';
import { RESULTS } from './headless/save-result.js';
import { writeReport } from './report/write-report.js';

commandLine(
  'npm run bench:report',
  'Writes the tables and charts of bench/results/ into bench/results/README.md.',
).parse();
const machines = await writeReport(RESULTS, join(import.meta.dirname, 'results/README.md'));
console.log(`${machines} machine${machines === 1 ? '' : 's'} in bench/results/README.md.`);
