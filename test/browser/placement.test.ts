import { type BackendName, buildCrowd, type Crowd, type CrowdMode } from 'three-crowd';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Character } from '../../src/protocol/index.js';
import { type TestRenderer, TIERS } from '../support/browser/backends.js';
import { createFigure, figureCharacters } from '../support/browser/figure.js';
import { createStage, differingPixels, takePicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { tagsInTable } from '../support/in-turn.js';

const SECONDS = 1.3;
/** Steps of 255 that no eye sees. */
const TOLERANCE = 8;

const ALL = figureCharacters(14, 3);
/** The first few, all in the same clothes. */
const FEW: readonly Character[] = ALL.slice(0, 6).map((character) => ({ ...character, body_id: 'body_a' }));

async function build(
  renderer: TestRenderer,
  mode: CrowdMode,
  characters: readonly Character[],
): Promise<Crowd> {
  const { assets } = createFigure();
  return buildCrowd({ renderer, assets, characters, sharedParts: ['hands'], mode });
}

/** The picture of a crowd at {@link SECONDS}, of its clock, after `change` was done to it in the middle. */
async function pictureOf(
  backend: BackendName,
  mode: CrowdMode,
  characters: readonly Character[],
  change: (crowd: Crowd) => void = () => {},
): Promise<Uint8Array> {
  const renderer = await sharedRenderer(backend);
  const crowd = await build(renderer, mode, characters);
  const { scene, camera } = createStage(crowd, 'directional');
  crowd.update(SECONDS / 2, camera);
  await takePicture(renderer, scene, camera);
  change(crowd);
  crowd.update(SECONDS / 2, camera);
  const pixels = await takePicture(renderer, scene, camera);
  crowd.dispose();
  return pixels;
}

/** A character that starts late stands where one of the others stands who started at 0 with another phase. */
function startedHalfway(character: Character): Character {
  const duration = character.anim_clip === 'walk' ? 1 : 2;
  const phase = character.phase - SECONDS / 2 / duration;
  return { ...character, phase: phase - Math.floor(phase) };
}

const CHANGES: readonly {
  name: string;
  change: (crowd: Crowd) => void;
  built: readonly Character[];
}[] = [
  {
    name: 'setTransform',
    change: (crowd) => {
      crowd.setTransform(0, { x: 2.5, z: 1, heading: 2, scale: 1.3 });
      crowd.setTransform(4, { x: -2.5 });
    },
    built: FEW.map((character, i) => {
      if (i === 0) return { ...character, x: 2.5, z: 1, rot_y: 2, scale: 1.3 };
      return i === 4 ? { ...character, x: -2.5 } : character;
    }),
  },
  {
    name: 'setColors',
    change: (crowd) => {
      crowd.setColors('all', { garment: [0.95, 0.9, 0.5] });
      crowd.setColors([1, 2], { skin: '#20c040', hair: 0xffee00 });
    },
    built: FEW.map((character, i) => ({
      ...character,
      garment_hsl: [0.95, 0.9, 0.5],
      ...(i === 1 || i === 2 ? { skin_hex: '#20c040', hair_hex: '#ffee00' } : {}),
    })),
  },
  {
    name: 'setVisible',
    change: (crowd) => {
      crowd.setVisible('all', false);
      crowd.setVisible([0, 3, 5], true);
    },
    built: FEW.filter((_, i) => [0, 3, 5].includes(i)),
  },
  {
    name: 'setParts, with parts that nobody wore',
    change: (crowd) => crowd.setParts([1, 3, 4], { body: 'body_b', hair: 'hands' }),
    built: FEW.map((character, i) =>
      [1, 3, 4].includes(i) ? { ...character, body_id: 'body_b', hair_id: 'hands' } : character,
    ),
  },
  {
    name: 'addCharacters, beyond the room there is',
    change: (crowd) => {
      expect(crowd.addCharacters(ALL.slice(6))).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
      expect(crowd.size).toBe(14);
    },
    built: [...FEW, ...ALL.slice(6).map(startedHalfway)],
  },
  {
    name: 'removeCharacters, and others in their rows',
    change: (crowd) => {
      crowd.removeCharacters([1, 4, 5]);
      expect(crowd.addCharacters([ALL[9]])).toEqual([1]);
      expect(crowd.size).toBe(4);
    },
    built: [FEW[0], FEW[2], FEW[3], startedHalfway(ALL[9])],
  },
  {
    name: 'removeCharacters, all of them',
    change: (crowd) => {
      crowd.removeCharacters('all');
      crowd.addCharacters([ALL[7]]);
    },
    built: [startedHalfway(ALL[7])],
  },
];

describe.each(TIERS)('%s %s: a changed crowd looks as one that was built so', (backend, mode) => {
  let unchanged: Uint8Array;

  beforeAll(async () => {
    unchanged = await pictureOf(backend, mode, FEW);
  });

  const column = TIERS.findIndex((tier) => tier[0] === backend && tier[1] === mode);

  for (const [row, { name, change, built }] of CHANGES.entries()) {
    test(name, { tags: tagsInTable(row, column, TIERS.length * 2) }, async () => {
      const changed = await pictureOf(backend, mode, FEW, change);
      expect(differingPixels(changed, unchanged, TOLERANCE)).toBeGreaterThan(0.005);
      const expected = await pictureOf(backend, mode, built);
      expect(differingPixels(changed, expected, TOLERANCE)).toBeLessThan(0.001);
    });
  }
});
