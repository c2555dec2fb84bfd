import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Content, FileContent, mediaTypeOf } from './content.js';

/**
 * All files under a directory, by path with slashes, without links and hidden files. They are held in memory, so that no
 * path of a request reaches other files.
 */
export async function loadDirectory(directory: string): Promise<Map<string, Content>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep))
    .filter((segments) => !segments.some((segment) => segment.startsWith('.')))
    .map((segments) => segments.join('/'));
  const contents = await Promise.all(
    paths.map(async (path): Promise<[string, Content]> => {
      const bytes = await readFile(join(directory, path));
      return [path, new FileContent(bytes, mediaTypeOf(path))];
    }),
  );
  return new Map(contents);
}
