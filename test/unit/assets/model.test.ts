import type { Document, Primitive } from '@gltf-transform/core';
import { type MeshStandardMaterial, type Object3D, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Glb, parseGlb } from '../../../src/assets/model/glb.js';
import { createModel, type Model, modelOf } from '../../../src/assets/model/model.js';
import { readSkeleton } from '../../../src/gltf/index.js';
import { mulberry32, transformPoint } from '../../../src/math/index.js';
import { skinMatrices, TRS_SIZE } from '../../../src/rig/index.js';
import { type TinyCharacter, tinyCharacter } from '../../support/rig/tiny-character.js';

let tiny: TinyCharacter;
let glb: Glb;
let model: Model;

const parse = (bytes: Uint8Array<ArrayBuffer>) =>
  parseGlb({ url: 'http://localhost/characters.glb', bytes: bytes.buffer, contentType: 'model/gltf-binary' });

beforeAll(async () => {
  tiny = await tinyCharacter();
  glb = await parse(tiny.files.get('characters.glb')!);
  model = await createModel(glb);
});

test('gives the arrays that the file was made from', () => {
  const { skeleton, skin } = model;
  expect(skeleton.names).toEqual(tiny.skeleton.names);
  expect([...skeleton.parents]).toEqual([...tiny.skeleton.parents]);
  expect([...skeleton.rest]).toEqual([...tiny.skeleton.rest].map((value) => expect.closeTo(value, 6)));
  expect([...skin.joints]).toEqual([...tiny.skin.joints]);
  expect([...skin.inverseBind]).toEqual([...tiny.skin.inverseBind].map((value) => expect.closeTo(value, 3)));
});

test('a file without a skin gives all its nodes', async () => {
  const clip = await parse(tiny.files.get('idle.glb')!);
  const { skeleton } = readSkeleton(clip.file);
  expect(skeleton.names).toEqual(tiny.source.names);
  expect([...skeleton.rest]).toEqual([...tiny.source.rest].map((value) => expect.closeTo(value, 6)));
});

test('names survive a file of several scenes', async () => {
  const { files } = await tinyCharacter({ edit: (document) => void document.createScene('another') });
  const two = await parse(files.get('characters.glb')!);
  const { parts, skeleton } = await createModel(two);
  expect([...parts.keys()]).toContain('robe.2');
  expect(skeleton.names).toContain('Arm.L');
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
    const { parts, skeleton, skin, bones } = model;
    const pose = poseAtRandom(bones, tiny.skeleton.rest, seed);
    glb.scene.updateMatrixWorld(true);
    const matrices = new Float32Array(skin.joints.length * 12);
    skinMatrices(skeleton, skin, pose, matrices);
    let worst = 0;
    for (const { vertices, mesh } of parts.values()) {
      const { positions, joints, weights } = vertices;
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

  test.each([1, 2, 3, 4, 5])("on the model's one skeleton (seed %i)", (seed) => {
    expect(largestDifference(seed)).toBeLessThan(1e-5);
  });
});

describe('a part of several primitives', () => {
  /** The tiny character whose parts have the primitives that `change` makes of their only one. */
  async function served(change: (document: Document, whole: Primitive) => Primitive[]) {
    const { files } = await tinyCharacter({
      edit: (document, file) => {
        if (file !== 'characters.glb') return;
        for (const mesh of document.getRoot().listMeshes()) {
          const [whole] = mesh.listPrimitives();
          for (const primitive of change(document, whole)) mesh.addPrimitive(primitive);
        }
      },
    });
    const complaints: string[] = [];
    const { parts } = await modelOf(await parse(files.get('characters.glb')!), [], (message) =>
      complaints.push(message),
    );
    return { robe: parts.get('robe_1')!, complaints };
  }
  const withMaterial = (document: Document, whole: Primitive, roughness: number, red: number): Primitive =>
    whole
      .clone()
      .setMaterial(
        document
          .createMaterial(`rough ${roughness}`)
          .setRoughnessFactor(roughness)
          .setBaseColorFactor([red, 1, 1, 1]),
      );

  test('has one material for each kind of surface, and colours in its vertices', async () => {
    const plain = model.parts.get('robe_1')!;
    const { robe, complaints } = await served((document, whole) => [
      withMaterial(document, whole, 0.25, 0.5),
      withMaterial(document, whole, 0.25, 0),
    ]);
    expect(complaints).toEqual([]);
    const corners = plain.geometry.index!.count;
    expect(robe.geometry.groups).toEqual([
      { start: 0, count: corners, materialIndex: 0 },
      { start: corners, count: 2 * corners, materialIndex: 1 },
    ]);
    expect(robe.materials?.map((material) => (material as MeshStandardMaterial).roughness)).toEqual([
      1, 0.25,
    ]);
    expect(robe.vertices.positions.length).toBe(3 * plain.vertices.positions.length);
    const colors = robe.geometry.getAttribute('color');
    const count = plain.vertices.positions.length / 3;
    const reds = [0, 1, 2].map((k) => colors.getX(k * count) / colors.getX(0));
    // The file's own piece has a tint mask; the others take all of the tint, in place of their own colours.
    expect(reds).toEqual([1, 1, 1]);
    expect(robe.tintMask).toBe(true);
    expect([1, 2].map((k) => colors.getW(k * count))).toEqual([1, 1]);
  });

  test('is one surface where a file has more than 36 that differ in gloss, which is said once', async () => {
    const glosses = Array.from({ length: 7 }, (_, k) => k / 10);
    const { robe, complaints } = await served((document, whole) =>
      glosses.map((roughness) => withMaterial(document, whole, roughness, 1)),
    );
    expect(robe.materials).toBeUndefined();
    expect(complaints).toEqual([
      expect.stringMatching(/^The 5 parts of .* have 40 materials .* drawn with the first one's\.$/),
    ]);
  });
});
