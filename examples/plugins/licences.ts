import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** File with the licences, beside the scripts that contain the code. */
export const LICENCES_FILE = 'THIRD-PARTY-LICENSES.txt';

/** Packages whose code was bundled, and the comments that name them at the start of each script. */
export class Licences {
  /** Package directory → `name version (licence; copyright)` and the licence text. */
  readonly #packages = new Map<string, { readonly title: string; readonly text: string }>();

  /** Output option that puts the comment before each script. */
  readonly postBanner = ({ moduleIds }: { moduleIds: readonly string[] }): string => this.comment(moduleIds);

  /** A comment that lists the packages of these modules; empty if all modules are our own. */
  comment(modules: Iterable<string>): string {
    const titles = new Set<string>();
    for (const path of modules) {
      // Paths of virtual modules begin with a zero character.
      const [directory] = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path.replace(/^\0/, '')) ?? [];
      if (!directory || !existsSync(join(directory, 'package.json'))) continue;
      const found = this.#packages.get(directory) ?? readLicence(directory);
      this.#packages.set(directory, found);
      titles.add(found.title);
    }
    if (titles.size === 0) return '';
    return `/*! Contains ${[...titles].sort().join(', ')}. Licences: ${LICENCES_FILE} */\n`;
  }

  /** The content of {@link LICENCES_FILE}. */
  text(): string {
    const sections = [...this.#packages.values()].map(({ title, text }) => `${title}\n\n${text.trim()}\n`);
    const unique = [...new Set(sections)].sort();
    return ['Scripts in this directory contain code of these packages.\n', ...unique].join(
      `\n${'-'.repeat(80)}\n\n`,
    );
  }
}

function readLicence(directory: string): { title: string; text: string } {
  const { name, version, license, author, repository } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  const file = readdirSync(directory).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  // Packages of a monorepo may be published without its licence file.
  const text = file
    ? readFileSync(join(directory, file), 'utf8')
    : `Licensed as ${license}; the package has no licence file. Source: ${repository?.url ?? repository}`;
  const copyright = /^[ \t#*]*(copyright .*\d.*|copyright \(c\).*|©.*)$/im.exec(text)?.[1].trim();
  const owner = copyright ?? author?.name ?? author ?? `the authors of ${name}`;
  return { title: `${name} ${version} (${license}; ${owner})`, text };
}

/** Vite plugin that writes {@link LICENCES_FILE}, after the plugins that add packages. */
export function writeLicences(licences: Licences): Plugin {
  return {
    name: 'licences',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source: licences.text() });
    },
  };
}
