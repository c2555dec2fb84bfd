import { expect, test } from 'vitest';
import type { CrowdViewAttributes } from '../../../src/element/crowd-view-attributes.js';
import { fetchContent } from '../../../src/element/view-content.js';

test.each([
  ['/files/two%20knights.glb?v=2#top', 'two knights.glb'],
  ['100%.glb', '100%.glb'],
  ['/files/%FF.glb', '%FF.glb'],
])('the file %s is called %s', async (src, name) => {
  const attributes = { src, crowd: '', hasAttribute: () => false } as unknown as CrowdViewAttributes;
  const content = await fetchContent(attributes, undefined, new AbortController().signal);
  expect(content.name).toBe(name);
});
