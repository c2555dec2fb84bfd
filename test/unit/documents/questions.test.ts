import { expect, test } from 'vitest';
import { GUIDES, readMarkdown } from '../../support/documents/markdown.js';

/** What people asked on GitHub, forums and Stack Overflow, in the words of the guide. */
const QUESTIONS = [
  'How do I animate many SkinnedMeshes that share one skeleton?',
  'Can I pose instances with bones of my own in each frame?',
  'Can I deform characters with TSL nodes, or choose clips on the GPU?',
  'How do I play the animations of a glTF file on a hundred copies?',
  'How do I let a hundred people walk about?',
  'How do I show an animated glTF twice in react-three-fiber?',
  'Can gltfjsx output be instanced when it is skinned?',
  'How do I draw 400 units a player of 100 types?',
  'My 500 RTS units are bound by the CPU. What changes?',
  'How do I build a tower defence with 70 enemies?',
  'Can characters that share a skeleton be out of step and play different clips?',
  'Does it work in A-Frame?',
  'Can instanced characters have morph targets?',
  'Will morph targets be supported better?',
  'How do I show faces with 64 blend shapes?',
  'Does it read MSFT_lod?',
  'Can a weapon follow a baked animation?',
  'Can two baked clips be blended?',
  'Can VRM characters be instanced?',
  'How do people walk on a navigation mesh and avoid one another?',
];

/** Characters of an answer at least: one that only says yes or no is none. */
const SHORTEST_ANSWER = 100;

const sections = new Map(
  readMarkdown(`${GUIDES}/questions.md`)
    .text.split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading, ...answer] = section.split('\n');
      return [heading, answer.join('\n').trim()] as const;
    }),
);

test('the guide has twenty questions', () => expect([...sections.keys()]).toEqual(QUESTIONS));

test.each(QUESTIONS)('%s', (question) => {
  expect(sections.get(question)?.length).toBeGreaterThan(SHORTEST_ANSWER);
});

/** Subjects that people look for in the guides → the guide and the heading that tells of it. */
test.each([
  ['mixamo-and-blender', 'A GLB from Mixamo'],
  ['mixamo-and-blender', 'Exporting from Blender'],
  ['games', 'Real-time strategy'],
  ['games', 'Tower defence'],
  ['games', 'A navigation mesh'],
  ['games', 'Physics by another engine'],
  ['games', 'Memory'],
  ['frameworks', 'React'],
  ['frameworks', 'Next'],
  ['frameworks', 'Server-side rendering'],
  ['frameworks', 'Vue'],
  ['frameworks', 'Svelte'],
  ['frameworks', 'A-Frame'],
  ['frameworks', 'An import map'],
  ['workers-and-xr', 'An OffscreenCanvas in a worker'],
  ['workers-and-xr', 'WebXR'],
  ['workers-and-xr', 'Browsers'],
  ['hosting-the-service', 'In a server of your own'],
])('the guide %s tells of: %s', (guide, heading) => {
  const { text } = readMarkdown(`${GUIDES}/${guide}.md`);
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  expect(after.split(/^## /m)[0].trim().length).toBeGreaterThan(SHORTEST_ANSWER);
});
