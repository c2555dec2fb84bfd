import { expect, test } from 'vitest';
import { CrowdViewElement, type CrowdViewEventMap, type ViewState } from '../../../src/element/index.js';
import {
  codeBlocks,
  codeWords,
  GUIDES,
  readDocuments,
  readMarkdown,
} from '../../support/documents/markdown.js';

/** Read at every frame, so that nobody has to observe it. */
const ATTRIBUTES = [...CrowdViewElement.observedAttributes, 'time-scale'];
/** Those that every element has. */
const GLOBAL = ['id', 'class', 'slot', 'hidden'];

const EVENTS = {
  load: true,
  progress: true,
  error: true,
  select: true,
  devicelost: true,
  devicerestored: true,
} satisfies Record<keyof CrowdViewEventMap, true>;

const STATES = { loading: true, ready: true, error: true, unsupported: true } satisfies Record<
  NonNullable<ViewState>,
  true
>;

const guide = readMarkdown(`${GUIDES}/script-tag-and-csp.md`);

const elements = readDocuments()
  .flatMap(codeBlocks)
  .filter(({ language }) => language === 'html')
  .flatMap(({ path, line, text }) =>
    [...text.matchAll(/<crowd-view([^>]*)>/g)].map(([, inside]) => ({
      place: `${path}:${line}`,
      attributes: [...inside.matchAll(/\s([\w-]+)(?:="[^"]*")?/g)].map(([, name]) => name),
    })),
  );

test('there are elements to check', () => expect(elements.length).toBeGreaterThan(3));

test.each(elements.map(({ place, attributes }) => [place, attributes] as const))(
  'the element at %s has attributes that it knows: %j',
  (_place, attributes) => {
    expect(attributes.filter((name) => ![...ATTRIBUTES, ...GLOBAL].includes(name))).toEqual([]);
  },
);

test.each([
  ['attribute', ATTRIBUTES],
  ['event', Object.keys(EVENTS)],
  ['state', Object.keys(STATES)],
])('the guide tells of every %s', (_kind, names) => {
  expect(names.length).toBeGreaterThan(3);
  expect(codeWords(guide)).toEqual(expect.arrayContaining(names));
});
