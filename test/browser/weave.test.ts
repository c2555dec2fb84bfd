/** Woven patterns of cloth beside three's own boxes, whose maps are painted by another implementation. */
import {
  BoxGeometry,
  CanvasTexture,
  Color,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  SRGBColorSpace,
} from 'three';
import { createCrowdFromGLTF } from 'three-crowd';
import { expect, onTestFinished, test } from 'vitest';
import { TIERS } from '../support/browser/backends.js';
import { addressOf } from '../support/browser/character-file.js';
import { expectPictureOf } from '../support/browser/draw-as-three.js';
import { differingPixels, photographFront } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { addAccessor } from '../support/edit-glb.js';
import { errorOf } from '../support/error-of.js';
import { type FileNode, turnX, writeForeignFile } from '../support/foreign-file.js';
import { testInTurn } from '../support/in-turn.js';
import { threadAt } from '../support/weave.js';

/** A board: the height of its middle and its half sizes, metres. */
const MIDDLE = 0.9;
const [HALF_WIDTH, HALF_HEIGHT, HALF_DEPTH] = [0.4, 0.8, 0.004];
const SIZE = 0.4;
const COLOR = [0.6, 0.5, 0.4] as const;
/** Share of the surface that takes the pattern, at its lower and its upper end. */
const SHARES = [0.6, 1] as const;

/**
 * @param extras of the material, beside the mask
 * @param others further boxes, with materials of their own
 */
function writeBoard(extras: object, others: readonly FileNode[] = []): Promise<Uint8Array<ArrayBuffer>> {
  const box = [HALF_WIDTH, HALF_HEIGHT, HALF_DEPTH] as const;
  return writeForeignFile(
    [{ name: 'hips', at: [0, MIDDLE, 0] }, { name: 'board', parent: 'hips', box }, ...others],
    { stand: [{ node: 'hips', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(0)] }] },
    (document, find) => {
      const [primitive] = find('board').getMesh()!.listPrimitives();
      const heights = [...primitive.getAttribute('POSITION')!.getArray()!].filter((_, k) => k % 3 === 1);
      const colors = heights.flatMap((y) => [1, 1, 1, SHARES[Number(y > 0)]]);
      primitive.setAttribute('COLOR_0', addAccessor(document, 'VEC4', colors));
      primitive
        .getMaterial()!
        .setBaseColorFactor([...COLOR, 1])
        .setMetallicFactor(0)
        .setExtras({ tintMask: 'COLOR_0.a', ...extras });
      for (const { name } of others)
        find(name).getMesh()!.listPrimitives()[0].getMaterial()!.setMetallicFactor(0);
    },
  );
}

/** Greatest factor of a colour, and that of each channel where thread is. */
const BRIGHTEST = 1.42;
const THREAD = [0.42, 0.38, 0.25] as const;

/** A board of three's own with a pattern. */
function paintBoard(pattern: number): Mesh {
  const [width, height] = [512, 1024];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(width, height);
  for (let row = 0; row < height; row++) {
    const up = 1 - (row + 0.5) / height;
    const share = SHARES[0] + (SHARES[1] - SHARES[0]) * up;
    for (let column = 0; column < width; column++) {
      const x = ((2 * (column + 0.5)) / width - 1) * HALF_WIDTH;
      const thread = share * threadAt(pattern, x / SIZE, ((2 * up - 1) * HALF_HEIGHT) / SIZE);
      const [r, g, b] = THREAD.map((channel) => (1 + channel * thread) / BRIGHTEST);
      const shown = new Color(r, g, b).convertLinearToSRGB();
      image.data.set(
        [...shown.toArray().map((value) => Math.round(255 * value)), 255],
        4 * (row * width + column),
      );
    }
  }
  context.putImageData(image, 0, 0);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  // Sampled in single points, as the patterns are.
  map.minFilter = NearestFilter;
  map.generateMipmaps = false;
  const color = new Color(...COLOR).multiplyScalar(BRIGHTEST);
  const board = new Mesh(
    new BoxGeometry(2 * HALF_WIDTH, 2 * HALF_HEIGHT, 2 * HALF_DEPTH),
    new MeshBasicMaterial({ map, color }),
  );
  board.position.y = MIDDLE;
  board.castShadow = true;
  return board;
}

const places = Array.from({ length: 6 }, (_, k) => ({ x: (k - 2.5) * 0.95, z: 0 }));

testInTurn(TIERS, [0, 2])(
  '%s %s shows the pattern that setTextureCell chooses, as on three’s own boards',
  async (backend, mode) => {
    const bytes = await writeBoard({ weave: { size: SIZE, patterns: [0, 1, 2, 3, 4, 5] } });
    const renderer = await sharedRenderer(backend);
    const warnings: string[] = [];
    const crowd = await createCrowdFromGLTF(addressOf(bytes), {
      ...{
        renderer,
        mode,
        characters: places,
        lodThreshold: 0,
        onWarning: (text: string) => warnings.push(text),
      },
      material: (_, { name, userData, vertexColors }) =>
        Object.assign(new MeshBasicMaterial({ name, vertexColors, color: new Color(...COLOR) }), {
          userData,
        }),
    });
    onTestFinished(() => crowd.dispose());
    const before = await photographFront(renderer, crowd);
    for (const i of places.keys()) crowd.setTextureCell(i, i);
    const three = new Group();
    for (const [i, { x }] of places.entries()) {
      const board = paintBoard(i);
      board.position.x = x;
      three.add(board);
    }
    await expectPictureOf(renderer, crowd, three);
    // Characters begin with patterns, which are not those.
    expect(differingPixels(before, await photographFront(renderer, crowd), 24)).toBeGreaterThan(0.02);
    expect(warnings).toEqual([]);
  },
);

const POST: FileNode = { name: 'post', parent: 'hips', at: [0, 1, 0], box: [0.1, 0.2, 0.1] };

test.each([
  ['that is joined with others', [POST], undefined],
  [
    'whose material shows no vertex colours',
    [],
    (_: string, { userData }: Material) => Object.assign(new MeshBasicMaterial(), { userData }),
  ],
])('a mesh %s is drawn without patterns, and setTextureCell warns of that', async (_, others, material) => {
  const bytes = await writeBoard({ weave: { size: SIZE, patterns: [1] } }, others);
  const renderer = await sharedRenderer('webgl');
  const warnings: string[] = [];
  const crowd = await createCrowdFromGLTF(addressOf(bytes), {
    ...{ renderer, characters: places, onWarning: (text: string) => warnings.push(text) },
    ...(material && { material }),
  });
  onTestFinished(() => crowd.dispose());
  expect(crowd.stats.parts).toBe(1);
  crowd.setTextureCell(0, 1);
  expect(warnings.join()).toContain('setTextureCell changes nothing');
  const empty = await photographFront(renderer, new Group());
  expect(differingPixels(await photographFront(renderer, crowd), empty, 24)).toBeGreaterThan(0.1);
});

test.each([
  [{ size: 0, patterns: [1] }],
  [{ size: 0.1, patterns: [] }],
  [{ size: 0.1, patterns: [6] }],
  [{ size: 0.1 }],
  [true],
])('a weave of %j is an error that says what to give', async (weave) => {
  const bytes = await writeBoard({ weave });
  const renderer = await sharedRenderer('webgl');
  const error = await errorOf(createCrowdFromGLTF(addressOf(bytes), { renderer, characters: places }));
  expect(error.message).toContain(JSON.stringify(weave));
  expect(error.message).toContain('patterns from 0, which is plain, to 5');
});
