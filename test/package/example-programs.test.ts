import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toReactComponent } from '../../examples/playground/take-away.js';
import { PROGRAMS } from '../support/example-programs.js';
import { createProject, type Project } from '../support/package/project.js';

/** All that a program may need, as one has it who has copied it. */
const NEEDED = /^(three|three-crowd|react|react-dom|@react-three\/fiber)(\/|$)/;

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['*.ts', '*.tsx'],
};

let project: Project;

beforeAll(async () => {
  project = await createProject();
  await project.write('tsconfig.json', JSON.stringify(TSCONFIG));
});

afterAll(() => project?.remove());

test('every example but the script tag and the tools is a program', () => {
  expect(PROGRAMS.length).toBeGreaterThanOrEqual(15);
});

test.each(PROGRAMS)('$name imports nothing but the packages, and is not long', ({ source }) => {
  const imported = ts.preProcessFile(source).importedFiles.map(({ fileName }) => fileName);
  expect(imported.length).toBeGreaterThan(1);
  expect(imported.filter((name) => !NEEDED.test(name))).toEqual([]);
  expect(source.trim().split('\n').length).toBeLessThanOrEqual(150);
});

test('every program compiles as it is shown in an empty project, and a mistake would be noticed', async () => {
  for (const { name, ending, source } of PROGRAMS) await project.write(`${name}.${ending}`, source);
  const mounted = PROGRAMS.filter(({ source }) => /await createStage\(|createRoot\(/.test(source));
  expect(mounted.length).toBeGreaterThan(10);
  for (const { name, source } of mounted)
    await project.write(`${name}-component.tsx`, toReactComponent(source));
  await project.write('mistake.ts', `${PROGRAMS[0].source}\ncrowd.dance();\n`);
  const complaints = await project
    .run('node', ['node_modules/typescript-7/bin/tsc', '--singleThreaded'])
    .then(() => '')
    .catch(({ message }: Error) => message);
  expect(complaints.split('\n').filter((line) => line.includes('error TS'))).toEqual([
    expect.stringMatching(
      /^mistake\.ts\(\d+,7\): error TS2339: Property 'dance' does not exist on type 'Crowd'/,
    ),
  ]);
});

test('the component of a program of React is what it mounts, and mounts nothing', () => {
  const { source } = PROGRAMS.find(({ name }) => name === 'react')!;
  const component = toReactComponent(source);
  expect(component).toContain('export function Square()');
  expect(component).not.toMatch(/createRoot|document\./);
  expect(source).toMatch(/createRoot[\s\S]*document\./);
});
