import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import examples from '../../../examples/examples.json' with { type: 'json' };

const EXAMPLES = resolve(import.meta.dirname, '../../../examples');
const PICTURES = join(EXAMPLES, 'pictures');

/** Pages that show no crowd. */
const NO_EXAMPLES = ['gallery.html', 'playground.html', 'validation.html'];
/** Bytes. */
const [LARGEST_PICTURE, ALL_PICTURES] = [60_000, 2_000_000];

test('every page is in the list, under its title', () => {
  const pages = readdirSync(EXAMPLES).filter((name) => name.endsWith('.html') && !NO_EXAMPLES.includes(name));
  expect(pages.length).toBeGreaterThan(0);
  expect(examples.map(({ name }) => `${name}.html`).toSorted()).toEqual(pages.toSorted());
  for (const { name, title } of examples) {
    const [, written] = /<title>(.*)<\/title>/.exec(readFileSync(join(EXAMPLES, `${name}.html`), 'utf8'))!;
    expect(written).toBe(name === 'index' ? title : `${title} · three-crowd`);
  }
});

test.each(examples)('$name has a picture of a reasonable size', ({ name }) => {
  expect(statSync(join(PICTURES, `${name}.jpg`)).size).toBeLessThanOrEqual(LARGEST_PICTURE);
});

test('all pictures together stay small', () => {
  const sizes = readdirSync(PICTURES)
    // The film of the README has a limit of its own, 3 MB.
    .filter((name) => name !== 'film.webp')
    .map((name) => statSync(join(PICTURES, name)).size);
  expect(sizes.length).toBeGreaterThanOrEqual(examples.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(ALL_PICTURES);
});
