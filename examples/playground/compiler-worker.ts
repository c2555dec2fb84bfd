import ts from 'typescript';
import { toJavaScript } from '../page/to-javascript.js';
import type { Compiled, Compiler, Problem, Suggestion } from './messages.js';

/** TypeScript and its language service in a worker, over a file system of declarations that is fetched once. */
const PROGRAM = '/program.tsx';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The declarations; the page fetches them, since the worker's content policy forbids requests. */
const types = new Promise<string>((resolve) => {
  addEventListener('message', ({ data }: MessageEvent<{ readonly types?: string }>) => {
    if (data.types !== undefined) resolve(data.types);
  });
});

let version = 0;
let program = '';
let service: Promise<ts.LanguageService> | undefined;

/** The language service, with a text as its program. */
async function serviceOf(source: string): Promise<ts.LanguageService> {
  if (source !== program) {
    program = source;
    version += 1;
  }
  service ??= startService();
  return service;
}

async function startService(): Promise<ts.LanguageService> {
  const files = new Map<string, string>(Object.entries(JSON.parse(await types)));
  const folders = new Set<string>();
  for (const path of files.keys()) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  }
  const read = (path: string): string | undefined => (path === PROGRAM ? program : files.get(path));
  return ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [PROGRAM],
    getScriptVersion: (path) => (path === PROGRAM ? String(version) : '0'),
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: (options) => `/lib/${ts.getDefaultLibFileName(options)}`,
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    directoryExists: (path) => folders.has(path.replace(/\/$/, '')),
  });
}

const compiler: Compiler = {
  async compile(source): Promise<Compiled> {
    const { outputText, sourceMapText = '' } = ts.transpileModule(source, {
      fileName: PROGRAM,
      compilerOptions: { ...OPTIONS, noEmit: false, sourceMap: true },
    });
    return { javascript: outputText.replace(/\/\/# sourceMappingURL=.*$/m, ''), sourceMap: sourceMapText };
  },

  toJavaScript: async (source) => toJavaScript(ts, source),

  async findProblems(source): Promise<Problem[]> {
    const asked = await serviceOf(source);
    const describe =
      (isSyntax: boolean) =>
      (diagnostic: ts.Diagnostic): Problem => {
        const from = diagnostic.start ?? 0;
        const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
        return { from, to: from + (diagnostic.length ?? 0), text, isSyntax };
      };
    return [
      ...asked.getSyntacticDiagnostics(PROGRAM).map(describe(true)),
      ...asked.getSemanticDiagnostics(PROGRAM).map(describe(false)),
    ];
  },

  async suggest(source, position): Promise<Suggestion[]> {
    const found = (await serviceOf(source)).getCompletionsAtPosition(PROGRAM, position, {});
    return (found?.entries ?? []).map(({ name, kind, sortText }) => ({ name, kind, order: sortText }));
  },

  async explain(source, position): Promise<string | undefined> {
    const found = (await serviceOf(source)).getQuickInfoAtPosition(PROGRAM, position);
    if (!found) return undefined;
    const [type, documentation] = [found.displayParts, found.documentation].map((parts) =>
      ts.displayPartsToString(parts),
    );
    return documentation ? `${type}\n\n${documentation}` : type;
  },
};

type Call = {
  readonly id: number;
  readonly name: keyof Compiler;
  readonly values: readonly [string, number];
};

addEventListener('message', async ({ data: { id, name, values } }: MessageEvent<Call>) => {
  if (!name) return;
  try {
    postMessage({ id, value: await compiler[name](...values) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
