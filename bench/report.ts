/** Writes the tables and charts of `bench/results/` into `bench/results/README.md`: `npm run bench:report`. */
import { join } from 'node:path';
import { RESULTS } from './headless/save-result.js';
import { writeReport } from './report/write-report.js';

const machines = await writeReport(RESULTS, join(import.meta.dirname, 'results/README.md'));
console.log(`${machines} machine${machines === 1 ? '' : 's'} in bench/results/README.md.`);
