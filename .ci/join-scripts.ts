/**
 * Joins script files that are always loaded together: `tsx .ci/join-scripts.ts DIRECTORY`, before imports are arranged.
 *
 * esbuild writes a file for each set of entries that reach a module, so that a page with a crowd loaded 24, many of a kilobyte.
 * They take turns in a browser's six connections: what describes the poses, which waits behind them, was there after 0.6 to 0.84 s
 * in place of 0.36 (10 Mbit/s and 40 ms, busy machine).
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

/** Of esbuild's metafile, what is read and written here. */
interface Metafile {
  readonly outputs: Record<string, { inputs: Record<string, unknown>; exports: readonly string[] }>;
}

const STATIC_IMPORT = /(?:from|import)"\.\/([^"]+)"/g;
const NAMED_IMPORT = /(import|export)\{([^}]*)\}from"\.\/([^"]+)"/g;
const IMPORT_ON_DEMAND = /import\("\.\/([^"]+\.js)"\)/g;
/** Other files are named by pages, or started as workers. */
const NAMED_BY_CONTENT = /-[A-Z0-9]{8}\.js$/;
/** Files that are imported on demand, by the beginning of their names, and those that are there before. */
const COMES_AFTER: Readonly<Record<string, readonly string[]>> = {
  motion: ['worker'],
  'gpu-takeover': ['motion', 'worker'],
  'gpu-walk': ['webgpu', 'worker'],
  gpu: ['worker'],
};

const [directory] = process.argv.slice(2);
const metafilePath = join(directory, 'metafile-esm.json');
const metafile: Metafile = JSON.parse(readFileSync(metafilePath, 'utf8'));
const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
const scripts = new Map(
  Object.keys(metafile.outputs)
    .filter((path) => path.endsWith('.js'))
    .map((path) => [basename(path), read(basename(path))]),
);
const onDemand = new Set(
  [...scripts.values()].flatMap((code) => Array.from(code.matchAll(IMPORT_ON_DEMAND), ([, name]) => name)),
);
const entries = [...scripts.keys()].filter((name) => !NAMED_BY_CONTENT.test(name) || onDemand.has(name));
const loadedBy = new Map(entries.map((name) => [name, withImports(name)]));
const [page] = entries.filter((name) => name.startsWith('element-'));
if (!page) throw new Error(`${directory} has no file of the element.`);

for (const group of groupsOf([...scripts.keys()].filter((name) => !isOfThree(name)))) await joinGroup(group);
for (const [name, code] of scripts) writeFileSync(join(directory, name), code);
writeFileSync(metafilePath, JSON.stringify(metafile));

/** Files that are loaded by the same entries, beside those that come after one of these. */
function groupsOf(names: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const loaders = entries.filter((entry) => loadedBy.get(entry)?.has(name));
    // What a page begins with is there before anything that it imports on demand.
    const isOfPage = loaders.includes(page);
    const needed = loaders.filter((entry) => {
      if (isOfPage) return entry === page || (!onDemand.has(entry) && entry !== 'three-crowd.js');
      return !(COMES_AFTER[stem(entry)] ?? []).some((before) => loaders.map(stem).includes(before));
    });
    const key = needed.join();
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Puts files into one, which keeps the names that the entry among them exports: it is imported on demand by them. */
async function joinGroup(group: readonly string[]): Promise<void> {
  const [entry, ...others] = group.filter((name) => entries.includes(name));
  if (others.length > 0) throw new Error(`${[entry, ...others].join(', ')} would be one file.`);
  // Theirs say what is in them.
  const hash = createHash('sha256').update(group.join()).digest('hex').slice(0, 8).toUpperCase();
  const joined = `${stem(entry ?? group[0])}-${hash}.js`;
  const nameOf = (name: string, exported: string): string =>
    name === entry ? exported : `${exported}$${group.indexOf(name)}`;
  const contents = group.map((name) => {
    const renamed = outputOf(name).exports.map((exported) => `${exported} as ${nameOf(name, exported)}`);
    return `export{${renamed.join()}}from"./${name}";`;
  });
  const { outputFiles } = await build({
    stdin: { contents: contents.join('\n') },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    write: false,
    plugins: [
      {
        name: 'group',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^\.\// }, ({ path, kind }) => {
            const name = basename(path);
            const isWithin = group.includes(name) && kind === 'import-statement';
            return isWithin ? { path: name, namespace: 'group' } : { path, external: true };
          });
          onLoad({ filter: /./, namespace: 'group' }, ({ path }) => ({ contents: scripts.get(path) }));
        },
      },
    ],
  });
  const inputs = Object.assign({}, ...group.map((name) => outputOf(name).inputs));
  const exports = group.flatMap((name) => outputOf(name).exports.map((exported) => nameOf(name, exported)));
  metafile.outputs[join(dirname(pathOf(group[0])), joined)] = { inputs, exports };
  for (const name of group) {
    scripts.delete(name);
    rmSync(join(directory, name));
    delete metafile.outputs[pathOf(name)];
  }
  scripts.set(joined, outputFiles[0].text);
  for (const [name, code] of scripts) {
    const renamed = code.replace(NAMED_IMPORT, (itself, word: string, list: string, from: string) => {
      if (!group.includes(from)) return itself;
      const items = list.split(',').map((item) => {
        const [exported, own = exported] = item.split(' as ');
        return `${nameOf(from, exported)} as ${own}`;
      });
      return `${word}{${items.join()}}from"./${joined}"`;
    });
    const pointed = group.reduce(
      (text, member) => text.replaceAll(`"./${member}"`, `"./${joined}"`),
      renamed,
    );
    scripts.set(name, pointed);
  }
}

/** A script and all that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  found.add(name);
  for (const [, imported] of (scripts.get(name) ?? '').matchAll(STATIC_IMPORT)) {
    if (!found.has(imported)) withImports(imported, found);
  }
  return found;
}

/** Whether a file holds modules of three alone: it is named for that. */
function isOfThree(name: string): boolean {
  const modules = Object.keys(outputOf(name).inputs);
  return modules.length > 0 && modules.every((path) => path.startsWith('node_modules/three/build/'));
}

function outputOf(name: string): Metafile['outputs'][string] {
  return metafile.outputs[pathOf(name)];
}

function pathOf(name: string): string {
  return Object.keys(metafile.outputs).find((path) => basename(path) === name)!;
}

/** What esbuild makes a name of: `webgpu` of `webgpu-NEOOYVQF.js`. */
function stem(name: string): string {
  return name.replace(NAMED_BY_CONTENT, '');
}
