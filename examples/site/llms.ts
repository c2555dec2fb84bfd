import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { linkIntoSite } from './link-into-site.js';

const ROOT = resolve(import.meta.dirname, '../..');
const GUIDES = 'examples/guides';

const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');

/** A guide as the index of the guides tells of it. */
interface ListedGuide {
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

/** The guides in the order of their index, which names all of them. */
function listGuides(): ListedGuide[] {
  return [...read(`${GUIDES}/README.md`).matchAll(/^- \[([^\]]+)\]\(([\w-]+\.md)\): (.+)$/gm)].map(
    ([, title, file, text]) => ({ file, title, text }),
  );
}

/** The instructions for models that write programs, as a skill: with its front matter. */
export function skillText(): string {
  return read('examples/site/SKILL.md');
}

/**
 * The content that llmstxt.org asks for: a summary, the necessary facts, and links to the rest.
 *
 * @param guides where the guides lie from the file on, with a slash at the end
 */
export function llmsText(guides: string): string {
  const { description } = JSON.parse(read('package.json'));
  const body = skillText()
    .replace(/^---[\s\S]*?^---\n+/m, '')
    .replace(/^# .*\n+/, '');
  const links = listGuides().map(({ file, title, text }) => `- [${title}](${guides}${file}): ${text}`);
  return `# three-crowd\n\n> ${description}\n\n${body}\n## Guides\n\n${links.join('\n')}\n`;
}

/** The README and every guide in one text, for the topmost folder of the site. */
export function fullText(): string {
  const files = ['README.md', ...listGuides().map(({ file }) => `${GUIDES}/${file}`)];
  return files
    .map((file) => linkIntoSite(read(file), file, ''))
    .map((text) => text.replace(/<!-- benchmark:start -->[\s\S]*<!-- benchmark:end -->\n*/, ''))
    .join('\n\n---\n\n');
}
