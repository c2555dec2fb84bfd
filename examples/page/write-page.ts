/** A program and the addresses that its own page needs. */
export interface PageOptions {
  readonly title: string;
  readonly javascript: string;
  /** Address of the folder `modules`, with a slash at the end. */
  readonly modules: string;
}

/** Entries of the package that an import map names. */
const ENTRIES = [
  'client',
  'generate',
  'rig',
  'simulate',
  'assets',
  'protocol',
  'errors',
  'stage',
  'element',
  'react',
];
/** Modules of a React program, each one file. */
const REACT = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', '@react-three/fiber'];

/** Where a page without a bundler finds three, the package and React. */
export function importMap(modules: string): { readonly imports: Readonly<Record<string, string>> } {
  const entries = ENTRIES.map((name) => [`three-crowd/${name}`, `${modules}three-crowd/${name}.js`]);
  const react = REACT.map((name) => [name, `${modules}react/${name.replaceAll('/', '-')}.js`]);
  return {
    imports: {
      three: `${modules}three/three.module.js`,
      'three/webgpu': `${modules}three/three.webgpu.js`,
      'three/tsl': `${modules}three/three.tsl.js`,
      'three/addons/': `${modules}three/addons/`,
      'three-crowd': `${modules}three-crowd/index.js`,
      ...Object.fromEntries([...entries, ...react]),
    },
  };
}

/** A page of one file that runs a program by an import map, without a bundler. */
export function writePage({ title, javascript, modules }: PageOptions): string {
  const imports = JSON.stringify(importMap(modules), null, 2);
  // A script element must not contain its own end tag, not even in a string.
  const script = javascript.trim().replaceAll('</script', '<\\/script');
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>
  <style>body { margin: 0 }</style>
  <script type="importmap">
${imports}
  </script>
  <script type="module">
${script}
  </script>
</html>
`;
}
