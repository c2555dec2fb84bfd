import { type Object3D, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Glb, parseGlb } from '../../../src/assets/glb.js';
import { readParts } from '../../../src/assets/part.js';
import { readSkeleton, readSkin } from '../../../src/assets/read-rig.js';
import { readPartVertices } from '../../../src/assets/read-vertices.js';
import { mulberry32, transformPoint } from '../../../src/math/index.js';
import { skinMatrices, TRS_SIZE } from '../../../src/rig/index.js';
import { type TinyCharacter, tinyCharacter } from '../../support/rig/tiny-character.js';

let tiny: TinyCharacter;
let glb: Glb;

const parse = (bytes: Uint8Array<ArrayBuffer>) =>
  parseGlb({ url: 'http://localhost/characters.glb', bytes: bytes.buffer, contentType: 'model/gltf-binary' });

beforeAll(async () => {
  tiny = await tinyCharacter();
  glb = await parse(tiny.files.get('characters.glb')!);
});

const readAll = () => {
  const parts = readParts(glb);
  const { skeleton, bones } = readSkeleton(glb);
  return { parts, skeleton, bones, skin: readSkin(glb, parts.values(), bones) };
};

test('gives the arrays that the file was made from', () => {
  const { skeleton, skin } = readAll();
  expect(skeleton.names).toEqual(tiny.skeleton.names);
  expect([...skeleton.parents]).toEqual([...tiny.skeleton.parents]);
  expect([...skeleton.rest]).toEqual([...tiny.skeleton.rest].map((value) => expect.closeTo(value, 6)));
  expect([...skin.joints]).toEqual([...tiny.skin.joints]);
  expect([...skin.inverseBind]).toEqual([...tiny.skin.inverseBind].map((value) => expect.closeTo(value, 3)));
});

test('a file without a skin gives all its nodes', async () => {
  const clip = await parse(tiny.files.get('idle.glb')!);
  const { skeleton } = readSkeleton(clip);
  expect(skeleton.names).toEqual(tiny.source.names);
  expect([...skeleton.rest]).toEqual([...tiny.source.rest].map((value) => expect.closeTo(value, 6)));
});

test('names survive a file of several scenes', async () => {
  const { files } = await tinyCharacter({ edit: (document) => void document.createScene('another') });
  const two = await parse(files.get('characters.glb')!);
  expect([...readParts(two).keys()]).toContain('robe.2');
  expect(readSkeleton(two).skeleton.names).toContain('Arm.L');
});

describe('skins as three does', () => {
  /** Poses the scene's bones at random, and returns the same pose as an array. */
  function poseAtRandom(bones: readonly Object3D[], rest: Float32Array, seed: number): Float32Array {
    const random = mulberry32(seed);
    const pose = Float32Array.from(rest);
    for (const [index, bone] of bones.entries()) {
      if (index > 0)
        bone.quaternion.set(random() - 0.5, random() - 0.5, random() - 0.5, random()).normalize();
      bone.quaternion.toArray(pose, index * TRS_SIZE + 3);
    }
    return pose;
  }

  /** The largest distance, in metres, between three's skinned vertices and those of the arrays. */
  function largestDifference(seed: number): number {
    const { parts, skeleton, skin, bones } = readAll();
    const pose = poseAtRandom(bones, tiny.skeleton.rest, seed);
    glb.scene.updateMatrixWorld(true);
    const matrices = new Float32Array(skin.joints.length * 12);
    skinMatrices(skeleton, skin, pose, matrices);
    let worst = 0;
    for (const { name, geometry, mesh } of parts.values()) {
      const { positions, joints, weights } = readPartVertices(geometry, name);
      const expected = new Vector3();
      const point = [0, 0, 0];
      for (let vertex = 0; vertex < positions.length / 3; vertex++) {
        mesh.getVertexPosition(vertex, expected).applyMatrix4(mesh.matrixWorld);
        for (let k = vertex * 4; k < vertex * 4 + 4; k++) {
          transformPoint(point, 0, matrices, joints[k] * 12, positions, vertex * 3);
          expected.addScaledVector(new Vector3(...point), -weights[k]);
        }
        worst = Math.max(worst, expected.length());
      }
    }
    return worst;
  }

  test.each([1, 2, 3, 4, 5])('bound with the identity, as the loader does (seed %i)', (seed) => {
    expect(largestDifference(seed)).toBeLessThan(1e-5);
  });

  test.each([6, 7, 8])('bound with a matrix of its own (seed %i)', async (seed) => {
    glb = await parse(tiny.files.get('characters.glb')!);
    const place = new Vector3(3, 5, 7);
    for (const { mesh } of readParts(glb).values()) {
      mesh.bind(mesh.skeleton, mesh.matrixWorld.clone().makeRotationY(seed).setPosition(place));
    }
    expect(largestDifference(seed)).toBeLessThan(1e-5);
  });
});
