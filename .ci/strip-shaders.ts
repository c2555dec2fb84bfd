/**
 * Takes comments and indentation out of the shaders in built modules: `tsx .ci/strip-shaders.ts DIRECTORY...`. They are text
 * to esbuild, and a third of them is that, compressed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';

const SHADERS = resolve(import.meta.dirname, '../shaders');

/** The literals of all shaders, however esbuild writes them, and what takes their place. */
const literals = readdirSync(SHADERS, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(wgsl|glsl)$/.test(name))
  .map((name) => readFileSync(join(SHADERS, name), 'utf8'))
  .flatMap((text) =>
    [true, false].map((minify) => [literalOf(text, minify), literalOf(stripShader(text), minify)]),
  );

for (const directory of process.argv.slice(2)) {
  for (const name of readdirSync(directory).filter((file) => file.endsWith('.js'))) {
    const file = join(directory, name);
    const code = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      literals.reduce(
        (stripped, [literal, replacement]) => stripped.replaceAll(literal, () => replacement),
        code,
      ),
    );
  }
}

/** A text as esbuild writes it into a module of ours. */
function literalOf(text: string, minify: boolean): string {
  const { code } = transformSync(text, { loader: 'text', format: 'esm', target: 'es2022', minify });
  const literal = /(["'`])[\s\S]*\1/.exec(code)?.[0];
  if (!literal) throw new Error(`esbuild wrote no literal for a text: ${code.slice(0, 100)}`);
  return literal;
}

/** Lines stay lines, since they end directives of GLSL. No shader has a comment between `/*` and its end. */
function stripShader(text: string): string {
  return text
    .replace(/\/\/.*$/gm, '')
    .replace(/^\s+|[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');
}
