import { expect, test } from 'vitest';
import * as errors from '../../../src/errors/index.js';
import { GUIDES, headings, readMarkdown } from '../../support/documents/markdown.js';

const classes = Object.entries(errors)
  .filter(([, value]) => value === errors.CrowdError || value.prototype instanceof errors.CrowdError)
  .map(([name]) => name);

test('troubleshooting has one section for each error, and none for an error that there is not', () => {
  expect(classes.length).toBeGreaterThan(15);
  const sections = headings(readMarkdown(`${GUIDES}/troubleshooting.md`)).filter((heading) =>
    /^\w+Error$/.test(heading),
  );
  expect(sections.toSorted()).toEqual(classes.toSorted());
});
