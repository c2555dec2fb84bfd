/**
 * Takes imports of nothing out of the script files: `tsx .ci/drop-bare-imports.ts DIRECTORY`, before the metafiles are
 * removed. esbuild has a script import every file that holds a module it reaches, be it by a re-export alone: so pages that
 * draw with WebGPU would download WebGLRenderer, since most names of three are re-exported beside it. three says of itself
 * that its modules do nothing by being imported.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Of esbuild's metafile, what is read here. */
interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
}

const [directory] = process.argv.slice(2);
const names = readdirSync(directory);
const dropped = names
  .filter((name) => name.startsWith('metafile-'))
  .flatMap((name) => filesOfThree(JSON.parse(readFileSync(join(directory, name), 'utf8'))));
if (dropped.length === 0) throw new Error(`No file of ${directory} holds modules of three alone.`);

for (const name of names.filter((file) => file.endsWith('.js'))) {
  const path = join(directory, name);
  const code = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    dropped.reduce((left, file) => left.replaceAll(`import"./${file}";`, ''), code),
  );
}

/** Those that hold nothing but modules of three. */
function filesOfThree({ outputs }: Metafile): string[] {
  return Object.entries(outputs)
    .filter(([, { inputs }]) => {
      const modules = Object.keys(inputs);
      return modules.length > 0 && modules.every((path) => path.startsWith('node_modules/three/build/'));
    })
    .map(([path]) => basename(path));
}
