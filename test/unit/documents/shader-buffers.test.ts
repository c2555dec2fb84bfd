import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readMarkdown } from '../../support/documents/markdown.js';

const KERNELS = join(ROOT, 'shaders/webgpu');

/** Buffers that the text of a kernel assigns to or counts in, and the others that it indexes. */
function usesOf(source: string): { written: string[]; read: string[] } {
  const written = new Set<string>();
  const indexed = new Set<string>();
  for (const statement of source.replace(/\/\/.*/g, '').split(/[;{}]/)) {
    const assigned = /^\s*(crowd[A-Z]\w*)\[.*[^=!<>]=(?!=)/s.exec(statement)?.[1];
    if (assigned) written.add(assigned);
    for (const [, name] of statement.matchAll(/atomic(?:Add|Exchange|Max|Store)\(&(crowd[A-Z]\w*)\[/g))
      written.add(name);
    for (const [, name] of statement.matchAll(/\b(crowd[A-Z]\w*)\[/g)) indexed.add(name);
  }
  return { written: [...written], read: [...indexed].filter((name) => !written.has(name)) };
}

/** One line for each kernel and buffer, such as `cull writes crowdSlots`. */
function usesInKernels(): string[] {
  return readdirSync(KERNELS).flatMap((file) => {
    const { written, read } = usesOf(readFileSync(join(KERNELS, file), 'utf8'));
    const kernel = file.replace(/^crowd-|\.wgsl$/g, '');
    return [
      ...written.map((buffer) => `${kernel} writes ${buffer}`),
      ...read.map((buffer) => `${kernel} reads ${buffer}`),
    ];
  });
}

/** The same from the table of shaders/README.md. */
function usesInTable(): string[] {
  const { text } = readMarkdown('shaders/README.md');
  const rows = [...text.matchAll(/^\| `(crowd\w+)` \|[^|\n]*\|[^|\n]*\|([^|\n]*)\|([^|\n]*)\|$/gm)];
  return rows.flatMap(([, buffer, written, read]) => [
    ...(written.match(/[\w-]+/g) ?? []).map((kernel) => `${kernel} writes ${buffer}`),
    ...(read.match(/[\w-]+/g) ?? []).map((kernel) => `${kernel} reads ${buffer}`),
  ]);
}

test('shaders/README.md tells of every buffer which kernels write it and which read it', () => {
  const uses = usesInKernels();
  expect(uses.length).toBeGreaterThan(10);
  expect(usesInTable().sort()).toEqual(uses.sort());
});
