import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type CodeBlock, ROOT } from './markdown.js';

/** Declarations that a code block uses and does not contain. */
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

const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');
/** The options of the sources, whose `paths` stay relative to where they are written. */
const CONFIG = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: { noUnusedLocals: false },
  include: ['*.ts', '*.tsx', join(ROOT, 'shaders/modules.d.ts')],
  exclude: [],
};

/**
 * Checks blocks of TypeScript as modules against the package's own sources.
 *
 * @returns the compiler's errors, with their lines in the document
 */
export async function typeCheck(blocks: readonly CodeBlock[]): Promise<string[]> {
  const project = await mkdtemp(join(tmpdir(), 'three-crowd-documents-'));
  try {
    await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(CONFIG));
    await writeFile(join(project, 'prelude.d.ts'), PRELUDE);
    for (const [number, { language, text }] of blocks.entries()) {
      await writeFile(join(project, `${number}.${language}`), `${text}\nexport {};\n`);
    }
    const complaints = await complaintsIn(project);
    return complaints.map((complaint) => placeInDocument(complaint, blocks));
  } finally {
    await rm(project, { recursive: true });
  }
}

/** Messages of the compiler for a project. */
async function complaintsIn(project: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [TSC, '--singleThreaded', '--pretty', 'false'],
    { cwd: project, maxBuffer: 16 * 1024 * 1024 },
  ).catch((error: { stdout: string }) => error);
  // Further lines of an error are indented.
  return stdout.trimEnd().split(/\n(?! )/);
}

/** `3.ts(8,7): error TS2339: Property …` → `README.md:58 Property …` */
function placeInDocument(complaint: string, blocks: readonly CodeBlock[]): string {
  const [, number, line, message] = /^(\d+)\.tsx?\((\d+),\d+\): error TS\d+: (.*)/s.exec(complaint) ?? [];
  const block = blocks[Number(number)];
  return block ? `${block.path}:${block.line + Number(line) - 1} ${message}` : complaint;
}
