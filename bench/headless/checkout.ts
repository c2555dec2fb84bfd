import { execFile } from 'node:child_process';
import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

export interface Checkout {
  readonly directory: string;
  remove(): Promise<void>;
}

/** Checks a commit out into a temporary directory that uses the packages of this checkout. */
export async function checkOut(commit: string): Promise<Checkout> {
  const directory = join(await mkdtemp(join(tmpdir(), 'three-crowd-commit-')), 'checkout');
  await run('git', ['worktree', 'add', '--detach', directory, commit], { cwd: ROOT });
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  return {
    directory,
    remove: async () => {
      await run('git', ['worktree', 'remove', '--force', directory], { cwd: ROOT });
    },
  };
}
