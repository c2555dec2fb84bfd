import * as THREE from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { skinnedVertices } from '../../../src/kit/build-kit.js';
import { BUCKETS, buildManifest, kitSkeleton, kitSkin, type PackedMesh } from '../../../src/kit/index.js';
import { BONES } from '../../../src/kit/skeleton/kit-skeleton.js';
import { skinMatrices } from '../../../src/rig/index.js';
import { skinnedBounds } from '../../../src/rig/skinned-bounds.js';
import { buildPartsOnce, DETAILS } from '../../support/kit/built-parts.js';

const BUDGET = { near: 3500, far: 750 };
const built = new Map<string, ReadonlyMap<string, PackedMesh>>();
const progress = new Map<string, readonly number[]>();

beforeAll(async () => {
  for (const detail of DETAILS) {
    const { parts, fractions } = await buildPartsOnce(detail);
    built.set(detail, parts);
    progress.set(detail, fractions);
  }
});

const triangles = (mesh: PackedMesh): number => mesh.indices.length / 3;
const vertices = (mesh: PackedMesh): number => mesh.positions.length / 3;
const { shared, parts: catalogue } = buildManifest();

test.each(DETAILS)('progress rises to 1, %s', (detail) => {
  const fractions = progress.get(detail)!;
  expect(fractions).toHaveLength(catalogue.length);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
});

/** Every person a bucket can draw: the nodes shown. */
function peopleOf(id: string): string[][] {
  const { bodies, faces, hairs } = BUCKETS.find((bucket) => bucket.id === id)!;
  return bodies.flatMap((body) =>
    faces.flatMap((face) => hairs.map((hair) => [body, face, hair, ...shared])),
  );
}

describe.each(BUCKETS.map(({ id }) => id))('bucket %s', (id) => {
  test.each(DETAILS)('%s people stay within the budget of triangles', (detail) => {
    const people = peopleOf(id);
    expect(people.length).toBeGreaterThan(0);
    for (const nodes of people) {
      const count = nodes.reduce((sum, node) => sum + triangles(built.get(detail)!.get(node)!), 0);
      expect(count, nodes.join(' + ')).toBeLessThanOrEqual(BUDGET[detail]);
      expect(count, nodes.join(' + ')).toBeGreaterThan(BUDGET[detail] / 3);
    }
  });

  test.each(DETAILS)('%s people stand on the ground, 1.55 to 1.85 m tall', (detail) => {
    for (const nodes of peopleOf(id)) {
      const heights = nodes.flatMap((node) => {
        const { positions } = built.get(detail)!.get(node)!;
        return Array.from({ length: positions.length / 3 }, (_, i) => positions[i * 3 + 1] / 100);
      });
      const [low, high] = [Math.min(...heights), Math.max(...heights)];
      expect(low).toBeCloseTo(0, 3);
      expect(high - low, nodes.join(' + ')).toBeGreaterThan(1.55);
      expect(high - low, nodes.join(' + ')).toBeLessThan(1.85);
    }
  });
});

const cases = DETAILS.flatMap((detail) => catalogue.map(({ id }) => [detail, id] as const));

describe.each(cases)('%s %s', (detail, id) => {
  const part = (): PackedMesh => built.get(detail)!.get(id)!;

  test('weights sum to 1 exactly and name bones of the skeleton', () => {
    const { weights, joints } = part();
    for (let i = 0; i < weights.length; i += 4) {
      expect(weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3]).toBe(65535);
    }
    expect(Math.max(...joints)).toBeLessThan(BONES.length);
  });

  test('every triangle has an area, and vertices of its own', () => {
    const { positions, indices } = part();
    expect(triangles(part())).toBeGreaterThan(0);
    expect(new Set(indices).size).toBe(vertices(part()));
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(indices[i + k] * 3, indices[i + k] * 3 + 3));
      const [u, v] = [b, c].map((p) => [0, 1, 2].map((k) => p[k] - a[k]));
      const cross = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
      expect(Math.hypot(...cross), `triangle ${i / 3}`).toBeGreaterThan(1e-5);
    }
  });

  test('normals have length 1', () => {
    const { normals } = part();
    for (let i = 0; i < normals.length; i += 3) {
      expect(Math.hypot(normals[i], normals[i + 1], normals[i + 2])).toBeCloseTo(1, 3);
    }
  });

  test('colours are light enough to store and the tint mask is all or nothing', () => {
    const { colors } = part();
    const masks = new Set<number>();
    for (let i = 0; i < colors.length; i += 4) masks.add(colors[i + 3]);
    for (const mask of masks) expect([0, 65535]).toContain(mask);
    expect(Math.max(...colors)).toBeGreaterThan(0);
  });
});

