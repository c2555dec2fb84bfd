/**
 * Writes what models read before they write programs with the package: `tsx .ci/write-llms.ts DIRECTORY`, for a
 * directory of the package that lies beside `examples`. The guides lie in the package themselves; in one text,
 * `llms-full.txt`, the site has them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { llmsText, skillText } from './llms.js';

const [directory] = process.argv.slice(2);
writeFileSync(join(directory, 'llms.txt'), llmsText('../examples/guides/'));
writeFileSync(join(directory, 'SKILL.md'), skillText());
