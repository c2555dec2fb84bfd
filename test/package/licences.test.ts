import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/package/pack.js';

const PAGES = join(ROOT, 'src/server/dist/examples');

/** Text that only the code of a package contains, minified or not. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  three: /"isBufferGeometry"|isBufferGeometry=!0|register\("revision"|__THREE__="/,
  ky: /Request failed with \$\{/,
  zod: /\$ZodType\b/,
  'three-stdlib': /THREE\.GLTFLoader: WebP required by asset/,
  react: /__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=/,
};

/** Built folders, and the packages that are bundled into their files. */
const FOLDERS: readonly [string, readonly string[]][] = [
  [join(ROOT, 'dist'), ['ky', 'zod', 'three-stdlib']],
  [join(ROOT, 'dist/sdk'), ['three', 'ky', 'zod', 'three-stdlib']],
  [PAGES, ['three', 'ky', 'zod', 'three-stdlib', 'react']],
  [join(PAGES, 'bench'), ['three', 'zod']],
];

describe.each(FOLDERS)('%s', (folder, packages) => {
  const list = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  const scripts = readdirSync(folder, { recursive: folder.endsWith('examples') || folder.endsWith('bench') })
    .map(String)
    .filter((name) => name.endsWith('.js') && !(folder === PAGES && name.startsWith('bench')))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

  test.each(packages)('every file with code of %s names it, and its whole licence is beside', (name) => {
    const holders = scripts.filter(({ text }) => SIGNS[name].test(text));
    expect(holders.length).toBeGreaterThan(0);
    for (const { name: file, text } of holders) {
      const [comment] = /^\/\*! Contains .* \*\/$/m.exec(text) ?? [''];
      expect(comment, file).toMatch(new RegExp(`(Contains |\\), )${name} \\d`));
    }
    const [file] = readdirSync(join(ROOT, 'node_modules', name)).filter((entry) =>
      /^licen[cs]e/i.test(entry),
    );
    expect(list).toContain(readFileSync(join(ROOT, 'node_modules', name, file), 'utf8').trim());
  });
});
