/**
 * Has the script files download what they need and nothing else, in as few rounds as they can: `tsx .ci/arrange-imports.ts
 * DIRECTORY`, before the metafiles are removed.
 *
 * - esbuild has a script import every file that holds a module it reaches, be it by a re-export alone: so pages that draw with
 *   WebGPU would download WebGLRenderer, since most names of three are re-exported beside it. Imports of nothing from files
 *   of three are dropped: three says of itself that its modules do nothing by being imported.
 * - What a file imports is known when it is there, a round trip after it was asked for. Where a file is imported on demand,
 *   what it will import is asked for beside it; files that pages and workers start with name all that they lead to.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Of esbuild's metafile, what is read here. */
interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
}

const STATIC_IMPORT = /(?:from|import)"\.\/([^"]+)"/g;
const IMPORT_ON_DEMAND = /import\("\.\/([^"]+\.js)"\)/g;
/** Imports the element on demand, and nothing before it runs. */
const EARLY_SCRIPT = 'crowd-view.js';
/** Other files are named by pages, or started as workers. */
const NAMED_BY_CONTENT = /-[A-Z0-9]{8}\.js$/;

const [directory] = process.argv.slice(2);
const names = readdirSync(directory);
const filesOfThree = names
  .filter((name) => name.startsWith('metafile-'))
  .flatMap((name) => namesOfThree(JSON.parse(readFileSync(join(directory, name), 'utf8'))));
if (filesOfThree.length === 0) throw new Error(`No file of ${directory} holds modules of three alone.`);

const scripts = new Map(
  names
    .filter((name) => name.endsWith('.js'))
    .map((name) => {
      const code = readFileSync(join(directory, name), 'utf8');
      return [name, filesOfThree.reduce((left, file) => left.replaceAll(`import"./${file}";`, ''), code)];
    }),
);
const [element] = Array.from(scripts.get(EARLY_SCRIPT)?.matchAll(IMPORT_ON_DEMAND) ?? [], ([, file]) => file);
if (!element?.startsWith('element-')) throw new Error(`${EARLY_SCRIPT} does not import the element first.`);
/** What every page has loaded when something else is imported on demand. */
const loaded = withImports(element);
for (const [name, code] of scripts) {
  const needed = withImports(name);
  const there = name === EARLY_SCRIPT ? needed : new Set([...loaded, ...needed]);
  const arranged = code.replace(IMPORT_ON_DEMAND, (itself, wanted: string) => {
    const beside = [...withImports(wanted)].filter((file) => file !== wanted && !there.has(file));
    const imports = [itself, ...beside.map((file) => `import("./${file}")`)].join();
    return beside.length === 0 ? itself : `Promise.all([${imports}]).then(all=>all[0])`;
  });
  const direct = Array.from(code.matchAll(STATIC_IMPORT), ([, file]) => file);
  const indirect = NAMED_BY_CONTENT.test(name)
    ? []
    : [...needed].filter((file) => file !== name && !direct.includes(file));
  writeFileSync(join(directory, name), indirect.map((file) => `import"./${file}";`).join('') + arranged);
}

/** A script and all that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  found.add(name);
  for (const [, imported] of (scripts.get(name) ?? '').matchAll(STATIC_IMPORT)) {
    if (!found.has(imported)) withImports(imported, found);
  }
  return found;
}

/** The files that hold nothing but modules of three. */
function namesOfThree({ outputs }: Metafile): string[] {
  return Object.entries(outputs)
    .filter(([, { inputs }]) => {
      const modules = Object.keys(inputs);
      return modules.length > 0 && modules.every((path) => path.startsWith('node_modules/three/build/'));
    })
    .map(([path]) => basename(path));
}
