import { dirname, join } from 'node:path';
import ts from 'typescript';
import { type CodeBlock, ROOT } from './markdown.js';

/** What a reader has by the time that a block is reached, where the block does not make it itself. */
const PRELUDE = `
declare const scene: import('three').Scene;
declare const camera: import('three').PerspectiveCamera;
declare const renderer: import('three').WebGLRenderer | import('three/webgpu').WebGPURenderer;
declare const raycaster: import('three').Raycaster;
declare const player: { readonly x: number; readonly z: number };
declare const lantern: import('three').Object3D;
declare const matrix: import('three').Matrix4;
declare const crowd: import('three-crowd').Crowd;
declare const apiKey: string;
declare const baseUrl: string;
`;

/**
 * Checks blocks of TypeScript as modules against the package's own sources, each as if it stood in its document's
 * folder.
 *
 * @returns what the compiler complains of, by the place in the document
 */
export function typeCheck(blocks: readonly CodeBlock[]): string[] {
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const sources = new Map([[join(ROOT, 'prelude.d.ts'), PRELUDE]]);
  const places = new Map<string, CodeBlock>();
  for (const block of blocks) {
    const file = join(ROOT, `${block.path}.${block.line}.${block.language}`);
    sources.set(file, `${block.text}\nexport {};\n`);
    places.set(file, block);
  }
  const program = ts.createProgram({
    rootNames: [...sources.keys(), join(ROOT, 'shaders/modules.d.ts')],
    options: { ...options, noUnusedLocals: false, jsx: ts.JsxEmit.ReactJSX },
    host: hostWith(sources, options),
  });
  return [...places].flatMap(([file, block]) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map((diagnostic) => describe(diagnostic, block)),
  );
}

/** The disk, and beside it files that are not on it. */
function hostWith(sources: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    fileExists: (file) => sources.has(file) || host.fileExists(file),
    readFile: (file) => sources.get(file) ?? host.readFile(file),
    directoryExists: (directory) =>
      [...sources.keys()].some((file) => dirname(file) === directory) ||
      (host.directoryExists?.(directory) ?? false),
    getSourceFile: (file, target, onError) => {
      const source = sources.get(file);
      return source === undefined
        ? host.getSourceFile(file, target, onError)
        : ts.createSourceFile(file, source, target);
    },
  };
}

function describe({ messageText, file, start = 0 }: ts.Diagnostic, { path, line }: CodeBlock): string {
  const within = file ? ts.getLineAndCharacterOfPosition(file, start).line : 0;
  return `${path}:${line + within} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
}
