import { OrthographicCamera, type PerspectiveCamera } from 'three';
import type { BackendName, Crowd } from 'three-crowd';
import { expect } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import { figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, PICTURE, takePicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

const SEED = 12;
const TOLERANCE = 8;
/** People who stand on the ground in one picture, each in a cell of its own. */
const COLUMNS = 12;
const ROWS = 5;
const SHOWN = COLUMNS * ROWS;
/** All others stand below the ground, where they are drawn and hidden. */
const BELOW = -20;
/** How far the camera looks down, radians. */
const PITCH = 0.6;
/** Metres that a cell is high and wide. */
const CELL = { height: 2, width: 1.45 } as const;

/** Sees all, as the cells are high, from above. */
function createCamera(): OrthographicCamera {
  const top = (ROWS * CELL.height) / 2;
  const right = (top * PICTURE.width) / PICTURE.height;
  const camera = new OrthographicCamera(-right, right, top, -top, 1, 120);
  camera.position.set(0, 40 * Math.sin(PITCH), 40 * Math.cos(PITCH));
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

/** Where the feet of who is shown in a cell are. */
function placeOf(cell: number): { x: number; z: number } {
  const column = cell % COLUMNS;
  const row = Math.floor(cell / COLUMNS);
  // Heads reach up in the picture, so that feet are below the middle of a cell.
  const up = (ROWS / 2 - row - 0.9) * CELL.height;
  return { x: (column + 0.5 - COLUMNS / 2) * CELL.width, z: -up / Math.sin(PITCH) };
}

/** Where somebody is seen, and hidden by the ground. */
function placeBelow(random: () => number): { x: number; z: number } {
  const up = (random() - 0.5) * ROWS * CELL.height;
  return { x: (random() - 0.5) * COLUMNS * CELL.width, z: (BELOW * Math.cos(PITCH) - up) / Math.sin(PITCH) };
}

const ground = (_x: number, z: number): number => (z < -15 ? BELOW : 0);

/** Share of each cell's pixels that differ. */
function differingCells(a: Uint8Array, b: Uint8Array): number[] {
  const width = (CELL.width / (ROWS * CELL.height)) * PICTURE.height;
  const height = PICTURE.height / ROWS;
  const left = (PICTURE.width - COLUMNS * width) / 2;
  const counts = new Array<number>(SHOWN).fill(0);
  for (let y = 0; y < PICTURE.height; y++) {
    for (let x = Math.ceil(left); x < left + COLUMNS * width; x++) {
      const at = 4 * (y * PICTURE.width + x);
      const most = Math.max(...[0, 1, 2].map((k) => Math.abs(a[at + k] - b[at + k])));
      const cell = Math.floor(y / height) * COLUMNS + Math.floor((x - left) / width);
      if (most > TOLERANCE) counts[cell] += 1;
    }
  }
  return counts.map((count) => count / (width * height));
}

async function pictureOf(
  backend: BackendName,
  crowd: Crowd,
  camera: OrthographicCamera,
): Promise<Uint8Array> {
  const renderer = await sharedRenderer(backend);
  const { scene, lamp } = createStage(crowd, 'directional');
  lamp.castShadow = false;
  const seenBy = camera as unknown as PerspectiveCamera;
  crowd.update(0, seenBy);
  return takePicture(renderer, scene, seenBy);
}

testInTurn(
  [
    ['webgpu', 1_000, 'near', 1],
    ['webgpu', 1_000, 'far', 1],
    ['webgpu', 100_000, 'near', 3],
    // More than have a place in the palette.
    ['webgpu', 100_000, 'far', 1],
    ['webgpu-webgl2', 20_000, 'far', 1],
    ['webgl', 20_000, 'far', 1],
  ] as const,
  [0, 5],
)(
  `on '%s', of %i people who are drawn at once, %s, any few look as they do alone (seed ${SEED}, pictures: %i)`,
  async (backend, count, level, pictures) => {
    const renderer = await sharedRenderer(backend);
    const random = mulberry32(SEED);
    const camera = createCamera();
    const characters = figureCharacters(count, SEED).map((character) => ({
      ...character,
      ...placeBelow(random),
    }));
    const lodThreshold = level === 'far' ? 10 : 0;
    const create = (people: typeof characters, mode: 'instanced' | 'clones'): Promise<Crowd> =>
      figureCrowd(renderer, { characters: people, mode, lodThreshold, ground });
    const crowd = await create(characters, 'instanced');
    crowd.update(0.8);
    for (let turn = 0; turn < pictures; turn++) {
      // Those at powers of two, where numbers of any kind would overflow, and some at random.
      const picked = new Set([0, count - 1]);
      if (turn === 0) for (let i = 1; i < count; i *= 2) picked.add(i).add(i - 1);
      while (picked.size < SHOWN) picked.add(Math.floor(random() * count));
      const shown = [...picked];
      const before = shown.map((i) => crowd.get(i));
      shown.forEach((i, cell) => {
        crowd.setTransform(i, { ...placeOf(cell), y: 0 });
      });
      const picture = await pictureOf(backend, crowd, camera);
      before.forEach(({ character, x, y, z }) => {
        crowd.setTransform(character, { x, y, z });
      });
      const alone = await create(
        shown.map((i, cell) => ({ ...characters[i], ...placeOf(cell) })),
        // Clones are three's own SkinnedMesh, and have no far mesh.
        level === 'far' ? 'instanced' : 'clones',
      );
      alone.update(0.8);
      const expected = await pictureOf(backend, alone, camera);
      alone.visible = false;
      const drawn = differingCells(expected, await pictureOf(backend, alone, camera));
      alone.dispose();
      expect(Math.min(...drawn), 'everybody is in their cell').toBeGreaterThan(0.05);
      differingCells(picture, expected).forEach((share, cell) => {
        expect(share, `${shown[cell]}`).toBeLessThan(drawn[cell] / 5);
      });
    }
  },
);
