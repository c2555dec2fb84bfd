import { expect, test } from 'vitest';
import { CrowdViewElement } from '../../../src/element/index.js';
import { codeBlocks, readDocuments } from '../../support/documents/markdown.js';

/** Read at every frame, so that nobody has to observe it. */
const ATTRIBUTES = [...CrowdViewElement.observedAttributes, 'time-scale'];
/** Those that every element has. */
const GLOBAL = ['id', 'class', 'slot', 'hidden'];

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
