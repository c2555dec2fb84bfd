import examples from '../examples.json';

/** One of the pages: `NAME.html` beside its source `NAME.ts`. */
export interface Example {
  /** Name of its files. */
  readonly name: string;
  readonly title: string;
  /** One sentence or two: what it shows. */
  readonly text: string;
  /** What the picture is of, to those who do not see it. */
  readonly view: string;
  readonly tags: readonly string[];
  /** Name of the guide that tells more. */
  readonly guide: string;
  /** Whether it is a tool of several files, whose source is no program to copy. */
  readonly isTool?: boolean;
  /** What is asked of the page when the picture of the gallery is taken, such as `?hour=17`. */
  readonly picture?: string;
}

export const EXAMPLES: readonly Example[] = examples;

/** The example that the page's address names. */
export function currentExample(): Example {
  const [, name] = /([^/]*?)(?:\.html)?$/.exec(location.pathname) as RegExpExecArray;
  const example = EXAMPLES.find((each) => each.name === (name || 'index'));
  if (!example) throw new Error(`examples.json has no entry named "${name}".`);
  return example;
}