test('triangles face outwards: normals agree with the winding nearly everywhere', () => {
  for (const [id, { positions, normals, indices }] of built.get('near')!) {
    let agreeing = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(indices[i + k] * 3, indices[i + k] * 3 + 3));
      const [u, v] = [b, c].map((p) => [0, 1, 2].map((k) => p[k] - a[k]));
      const cross = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
      const normal = [0, 1, 2].map((k) => [0, 1, 2].reduce((s, j) => s + normals[indices[i + j] * 3 + k], 0));
      if (cross.reduce((sum, value, k) => sum + value * normal[k], 0) > 0) agreeing++;
    }
    expect(agreeing / (indices.length / 3), id).toBeGreaterThan(0.97);
  }
});

test('trims keep their own colour on every body, and cloth takes the tint', () => {
  for (const { id, kind } of catalogue) {
    if (kind !== 'body') continue;
    for (const detail of DETAILS) {
      const { colors } = built.get(detail)!.get(id)!;
      const masks = Array.from({ length: colors.length / 4 }, (_, i) => colors[i * 4 + 3]);
      expect(masks, `${detail} ${id}`).toContain(0);
      expect(masks, `${detail} ${id}`).toContain(65535);
    }
  }
});

test.each(
  DETAILS.flatMap((detail) =>
    ['official', 'scholar', 'court_lady', 'monk'].map((name) => [detail, name] as const),
  ),
)('%s: the inside of the wide sleeves of the %s is in the shade, but not black', (detail, name) => {
  const { colors, joints, weights } = built.get(detail)!.get(`body_${name}`)!;
  const wrists = ['sleeveWristL', 'sleeveWristR'].map((bone) =>
    BONES.findIndex((each) => each.name === bone),
  );
  const reds = Array.from({ length: colors.length / 4 }, (_, i) => i)
    .filter((i) => wrists.includes(joints[4 * i]) && weights[4 * i] > 0.9 * 65535 && colors[4 * i + 3] > 0)
    .map((i) => colors[4 * i] / 65535);
  expect(reds.length).toBeGreaterThan(10);
  expect(Math.max(...reds)).toBeGreaterThan(0.5);
  expect(Math.min(...reds)).toBeGreaterThan(0.15);
});

test('left and right mirror each other: the bounds of bodies without one-sided trims are symmetric', () => {
  for (const id of ['shared_hands_and_feet', 'hair_winged_futou', 'hair_helmet']) {
    const { positions } = built.get('near')!.get(id)!;
    const xs = Array.from({ length: positions.length / 3 }, (_, i) => positions[i * 3]);
    expect(Math.max(...xs) + Math.min(...xs), id).toBeCloseTo(0, 0);
  }
});

test.each(['body_monk', 'face_bearded', 'shared_hands_and_feet'])(
  'the measured bounds of %s are three’s own',
  (id) => {
    const packed = built.get('near')!.get(id)!;
    const measured = skinnedVertices(packed);

    // The same pose as bones of three, and as matrices of this package.
    const skeleton = kitSkeleton();
    const bones = skeleton.names.map((name, bone) => {
      const node = new THREE.Bone();
      const o = bone * 10;
      node.name = name;
      node.position.fromArray(skeleton.rest, o);
      node.scale.fromArray(skeleton.rest, o + 7);
      if (bone > 1) node.rotation.set(0.2 * Math.sin(bone), 0.3 * Math.cos(3 * bone), 0.1);
      node.quaternion.toArray(skeleton.rest, o + 3);
      return node;
    });
    skeleton.parents.forEach((parent, bone) => {
      if (parent >= 0) bones[parent].add(bones[bone]);
    });
    bones[0].updateMatrixWorld(true);

    const skin = kitSkin();
    const inverses = Array.from(skin.joints, (_, joint) => {
      const m = skin.inverseBind.subarray(joint * 12, joint * 12 + 12);
      return new THREE.Matrix4(...([...m, 0, 0, 0, 1] as ConstructorParameters<typeof THREE.Matrix4>));
    });
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(measured.positions, 3));
    geometry.setAttribute('skinIndex', new THREE.BufferAttribute(measured.joints, 4));
    geometry.setAttribute('skinWeight', new THREE.BufferAttribute(measured.weights, 4));
    const mesh = new THREE.SkinnedMesh(geometry);
    const joints = Array.from(skin.joints, (bone) => bones[bone]);
    mesh.bind(new THREE.Skeleton(joints, inverses), new THREE.Matrix4());
    mesh.computeBoundingBox();

    const matrices = new Float32Array(skin.joints.length * 12);
    skinMatrices(skeleton, skin, skeleton.rest, matrices);
    const bounds = skinnedBounds(matrices, skin.joints.length, 0, 1, [measured]);
    const { min, max } = mesh.boundingBox!;
    [...min.toArray(), ...max.toArray()].forEach((value, i) => {
      expect(bounds[i]).toBeCloseTo(value, 5);
    });
  },
);
