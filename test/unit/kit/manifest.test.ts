import { Color } from 'three';
import { describe, expect, test } from 'vitest';
import { buildManifest } from '../../../src/kit/index.js';
import { parseManifest } from '../../../src/protocol/index.js';

const manifest = buildManifest();

test('the manifest is one, after a trip through JSON', () => {
  expect(parseManifest(JSON.parse(JSON.stringify(manifest)))).toEqual(manifest);
});

test('the version is made from the content', () => {
  expect(manifest.version).toMatch(/^song-street-[0-9a-f]{8}$/);
  expect(buildManifest()).toEqual(manifest);
  expect(buildManifest()).not.toBe(manifest);
});

test('ids are unique and begin with what they are', () => {
  const ids = manifest.parts.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, kind } of manifest.parts) expect(id).toMatch(new RegExp(`^${kind}_[a-z_]+$`));
});

test('bodies take the garment’s colour, hair the hair’s, all else the skin’s', () => {
  for (const { kind, tint } of manifest.parts) {
    expect(tint).toBe({ body: 'garment', hair: 'hair', face: 'skin', shared: 'skin' }[kind]);
  }
});

test('eyes are shared, and hands and feet', () => {
  expect(manifest.shared).toEqual(['shared_eyes', 'shared_hands_and_feet']);
});

test('one instanced draw a part, and one for all that is far, stay within 36 draw calls', () => {
  expect(manifest.parts.length + 1).toBeLessThanOrEqual(36);
});

test('there are thirteen buckets, and together they use every part', () => {
  expect(manifest.buckets.map(({ id }) => id).join(' ')).toBe(
    'official scholar merchant farmer porter soldier court_lady townswoman monk elder elder_woman boy girl',
  );
  const used = manifest.buckets.flatMap(({ bodies, faces, hairs }) => [...bodies, ...faces, ...hairs]);
  expect(new Set([...used, ...manifest.shared])).toEqual(new Set(manifest.parts.map(({ id }) => id)));
});

describe.each(manifest.buckets.map((bucket) => [bucket.id, bucket] as const))('bucket %s', (_id, bucket) => {
  test('draws from parts of the right kind', () => {
    const kindOf = new Map(manifest.parts.map(({ id, kind }) => [id, kind]));
    for (const id of bucket.bodies) expect(kindOf.get(id)).toBe('body');
    for (const id of bucket.faces) expect(kindOf.get(id)).toBe('face');
    for (const id of bucket.hairs) expect(kindOf.get(id)).toBe('hair');
  });

  test('has several garments, each a colour that Color.setHSL takes', () => {
    expect(bucket.palette.length).toBeGreaterThanOrEqual(4);
    for (const [h, s, l] of bucket.palette) {
      for (const value of [h, s, l]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      const color = new Color().setHSL(h, s, l);
      expect(Math.max(color.r, color.g, color.b)).toBeGreaterThan(0.05);
    }
  });
});

test('the palette is in the working space: three shows the crimson robe as #8d2226', () => {
  const [h, s, l] = manifest.buckets[0].palette[0];
  expect(new Color().setHSL(h, s, l).getHexString()).toBe('8d2226');
});
