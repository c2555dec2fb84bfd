import { strToU8, zipSync } from 'fflate';

/** Name of a program's file in its own project. */
const isReact = (source: string): boolean => source.includes("from 'react'");

/** Versions of the packages that the program uses. */
export interface Versions {
  readonly [name: string]: string;
}

/** A project for Vite as a zip file: `npm install` and `npm run dev` show the program. */
export function zipProject(source: string, title: string, versions: Versions): Uint8Array<ArrayBuffer> {
  const main = isReact(source) ? 'main.tsx' : 'main.ts';
  const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, versions[name]]));
  const manifest = {
    name: 'my-crowd',
    private: true,
    type: 'module',
    scripts: { dev: 'vite', build: 'tsc && vite build' },
    dependencies: named([
      ...['three', 'three-crowd'],
      ...(isReact(source) ? ['react', 'react-dom', '@react-three/fiber'] : []),
    ]),
    devDependencies: named([
      ...['@types/three', 'typescript', 'vite'],
      ...(isReact(source) ? ['@types/react', '@types/react-dom'] : []),
    ]),
  };
  const tsconfig = {
    compilerOptions: {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      jsx: 'react-jsx',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['src'],
  };
  const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <style>body { margin: 0 }</style>
  <script type="module" src="/src/${main}"></script>
</html>
`;
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const files = {
    'package.json': json(manifest),
    'tsconfig.json': json(tsconfig),
    'vite.config.ts': "export default { build: { target: 'es2022' } };\n",
    'index.html': page,
    [`src/${main}`]: source,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/**
 * A program of a stage as a component of React that shows it in an element of its own and takes it away again, with its
 * crowds; of a program of React, the component that it puts into its page.
 *
 * @throws {Error} for a program without a stage, whose parts nobody but itself knows how to take away
 */
export function toReactComponent(source: string): string {
  if (isReact(source)) return withoutPage(source);
  const call = /const stage = await createStage\((\{)?/;
  if (!call.test(source)) {
    throw new Error(
      'Only a program with "const stage = await createStage(…)" becomes a component: it knows how to leave.',
    );
  }
  const imports = [...source.matchAll(/^import[^;]*;$/gm)].map(([text]) => text);
  const body = imports
    .reduce((rest, text) => rest.replace(text, ''), source)
    .trim()
    .replace(call, (_, hasOptions) => `const stage = await createStage({ container${hasOptions ? ',' : ' }'}`)
    .replaceAll(/^(?=.)/gm, '  ');
  return `import { useEffect, useRef } from 'react';
${imports.join('\n')}
import type { Crowd as AnyCrowd } from 'three-crowd';

/** The stage with its crowd; fills the element around it. */
export function CrowdStage() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const started = show(element.current!);
    return () => void started.then(leave);
  }, []);
  return <div ref={element} style={{ width: '100%', height: '100%' }} />;
}

async function show(container: HTMLElement) {
${body}
  return stage;
}

function leave(stage: Awaited<ReturnType<typeof show>>) {
  // A stage leaves what was added to its scene to whoever added it; people who walk have a worker.
  for (const object of [...stage.scene.children]) if ('isCrowd' in object) (object as AnyCrowd).dispose();
  stage.dispose();
}
`;
}

/** The lines that make an element and mount a component in it are the page's: without them, others can mount it. */
function withoutPage(source: string): string {
  const [, element, component] = /createRoot\((\w+)\)\.render\(<(\w+) \/>\);/.exec(source) ?? [];
  if (!component) {
    throw new Error(
      'Only a program with "createRoot(element).render(<Component />)" has a component to take.',
    );
  }
  const ofPage = new RegExp(`^(const ${element} =|${element}\\.|createRoot\\(|import .*'react-dom/client')`);
  const lines = source.split('\n').filter((line) => !ofPage.test(line));
  return `${lines.join('\n').replace(`function ${component}(`, `export function ${component}(`).trim()}\n`;
}
