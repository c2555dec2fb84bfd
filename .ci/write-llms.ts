/**
 * Writes what models read before they write programs with the package: `tsx .ci/write-llms.ts DIRECTORY`, for a
 * directory of the package that lies beside `examples`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullText, llmsText, skillText } from './llms.js';

const [directory] = process.argv.slice(2);
writeFileSync(join(directory, 'llms.txt'), llmsText('../examples/guides/'));
writeFileSync(join(directory, 'llms-full.txt'), fullText());
writeFileSync(join(directory, 'SKILL.md'), skillText());
