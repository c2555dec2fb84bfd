import type { Manifest, ManifestPart, Tint } from 'three-crowd/protocol';
import type { Bucket, PartKind } from '../../src/protocol/index.js';

const FACES = ['face_round', 'face_long', 'face_square', 'face_aged'];
const SKIN = ['#f0d2b4', '#e0b48a', '#c6936a', '#a87650'];
const HAIR = ['#0b0a0a', '#1d1713', '#3a322c', '#8a8580'];

const buckets: Bucket[] = [
  {
    id: 'farmer',
    label: 'Farmer',
    weight: 5,
    bodies: ['farmer_tunic', 'farmer_straw_cape', 'farmer_jacket'],
    faces: FACES,
    hairs: ['hair_straw_hat', 'hair_headscarf', 'hair_bun'],
    palette: [
      [0.58, 0.3, 0.35],
      [0.08, 0.45, 0.4],
      [0.1, 0.2, 0.55],
    ],
    skin: SKIN,
    hair: HAIR,
  },
  {
    id: 'guard',
    label: 'Guard',
    weight: 2,
    bodies: ['guard_lamellar', 'guard_padded'],
    faces: FACES.slice(0, 3),
    hairs: ['hair_helmet', 'hair_bun'],
    palette: [
      [0, 0.55, 0.3],
      [0.6, 0.15, 0.25],
    ],
    skin: SKIN.slice(1),
    hair: HAIR.slice(0, 3),
  },
  {
    id: 'merchant',
    label: 'Merchant',
    weight: 2,
    bodies: ['merchant_robe', 'merchant_jacket'],
    faces: FACES.toReversed(),
    hairs: ['hair_soft_cap', 'hair_bun'],
    palette: [
      [0.75, 0.4, 0.35],
      [0.42, 0.35, 0.3],
    ],
    skin: SKIN,
    hair: HAIR,
  },
  {
    id: 'scholar',
    label: 'Scholar',
    weight: 1,
    bodies: ['scholar_robe'],
    faces: FACES.slice(1),
    hairs: ['hair_scholar_hat', 'hair_soft_cap'],
    palette: [[0.55, 0.1, 0.85]],
    // Capitals, which the generator writes small.
    skin: ['#F0D2B4', '#E0B48A'],
    hair: HAIR.slice(1),
  },
];

const SHARED = ['eyes', 'hands', 'feet'];

function parts(ids: readonly string[], kind: PartKind, tint: Tint): ManifestPart[] {
  return [...new Set(ids)].map((id) => ({ id, label: id.replaceAll('_', ' '), kind, tint }));
}

/** A small catalogue: four buckets of unequal weight that share faces and some headwear. */
export const sampleManifest: Manifest = {
  version: 'sample-1',
  parts: [
    ...parts(
      buckets.flatMap(({ bodies }) => bodies),
      'body',
      'garment',
    ),
    ...parts(FACES, 'face', 'skin'),
    ...parts(
      buckets.flatMap(({ hairs }) => hairs),
      'hair',
      'hair',
    ),
    ...parts(SHARED, 'shared', 'skin'),
  ],
  buckets,
  shared: SHARED,
};
