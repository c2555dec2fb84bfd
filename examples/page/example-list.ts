import examples from '../examples.json';

/** One of the pages: `NAME.html` beside its source `NAME.ts`. */
export interface Example {
  /** Name of its files. */
  readonly name: string;
  readonly title: string;
  /** Description in one or two sentences. */
  readonly text: string;
  /** Description of the picture for screen readers. */
  readonly view: string;
  readonly tags: readonly string[];
  /** Name of the guide on the subject. */
  readonly guide: string;
  /** True for a tool of several files, whose source cannot be copied as one program. */
  readonly isTool?: boolean;
  /** Query of the page for the picture of the gallery, such as `?hour=17`. */
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
