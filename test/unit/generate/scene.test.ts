import { describe, expect, test } from 'vitest';
import { generateCrowd } from '../../../src/generate/generate-characters.js';
import { buildManifest } from '../../../src/kit/manifest.js';
import {
  CLIP_NAMES,
  completeRecipe,
  type RecipeInput,
  type Scene,
  type SceneThing,
} from '../../../src/protocol/index.js';
import { createSimulation, FRAME, FRAME_STRIDE } from '../../../src/simulate/public.js';
import { errorOf } from '../../support/error-of.js';

const MANIFEST = buildManifest();
const SCENES = Object.entries(MANIFEST.scenes ?? {});
const SCENE: Scene = {
  slots: [
    { x: 1, z: 2, rot_y: 0.5, bucket: 'monk', clip: 'pray', phase: 0.25 },
    { x: -3, z: 0.5, clip: 'wave' },
    { x: 4, z: -1 },
  ],
  things: [{ type: 'stall', x: 0, z: -4, rot_y: 0.7, radius: 0.5, width: 3 }],
};

const generate = (input: RecipeInput) => generateCrowd(completeRecipe({ seed: 5, ...input }), MANIFEST);

/** Distance of a point from the line of a thing, metres: a thing that faces +Z extends along X. */
function distanceTo({ x, z, rot_y = 0, width = 0 }: SceneThing, px: number, pz: number): number {
  const along = Math.cos(rot_y) * (px - x) - Math.sin(rot_y) * (pz - z);
  const across = Math.sin(rot_y) * (px - x) + Math.cos(rot_y) * (pz - z);
  return Math.hypot(Math.max(0, Math.abs(along) - width / 2), across);
}

describe.each(['random', 'grid', 'startpoint'] as const)('a scene, distribution %s', (distribution) => {
  const { characters, crowded, blocked } = generate({ scene: SCENE, size: 150, distribution });
  const before = generate({ size: 150, distribution }).characters;

  test('the first characters take its slots, and do what these say', () => {
    const [first, second, third] = characters;
    expect(first).toMatchObject({ x: 1, z: 2, rot_y: 0.5, bucket: 'monk', clip: 'pray', phase: 0.25 });
    expect(second).toMatchObject({ x: -3, z: 0.5, rot_y: 0, clip: 'wave' });
    expect(third).toMatchObject({ x: 4, z: -1, rot_y: 0 });
    expect(characters.slice(0, 3).map(({ anim_clip }) => anim_clip)).toEqual(['idle', 'idle', 'idle']);
    expect(characters.filter((character) => 'clip' in character)).toEqual([first, second]);
  });

  test('the others keep out of its things and of each other', () => {
    const others = characters.slice(3);
    const [thing] = SCENE.things as SceneThing[];
    // Without the scene, somebody stands there.
    expect(Math.min(...before.map(({ x, z }) => distanceTo(thing, x, z)))).toBeLessThan(0.5);
    // A row of cylinders covers the line to 13 % of their radius.
    for (const { x, z } of others) expect(distanceTo(thing, x, z)).toBeGreaterThan(0.5 * 0.86);
    for (const slot of SCENE.slots) {
      const nearest = Math.min(...others.map(({ x, z }) => Math.hypot(x - slot.x, z - slot.z)));
      expect(nearest).toBeGreaterThan(0.55);
    }
    expect([crowded, blocked]).toEqual([0, 0]);
  });
});

test('a larger crowd begins with the characters of a smaller one, also where that ends in the scene', () => {
  const { characters } = generate({ scene: SCENE, size: 60, groupingMode: true });
  for (const size of [1, 2, 3, 20]) {
    expect(generate({ scene: SCENE, size, groupingMode: false }).characters).toHaveLength(size);
  }
  const alone = generate({ scene: SCENE, size: 60 }).characters;
  for (const size of [1, 2, 3, 20])
    expect(generate({ scene: SCENE, size }).characters).toEqual(alone.slice(0, size));
  expect(characters.slice(0, 3)).toEqual(alone.slice(0, 3));
});

