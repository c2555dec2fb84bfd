/**
 * Gives the files that tsup built the licences of what is bundled into them: `tsx .ci/add-licences.ts DIRECTORY...`,
 * run where tsup ran. Reads and removes the metafiles that tsup left in each directory.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LICENCES_FILE, Licences } from './licences.js';

/** Of esbuild's metafile, what is read here. */
interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, ModuleInOutput>> }>>;
}

interface ModuleInOutput {
  /** Zero where nothing of the module is used. */
  readonly bytesInOutput: number;
}

for (const directory of process.argv.slice(2)) addLicences(directory);

function addLicences(directory: string): void {
  const licences = new Licences();
  const metafiles = readdirSync(directory)
    .filter((name) => /^metafile-\w+\.json$/.test(name))
    .map((name) => join(directory, name));
  if (metafiles.length === 0) throw new Error(`${directory} holds no metafile: run tsup first.`);
  for (const path of metafiles) {
    const { outputs } = JSON.parse(readFileSync(path, 'utf8')) as Metafile;
    for (const [output, { inputs }] of Object.entries(outputs)) {
      const modules = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0);
      const comment = licences.comment(modules);
      if (comment !== '' && existsSync(output)) insert(output, comment);
    }
    rmSync(path);
  }
  if (!licences.isEmpty) writeFileSync(join(directory, LICENCES_FILE), licences.text());
}

/** Puts a comment first, or after the line that names the program which runs the file. */
function insert(path: string, comment: string): void {
  const [, shebang, code] = /^(#!.*\n)?([\s\S]*)$/.exec(readFileSync(path, 'utf8')) as RegExpExecArray;
  writeFileSync(path, (shebang ?? '') + comment + code);
}
