/** Writes the tables and charts of `bench/results/` into the README: `npm run bench:report`. */
import { join } from 'node:path';
import { RESULTS } from './headless/save-result.js';
import { writeReport } from './report/write-report.js';

const machines = await writeReport(RESULTS, join(import.meta.dirname, '../README.md'));
console.log(`${machines} machine${machines === 1 ? '' : 's'} in the README.`);
