import { describe, expect, test } from 'vitest';
import { isCrowdError } from '../../../src/errors/index.js';
import {
  bakeBoneTexture,
  type Clip,
  decodeBoneTexture,
  encodeBoneTexture,
  frameAt,
  readBoneMatrix,
  type Skin,
} from '../../../src/rig/index.js';
import { greatestDistance } from '../../support/browser/greatest-distance.js';
import { posedByMatrices, posedByThree, randomClip, randomRig } from '../../support/rig/three-rig.js';

describe.each([11, 12, 13])('a baked texture (seed %i)', (seed) => {
  const rig = randomRig(seed);
  const { skeleton, skin, vertices } = rig;
  const clips: Clip[] = [
    { ...randomClip(skeleton, seed + 1, 'LINEAR', true), duration: 1.21 },
    { ...randomClip(skeleton, seed + 2, 'CUBICSPLINE', false), name: 'turn', duration: 0.9 },
    { ...randomClip(skeleton, seed + 3, 'STEP', true), name: 'walk', speed: 1.4 },
  ];
  const fractions: number[] = [];
  const texture = bakeBoneTexture(skeleton, skin, clips, {
    vertices: [vertices],
    onProgress: (fraction) => fractions.push(fraction),
  });
  const { clipInfo, texWidth, texHeight, nBones } = texture.manifest;

  test('shows in every frame what three shows', () => {
    const matrices = new Float32Array(nBones * 12);
    let compared = 0;
    for (const [index, clip] of clips.entries()) {
      const { startFrame, frameCount } = clipInfo[index];
      for (let frame = 0; frame < frameCount; frame++) {
        for (let bone = 0; bone < nBones; bone++) {
          readBoneMatrix(texture, startFrame + frame, bone, matrices, bone * 12);
        }
        const steps = clip.loop ? frameCount : frameCount - 1;
        const seconds = (frame / steps) * clip.duration;
        const expected = posedByThree(rig, clip, seconds);
        expect(greatestDistance(posedByMatrices(vertices, matrices), 0, expected)).toBeLessThan(1e-4);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(60);
  });

  test('lays its clips end to end and times them by their frames', () => {
    expect(clipInfo[0]).toMatchObject({ startFrame: 0, frameCount: 36, duration: 36 / 30, loop: true });
    expect(clipInfo[1]).toMatchObject({ startFrame: 36, frameCount: 28, duration: 28 / 30, loop: false });
    expect(clipInfo[2].startFrame).toBe(64);
    expect(texture.manifest.walkClip).toBe(2);
    expect(texture.manifest.boneNames).toEqual(Array.from(skin.joints, (bone) => skeleton.names[bone]));
    expect(fractions.at(-1)).toBe(1);
  });

  test('covers as much ground in a round as the clip', () => {
    expect(clipInfo[2].speed * clipInfo[2].duration).toBeCloseTo(1.4 * clips[2].duration, 9);
    expect(clipInfo[0].speed).toBe(0);
  });

  test('is nearly square, its width a multiple of 3', () => {
    expect(texWidth % 3).toBe(0);
    expect(Math.abs(texWidth - texHeight)).toBeLessThan(4);
    expect(texture.data.length).toBe(texWidth * texHeight * 4);
  });

  test('has boxes that every frame’s vertices fill and none leaves', () => {
    for (const { startFrame, frameCount, bounds } of clipInfo) {
      const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (let frame = startFrame; frame < startFrame + frameCount; frame++) {
        posedByMatrices(vertices, texture.data, frame * nBones * 12).forEach((value, i) => {
          box[i % 3] = Math.min(box[i % 3], value);
          box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], value);
        });
      }
      bounds?.forEach((value, i) => {
        expect(value).toBeCloseTo(box[i], 5);
      });
      expect(bounds).toHaveLength(6);
    }
  });

  test('comes back from its file as it was', () => {
    const read = decodeBoneTexture(encodeBoneTexture(texture), JSON.parse(JSON.stringify(texture.manifest)), {
      boneNames: texture.manifest.boneNames,
    });
    expect(read).toEqual(texture);
  });
});

const rig = randomRig(21);
const clip: Clip = { name: 'still', duration: 0, loop: false, tracks: [] };

test('without vertices, boxes hold the joints and 0.3 m around them', () => {
  const { bounds } = bakeBoneTexture(rig.skeleton, rig.skin, [clip]).manifest.clipInfo[0];
  const places = rig.mesh.skeleton.bones.map((bone) => bone.matrixWorld.elements.slice(12, 15));
  for (const axis of [0, 1, 2]) {
    const values = places.map((place) => place[axis]);
    expect(bounds?.[axis]).toBeCloseTo(Math.min(...values) - 0.3, 5);
    expect(bounds?.[axis + 3]).toBeCloseTo(Math.max(...values) + 0.3, 5);
  }
});

test('a loop shorter than a frame keeps one', () => {
  const { clipInfo } = bakeBoneTexture(rig.skeleton, rig.skin, [{ ...clip, loop: true }]).manifest;
  expect(clipInfo[0]).toMatchObject({ frameCount: 1, duration: 1 / 30 });
  expect(frameAt(clipInfo[0], 0.01)).toMatchObject({ frame0: 0, frame1: 0 });
});

describe('bad input', () => {
  const bake = (clips: Clip[], fps = 30, skin: Skin = rig.skin): unknown =>
    bakeBoneTexture(rig.skeleton, skin, clips, { fps });

  test('no clips', () => expect(() => bake([])).toThrow(/no clips to bake/));
  test('two clips of one name', () =>
    expect(() => bake([clip, clip])).toThrow(/Two clips are called "still"/));
  test('a length that is no number', () => {
    expect(() => bake([{ ...clip, duration: NaN }])).toThrow(
      expect.toSatisfy((error) => isCrowdError(error, 'RigError')),
    );
  });
  test('no frame rate', () => expect(() => bake([clip], 0)).toThrow(/fps is 0/));
  test('more frames than a texture holds', () => {
    const tooMuch = (): unknown => bake([{ ...clip, duration: 20_000 }]);
    expect(tooMuch).toThrow(/more than 4096 a side\. Bake fewer clips/);
    expect(tooMuch).toThrow(expect.toSatisfy((error) => isCrowdError(error, 'BoneTextureError')));
  });
  test('a joint squashed flat', () => {
    const flat = { ...rig.skin, inverseBind: new Float32Array(rig.skin.inverseBind.length) };
    expect(() => bake([clip], 30, flat)).toThrow(/Joint 0 of the skin/);
  });
  test('no vertices', () => {
    const empty = {
      positions: new Float32Array(0),
      joints: new Uint16Array(0),
      weights: new Float32Array(0),
    };
    expect(() => bakeBoneTexture(rig.skeleton, rig.skin, [clip], { vertices: [empty] })).toThrow(
      /at least one/,
    );
  });
});
