import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the licences are written into, beside the built files. */
export const LICENCES_FILE = 'THIRD-PARTY-LICENSES.txt';

/** A package of somebody else, code of which is in a built file. */
interface OtherPackage {
  readonly name: string;
  readonly version: string;
  /** Its SPDX expression. */
  readonly licence: string;
  /** The line that names the owners, such as `Copyright (c) Sindre Sorhus`. */
  readonly copyright: string;
  /** The whole licence. */
  readonly text: string;
}

/**
 * Finds the packages that modules are from, and remembers them all.
 *
 * Bundlers keep only the comments that are marked as legal ones, and most packages mark none: this tells who is in a
 * file from the modules that the bundler put there.
 */
export class Licences {
  readonly #packages = new Map<string, OtherPackage>();

  /**
   * A comment that names the packages of these modules, to be put at the start of the file that holds them.
   *
   * @param modules paths of files; those outside `node_modules` are our own
   * @returns the comment with the end of its line, or nothing where no module is somebody else's
   */
  comment(modules: Iterable<string>): string {
    const found = new Map<string, OtherPackage>();
    for (const path of modules) {
      const directory = packageDirectory(path);
      if (directory === undefined) continue;
      const known = this.#packages.get(directory) ?? readPackage(directory);
      this.#packages.set(directory, known);
      found.set(known.name, known);
    }
    if (found.size === 0) return '';
    const names = [...found.values()]
      .sort((a, b) => a.name.localeCompare(b.name))
      .map(({ name, version, licence, copyright }) => `${name} ${version} (${licence}; ${copyright})`);
    return `/*! Contains ${names.join(', ')}. Licences: ${LICENCES_FILE} */\n`;
  }

  /** Whether no comment has named anybody. */
  get isEmpty(): boolean {
    return this.#packages.size === 0;
  }

  /** The licences of all packages that a comment has named. */
  text(): string {
    const packages = new Map(
      [...this.#packages.values()].map((other) => [`${other.name} ${other.version}`, other]),
    );
    const sections = [...packages]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([title, { licence, text }]) => `${title} (${licence})\n\n${text.trim()}\n`);
    return ['The files beside this one contain code of these packages.\n', ...sections].join(
      `\n${'-'.repeat(80)}\n\n`,
    );
  }
}

/** The package that a module is from; undefined for our own, and for what the bundler makes up itself. */
function packageDirectory(path: string): string | undefined {
  const match = /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path.replace(/^\0/, ''));
  return match && existsSync(join(match[1], 'package.json')) ? match[1] : undefined;
}

function readPackage(directory: string): OtherPackage {
  const { name, version, license, author, repository } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  const file = readdirSync(directory).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const owner = typeof author === 'object' ? author.name : author;
  // Some packages of a monorepo are published without the file that lies at its top.
  const text = file
    ? readFileSync(join(directory, file), 'utf8')
    : `Licensed as ${license}; the package has no licence file. Source: ${repository?.url ?? repository}`;
  const copyright = /^[ \t#*]*(copyright .*\d.*|copyright \(c\).*|©.*)$/im.exec(text)?.[1].trim();
  return { name, version, licence: license, copyright: copyright ?? owner ?? `the authors of ${name}`, text };
}
