import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');
export const GUIDES = 'examples/guides';

/** A Markdown file of the repository. */
export interface MarkdownFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A fenced piece of code. */
export interface CodeBlock {
  readonly path: string;
  /** Line of its first line of code, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

export function readMarkdown(path: string): MarkdownFile {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}

export function readGuides(): MarkdownFile[] {
  return readdirSync(join(ROOT, GUIDES))
    .filter((name) => name.endsWith('.md'))
    .map((name) => readMarkdown(`${GUIDES}/${name}`));
}

/** Documents of the package: the README, the guides, and the instructions for models. */
export function readDocuments(): MarkdownFile[] {
  return [readMarkdown('README.md'), ...readGuides(), readMarkdown('examples/site/SKILL.md')];
}

export function codeBlocks({ path, text }: MarkdownFile): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language, 2: code }) => ({
    path,
    line: text.slice(0, index).split('\n').length + 1,
    language,
    text: code,
  }));
}

/** The text without its code blocks. */
export function prose({ text }: MarkdownFile): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

/** Headings without their marks, in order. */
export function headings(file: MarkdownFile): string[] {
  return [...prose(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
}

/** Pieces of code within the prose. */
export function codeWords(file: MarkdownFile): string[] {
  return [...prose(file).matchAll(/`([^`\n]+)`/g)].map(([, word]) => word);
}
