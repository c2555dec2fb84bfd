import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SearchEntry } from '../page/search-options.js';

const GUIDES = resolve(import.meta.dirname, '../guides');

/** The guides, cut at their headings of the first three levels. Addresses are relative to the folder of examples. */
export function listGuideSections(): Omit<SearchEntry, 'id'>[] {
  return readdirSync(GUIDES)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .flatMap((file) => {
      const text = readFileSync(join(GUIDES, file), 'utf8');
      const page = `guides/${file.slice(0, -3)}.html`;
      const [, guide = ''] = /^# (.+)$/m.exec(text) ?? [];
      return text.split(/^(?=#{1,3} )/m).map((section) => {
        const [, heading = guide] = /^#{1,3} (.+)/.exec(section) ?? [];
        const isWhole = heading === guide;
        return {
          address: isWhole ? page : `${page}#${slugify(heading)}`,
          kind: 'Guide',
          title: isWhole ? guide : `${guide}: ${heading.replaceAll('`', '')}`,
          text: section.replace(/^#.*\n/, ''),
        };
      });
    });
}

/** The anchor that VitePress gives to a heading. */
function slugify(heading: string): string {
  return heading
    .replaceAll('`', '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[\s~!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();
}
