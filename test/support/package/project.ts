import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGES, type PackageName, packOnce, ROOT } from './pack.js';

const run = promisify(execFile);

/** A project that has installed packages of this repository from their tarballs. */
export interface Project {
  readonly directory: string;
  write(name: string, text: string): Promise<void>;
  /** Runs a command in the project; rejects with what it printed if it fails. */
  run(command: string, args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Bundled packages, which an installation does not add. */
const BUILT_IN = ['ky', 'simplex-noise', 'three-stdlib'];

/** An empty folder with packed packages in it; everything that they depend on is linked, so nothing is downloaded. */
export async function createProject(names: readonly PackageName[] = ['three-crowd']): Promise<Project> {
  const directory = await mkdtemp(join(tmpdir(), 'three-crowd-project-'));
  const modules = join(directory, 'node_modules');
  await linkModules(join(ROOT, 'node_modules'), modules);
  for (const name of names) {
    const { path } = await packOnce(name);
    await mkdir(join(modules, name));
    await run('tar', ['-xzf', path, '--strip-components=1', '-C', join(modules, name)]);
  }
  return {
    directory,
    write: (name, text) => writeFile(join(directory, name), text),
    run: async (command, args) => {
      try {
        const { stdout } = await run(command, args, { cwd: directory, maxBuffer: 16 * 1024 * 1024 });
        return stdout;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
      }
    },
    remove: () => rm(directory, { recursive: true }),
  };
}

async function linkModules(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name.startsWith('.vite') || name in PACKAGES || BUILT_IN.includes(name)) continue;
    await symlink(join(from, name), join(to, name));
  }
}
