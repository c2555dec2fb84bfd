import { expect, test } from 'vitest';
import {
  type BoneTexture,
  goesAway,
  readBoneMatrix,
  type Skin,
  separateRootMotion,
} from '../../../src/rig/index.js';

const FRAMES = 30;
const [ROOT, HIPS] = [0, 1];

/** Metres along x and z, by a fraction of the clip. */
type Way = (turns: number) => readonly [x: number, z: number];

const STILL: Way = () => [0, 0];
/** A walk of 1.2 m forwards and 0.3 to the side, with a sway, and at a pace that rises and falls. */
const WALK: Way = (turns) => {
  const pace = turns + 0.08 * Math.sin(2 * Math.PI * turns);
  return [0.3 * pace + 0.05 * Math.sin(4 * Math.PI * turns), 1.2 * pace];
};
/** Ends where it begins. */
const SWAY: Way = (turns) => [0.2 * Math.sin(2 * Math.PI * turns), 0.1 * Math.sin(4 * Math.PI * turns)];

/** Two joints, without turns, in one loop. */
function createTexture(root: Way, hips: Way): BoneTexture {
  const data = new Float32Array(FRAMES * 2 * 12);
  for (let frame = 0; frame < FRAMES; frame++) {
    for (const [joint, way] of [root, hips].entries()) {
      const [x, z] = way(frame / FRAMES);
      data.set([1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, z], (frame * 2 + joint) * 12);
    }
  }
  return {
    data,
    manifest: {
      version: 1,
      layout: 'affine3x4',
      texWidth: 6,
      texHeight: FRAMES,
      nBones: 2,
      bakeFps: 30,
      boneNames: ['root', 'hips'],
      clipInfo: [
        {
          name: 'walk',
          startFrame: 0,
          frameCount: FRAMES,
          duration: 1,
          loop: true,
          speed: 0,
          bounds: [-1, 0, -1, 1, 2, 1],
        },
      ],
      walkClip: 0,
    },
  };
}

const skin: Skin = {
  joints: Uint16Array.of(ROOT, HIPS),
  // The hips are at a height of 0.9 m.
  inverseBind: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, -0.9, 0, 0, 1, 0),
};

/** Where the joint is in a frame, x and z. */
function placeOf(texture: BoneTexture, frame: number, joint: number): [x: number, z: number] {
  const matrix = new Float64Array(12);
  readBoneMatrix(texture, frame, joint, matrix, 0);
  return [matrix[3], matrix[11]];
}

test.each([
  ['the root, which the hips go with', WALK, WALK],
  ['the hips, where the root stays', STILL, WALK],
])('the way is that of %s', (_, root, hips) => {
  const texture = createTexture(root, hips);
  const { boneTexture, paths } = separateRootMotion(texture, skin, [ROOT, HIPS]);
  const path = paths[0]!;
  for (let frame = 0; frame <= FRAMES; frame++) {
    const [x, z] = WALK(frame / FRAMES);
    // No frame has the last point: it is told from its neighbours, to a tenth of a millimetre here.
    expect(path[2 * frame]).toBeCloseTo(x, frame < FRAMES ? 6 : 3);
    expect(path[2 * frame + 1]).toBeCloseTo(z, frame < FRAMES ? 6 : 3);
  }
  for (let frame = 0; frame < FRAMES; frame++) {
    for (const k of [0, 1]) expect(placeOf(boneTexture, frame, HIPS)[k]).toBeCloseTo(0, 6);
  }
  // The assets are shared, and stay as they were.
  expect(texture.data).toEqual(createTexture(root, hips).data);
  expect(boneTexture.manifest.clipInfo[0].bounds).toBeUndefined();
});

test('a clip that ends where it began stays as it is', () => {
  const texture = createTexture(STILL, SWAY);
  const { boneTexture, paths } = separateRootMotion(texture, skin, [ROOT, HIPS]);
  expect(paths).toEqual([undefined]);
  expect(boneTexture).toEqual(texture);
});

test.each([
  [0.05, false],
  [0.19, false],
  [0.21, true],
  [1.2, true],
])('a clip whose joints end %f m from where they began has root motion: %s', (metres, expected) => {
  // The last frame of a loop is one step short of its end.
  const way: Way = (turns) => [(metres * turns * FRAMES) / (FRAMES - 1), 0];
  const texture = createTexture(way, way);
  expect(goesAway(texture, skin, texture.manifest.clipInfo[0])).toBe(expected);
});
