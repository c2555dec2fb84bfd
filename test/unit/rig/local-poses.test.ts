import { describe, expect, test } from 'vitest';
import { AFFINE_SIZE, multiplyAffine } from '../../../src/math/index.js';
import {
  type BoneTexture,
  bakeBoneTexture,
  type Clip,
  composeLocal,
  deriveJointPoses,
  deriveLocalPoses,
  joinBoneTextures,
  joinJointPoses,
  type LocalPoses,
  type Track,
} from '../../../src/rig/index.js';
import { greatestDistance } from '../../support/browser/greatest-distance.js';
import {
  posedByMatrices,
  posedByThree,
  randomClip,
  randomRig,
  type ThreeRig,
} from '../../support/rig/three-rig.js';

const SEEDS = [1, 2, 3, 4];
const FPS = 30;
/** The node above all joints that clips move. */
const ABOVE = 'Armature';

interface Baked {
  readonly rig: ThreeRig;
  readonly clip: Clip;
  readonly texture: BoneTexture;
  readonly poses: LocalPoses | undefined;
}

/** A random rig that plays the tracks `keeps` picks of a random clip. */
function bake(seed: number, keeps: (track: Track) => boolean, change = (track: Track) => track): Baked {
  const rig = randomRig(seed);
  const random = randomClip(rig.skeleton, seed, 'LINEAR', true);
  const clip = { ...random, tracks: random.tracks.filter(keeps).map(change) };
  const texture = bakeBoneTexture(rig.skeleton, rig.skin, [clip], { fps: FPS });
  return { rig, clip, texture, poses: deriveLocalPoses(texture, rig.skeleton, rig.skin) };
}

const isStretch = ({ path }: Track): boolean => path === 'scale';
const isOfJoint = ({ bone }: Track): boolean => bone !== ABOVE;

/** The skin matrices that local poses join to in a frame: 12 numbers a joint. */
function joined({ data, size, parents, inverseBind }: LocalPoses, frame: number): Float32Array {
  const matrices = Float64Array.from(inverseBind);
  const local = new Float64Array(AFFINE_SIZE);
  for (let joint = 0; joint < parents.length; joint++) {
    const o = joint * AFFINE_SIZE;
    for (let j = joint; j >= 0; j = parents[j]) {
      const at = (frame * parents.length + j) * size;
      composeLocal(local, 0, data.subarray(at, at + size), size);
      multiplyAffine(matrices, o, local, 0, matrices, o);
    }
  }
  return Float32Array.from(matrices);
}

/** Farthest that a vertex is from where three puts it, over all frames; metres. */
function largestError({ rig, clip, texture, poses }: Baked): number {
  if (!poses) throw new Error('The rig should have local poses.');
  const { frameCount } = texture.manifest.clipInfo[0];
  let largest = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    const vertices = posedByMatrices(rig.vertices, joined(poses, frame));
    const seconds = (frame / frameCount) * clip.duration;
    largest = Math.max(largest, greatestDistance(vertices, 0, posedByThree(rig, clip, seconds)));
  }
  expect(frameCount).toBeGreaterThan(10);
  return largest;
}

describe.each(SEEDS)('local poses of a random rig (seed %i)', (seed) => {
  test('have one scale a joint where clips only turn and move', () => {
    const baked = bake(seed, (track) => !isStretch(track));
    expect(baked.poses?.size).toBe(8);
    expect(largestError(baked)).toBeLessThan(1e-4);
  });

  test('have three where joints are stretched', () => {
    const baked = bake(seed, isOfJoint);
    expect(baked.clip.tracks.filter(isStretch).length).toBeGreaterThan(2);
    expect(baked.poses?.size).toBe(12);
    expect(largestError(baked)).toBeLessThan(1e-4);
  });
});

/** The stretch of the joint with the most keys, by another function of the key. */
function restretch(seed: number, scale: (key: number, axis: number) => number): Baked {
  const stretches = bake(seed, (track) => isStretch(track) && isOfJoint(track)).clip.tracks;
  const longest = stretches.reduce((a, b) => (b.times.length > a.times.length ? b : a));
  expect(longest.times.length).toBeGreaterThan(2);
  return bake(seed, isOfJoint, (track) =>
    isStretch(track) && track.bone === longest.bone
      ? { ...track, values: track.values.map((_, k) => scale(Math.floor(k / 3), k % 3)) }
      : track,
  );
}

test('a mirrored joint is taken apart, too', () => {
  const baked = restretch(2, (_key, axis) => (axis === 1 ? -1.2 : 1));
  expect(largestError(baked)).toBeLessThan(1e-4);
});

test.each([
  ['mirrored in some frames', (key: number, axis: number) => (key % 2 && axis === 1 ? -1 : 1)],
  ['flat', (_key: number, axis: number) => (axis === 1 ? 0 : 1)],
])('there are none where a joint is %s', (_how, scale) => {
  expect(restretch(2, (_key, axis) => 1 + axis / 10).poses).toBeDefined();
  expect(restretch(2, scale).poses).toBeUndefined();
});

test('there are none where a joint turns under a stretched node that is none', () => {
  const isAbove = (track: Track): boolean => !isOfJoint(track) && isStretch(track);
  const seed = SEEDS.concat(5, 6, 7, 8, 9).find((s) => bake(s, isAbove).clip.tracks.length > 0) as number;
  expect(bake(seed, (track) => !isAbove(track) && !isStretch(track)).poses).toBeDefined();
  expect(bake(seed, (track) => isAbove(track)).poses).toBeUndefined();
});

describe.each(SEEDS)('clips baked and taken apart one by one, then joined (seed %i)', (seed) => {
  const { skeleton, skin } = randomRig(seed);
  const clipsWith = (keeps: (track: Track) => boolean): Clip[] =>
    ['idle', 'walk', 'jog'].map((name, k) => {
      const clip = randomClip(skeleton, seed + k, 'LINEAR', k !== 2);
      return { ...clip, name, tracks: clip.tracks.filter(keeps) };
    });
  const join = (clips: readonly Clip[]) => {
    const textures = clips.map((clip) => bakeBoneTexture(skeleton, skin, [clip], { fps: FPS }));
    const poses = textures.map((texture) => deriveJointPoses(texture, skeleton, skin));
    return { texture: joinBoneTextures(textures), poses: joinJointPoses(poses, skeleton, skin) };
  };

  test('are what all of them give at once', () => {
    const clips = clipsWith((track) => !isStretch(track));
    const whole = bakeBoneTexture(skeleton, skin, clips, { fps: FPS });
    const { texture, poses } = join(clips);
    expect(whole.manifest.clipInfo).toHaveLength(3);
    expect(whole.manifest.walkClip).toBe(1);
    expect(texture).toEqual(whole);
    expect(poses?.size).toBe(8);
    expect(poses).toEqual(deriveLocalPoses(whole, skeleton, skin));
  });

  test('have no joined poses where a joint has three scales', () => {
    const clips = clipsWith(isOfJoint);
    expect(deriveLocalPoses(bakeBoneTexture(skeleton, skin, clips), skeleton, skin)?.size).toBe(12);
    expect(join(clips).poses).toBeUndefined();
  });

  test('are refused where two share a name', () => {
    const [clip] = clipsWith(isOfJoint);
    expect(() => join([clip, clip])).toThrow(/Two clips are called "idle"/);
  });
});
