import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../measure/result.js';

/** Writes the picture of each contender to a folder. */
export async function writePictures({ entries, plan }: Result, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const { contender, backend, count, measured } of entries) {
    const [, kind, base64] = /^data:image\/(\w+);base64,(.*)$/.exec(measured?.picture ?? '') ?? [];
    if (!base64) continue;
    const file = `${contender}-${backend}-${plan.view}-${count}.${kind}`;
    await writeFile(join(directory, file), Buffer.from(base64, 'base64'));
  }
}