test('a bucket without weight has no characters but those of the scene', () => {
  const { characters } = generate({ scene: SCENE, size: 200, weights: { farmer: 1 } });
  expect(characters.filter(({ bucket }) => bucket === 'monk').map(({ index }) => index)).toEqual([0]);
  expect(characters.filter(({ bucket }) => bucket === 'farmer')).toHaveLength(199);
});

describe('the scenes of the kit', () => {
  test('are some', () => {
    expect(SCENES.length).toBeGreaterThan(3);
  });

  test.each(SCENES)(
    '%s: nobody is inside anybody or anything, and everybody knows what to do',
    (_id, scene) => {
      const { slots, things = [] } = scene;
      const clips = new Set<string>([...CLIP_NAMES, ...Object.keys(MANIFEST.clips ?? {})]);
      expect(slots.length).toBeGreaterThan(7);
      slots.forEach(({ x, z, clip }, i) => {
        expect(clips).toContain(clip);
        for (const other of slots.slice(0, i))
          expect(Math.hypot(x - other.x, z - other.z)).toBeGreaterThan(0.6);
        for (const thing of things) {
          expect(distanceTo(thing, x, z)).toBeGreaterThan((thing.radius ?? 0) + 0.15);
        }
      });
    },
  );

  test.each(SCENES)('%s: everybody stays there while a crowd walks by', (id, scene) => {
    const recipe = completeRecipe({
      seed: 3,
      size: 400,
      scene: id,
      pace: 0.8,
      boundaryShape: 'road',
      spawnRadius: 12,
      boundaryRadius: 34,
    });
    const { characters } = generateCrowd(recipe, MANIFEST);
    const simulation = createSimulation(recipe, characters, { scene });
    for (let step = 0; step < 600; step++) simulation.step();
    const places = characters.map((_, i) => ({
      x: simulation.current[i * FRAME_STRIDE + FRAME.x],
      z: simulation.current[i * FRAME_STRIDE + FRAME.z],
    }));
    const walked = characters.map(({ x, z }, i) => Math.hypot(places[i].x - x, places[i].z - z));
    expect(walked.filter((metres) => metres > 5).length).toBeGreaterThan(200);
    expect(Math.max(...walked.slice(0, scene.slots.length))).toBeLessThan(0.5);
    for (const thing of scene.things ?? []) {
      for (const { x, z } of places.slice(scene.slots.length))
        expect(distanceTo(thing, x, z)).toBeGreaterThan((thing.radius ?? 0) * 0.86);
    }
  });
});

describe('a scene that cannot be had is refused', () => {
  test.each<[string, RecipeInput, string, string]>([
    ['an unknown id', { scene: 'harbour' }, 'scene', 'names no scene of the manifest, which has street'],
    ['format 1', { scene: 'market', v: 1 }, 'scene', 'needs a recipe of format 2'],
    [
      'an unknown bucket',
      {
        scene: {
          slots: [
            { x: 0, z: 0 },
            { x: 1, z: 0, bucket: 'pirate' },
          ],
        },
      },
      'scene.slots.1.bucket',
      'names no bucket of the manifest, which has official',
    ],
    [
      'a negative radius',
      { scene: { slots: [], things: [{ type: 'well', x: 0, z: 0, radius: -1 }] } },
      'scene.things.0.radius',
      'must be at least 0 metres, not -1',
    ],
    [
      'a width of many radii',
      { scene: { slots: [], things: [{ type: 'wall', x: 0, z: 0, radius: 1e-9, width: 1e9 }] } },
      'scene.things.0.width',
      'must be at most 32 times the radius, not 1000000000',
    ],
    [
      'too many slots',
      { scene: { slots: new Array(257).fill({ x: 0, z: 0 }) } },
      'scene.slots',
      'must be at most 256, not 257',
    ],
  ])('%s', async (_name, input, path, message) => {
    const error = await errorOf(() => generate(input), 'RecipeError');
    expect(error.path).toBe(path);
    expect(error.message).toContain(message);
  });
});
