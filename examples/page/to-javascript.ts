import type TypeScript from 'typescript';

/** Stands for an empty line, which TypeScript would leave out. */
const EMPTY_LINE = '/* an empty line */';

/**
 * A program without its types, with its comments and empty lines.
 *
 * @param ts the compiler, which pages load on demand
 */
export function toJavaScript(ts: typeof TypeScript, source: string): string {
  const { outputText } = ts.transpileModule(source.replaceAll(/^$/gm, EMPTY_LINE), {
    fileName: 'program.tsx',
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.ReactJSX,
    },
  });
  return outputText
    .replaceAll(new RegExp(`^\\s*${EMPTY_LINE.replaceAll('*', '\\*')}$`, 'gm'), '')
    .replaceAll(/\n{3,}/g, '\n\n');
}
