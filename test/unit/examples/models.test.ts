import { brotliCompressSync } from 'node:zlib';
import validator from 'gltf-validator';
import {
  type AnimationClip,
  AnimationMixer,
  Box3,
  type BufferGeometry,
  InstancedMesh,
  Mesh,
  type Object3D,
  Raycaster,
  Triangle,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { MODELS } from '../../../examples/models/models.js';
import { writeGlb } from '../../../examples/models/write-glb.js';

test.each(Object.entries(MODELS))(
  'the model %s is a valid file with all triangles and instances',
  async (_, create) => {
    const scene = create();
    const geometries = new Set<BufferGeometry>();
    const instances: number[] = [];
    scene.traverse((object) => {
      if (object instanceof Mesh) geometries.add(object.geometry);
      if (object instanceof InstancedMesh) instances.push(object.count);
    });
    const triangles = [...geometries].reduce(
      (sum, { index, attributes }) => sum + (index ?? attributes.position).count / 3,
      0,
    );
    const bytes = await writeGlb(scene);
    const { issues, info } = await validator.validateBytes(bytes);
    expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
    expect(triangles).toBeGreaterThan(1000);
    expect(info.totalTriangleCount).toBe(triangles);
    expect(countInstances(bytes)).toEqual(instances);
  },
);

const market = MODELS['market']();
/** Measures of the market's things, metres: places on the ground, and the height of what a ray from above meets there. */
const MEASURES: Readonly<Record<string, readonly (readonly [x: number, z: number, height: number])[]>> = {
  ...Object.fromEntries(
    ['stall_fruit', 'stall_cloth', 'stall_pots', 'cookstall'].map((name) => [
      name,
      [...cornersOf(1.09, 0.44, 0.8), ...cornersOf(0.6, 0.42, 0.8).filter(([, z]) => z < 0)],
    ]),
  ),
  tea_table: [
    ...cornersOf(0.39, 0.39, 0.7),
    ...[0, 0.14, -0.14].flatMap((out): [number, number, number][] => [
      [0.75 + out, 0, 0.42],
      [-0.75 - out, 0, 0.42],
      [0, 0.75 + out, 0.42],
      [0, -0.75 - out, 0.42],
    ]),
  ],
  story_stand: [
    ...cornersOf(0.44, 0.21, 0.8),
    ...[-1, -0.5, 0, 0.5, 1].map((angle): [number, number, number] => [
      1.5 * Math.sin(angle),
      1.5 * Math.cos(angle),
      0.42,
    ]),
  ],
  fortune_table: [...cornersOf(0.44, 0.24, 0.7), [0, 0.72, 0.42], [0, -0.72, 0.42]],
  banner: [[0, 0, 3.4]],
  lantern_post: [[0, 0, 3.05]],
};
/** Things in a hand, with their origin there. */
const HELD = ['alms_bowl', 'bird_cage', 'book', 'flag', 'ladle', 'spear', 'tea_cup', 'umbrella'];
/** Places beside a table or a stool, where a ray meets nothing. */
const BESIDE: Readonly<Record<string, readonly (readonly [x: number, z: number])[]>> = {
  stall_fruit: [
    [1.12, 0],
    [-1.12, 0],
    [0, -0.47],
  ],
  stall_cloth: [
    [1.12, 0],
    [-1.12, 0],
    [0, -0.47],
  ],
  stall_pots: [
    [1.12, 0],
    [-1.12, 0],
    [0, -0.47],
  ],
  cookstall: [
    [1.12, 0],
    [-1.12, 0],
    [0.6, -0.47],
  ],
  tea_table: [
    [0.92, 0],
    [0, -0.92],
    [0.5, 0],
    [0.42, 0.42],
  ],
};

test.each(Object.entries(MEASURES))(
  '%s of the market has the measures that people stand at',
  (name, places) => {
    const thing = market.getObjectByName(name) as Mesh;
    // From below the awnings, whose lower sides a ray from above does not meet.
    const start = name.includes('stall') ? 1.9 : 4;
    const heightAt = (x: number, z: number): number | undefined =>
      new Raycaster(new Vector3(x, start, z), new Vector3(0, -1, 0)).intersectObject(thing)[0]?.point.y;
    expect(places).not.toEqual([]);
    for (const [x, z, height] of places) {
      expect(Math.abs((heightAt(x, z) ?? 0) - height), `at ${x}, ${z}`).toBeLessThan(0.01);
    }
    for (const [x, z] of BESIDE[name] ?? []) expect(heightAt(x, z), `at ${x}, ${z}`).toBeUndefined();
    const { min } = new Box3().setFromObject(thing);
    expect(min.y).toBeCloseTo(0, 2);
  },
);

test('things of the market are single meshes of few triangles, which all have an area and face where their normals point', () => {
  const things = market.children as Mesh[];
  expect(things.map(({ name }) => name).toSorted()).toEqual([...Object.keys(MEASURES), ...HELD].toSorted());
  for (const { name, geometry } of things) {
    const { position, normal, color } = geometry.attributes;
    const corners = geometry.index?.array ?? [];
    expect(corners.length / 3, name).toBeGreaterThan(HELD.includes(name) ? 60 : 300);
    expect(corners.length / 3, name).toBeLessThan(1700);
    const triangle = new Triangle();
    const facing = new Vector3();
    const out = new Vector3();
    for (let i = 0; i < corners.length; i += 3) {
      triangle.setFromAttributeAndIndices(position, corners[i], corners[i + 1], corners[i + 2]);
      if (triangle.getArea() < 5e-8) expect.fail(`triangle ${i / 3} of ${name} has no area`);
      triangle.getNormal(facing);
      const mean = [0, 1, 2].reduce(
        (sum, k) => sum + facing.dot(out.fromBufferAttribute(normal, corners[i + k])) / 3,
        0,
      );
      if (!(mean > 0)) expect.fail(`triangle ${i / 3} of ${name} faces away from its normals`);
    }
    for (let i = 0; i < normal.count; i++) {
      expect(Math.abs(out.fromBufferAttribute(normal, i).length() - 1)).toBeLessThan(1e-3);
    }
    expect(color.array.every((value) => value >= 0 && value <= 1)).toBe(true);
  }
});

test('the market is a small download: 5 kB a thing', async () => {
  const bytes = await writeGlb(market);
  expect(bytes.length).toBeGreaterThan(100_000);
  expect(brotliCompressSync(bytes).length).toBeLessThan(5_000 * market.children.length);
});

test('the mannequin walks at a metre a second on feet that do not slide', () => {
  const mannequin = MODELS['mannequin']();
  const mixer = new AnimationMixer(mannequin);
  const walk = mannequin.animations.find(({ name }) => name === 'walk') as AnimationClip;
  mixer.clipAction(walk).play();
  const foot = mannequin.getObjectByName('LeftFoot') as Object3D;
  const onGround = Array.from({ length: 12 }, (_, k) => {
    mixer.setTime(k / 30);
    mannequin.updateMatrixWorld();
    const { y, z } = foot.getWorldPosition(new Vector3());
    return { height: y, place: z + k / 30 };
  });
  for (const { height, place } of onGround) {
    expect(height).toBeCloseTo(onGround[0].height, 3);
    expect(place).toBeCloseTo(onGround[0].place, 3);
  }
});

/** The corners of a rectangle around the origin, half of whose sides are given, at a height. */
function cornersOf(x: number, z: number, height: number): [x: number, z: number, height: number][] {
  return [-1, 1].flatMap((right) =>
    [-1, 1].map((front): [number, number, number] => [right * x, front * z, height]),
  );
}

/** Instances of each node that has some, by the file's JSON: the validator doesn't know the extension. */
function countInstances(bytes: Uint8Array): number[] {
  const { buffer, byteOffset } = bytes;
  const length = new DataView(buffer, byteOffset).getUint32(12, true);
  const { nodes, accessors } = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  return nodes
    .flatMap((node: InstancingNode) => node.extensions?.EXT_mesh_gpu_instancing ?? [])
    .map(({ attributes }: Instancing) => accessors[attributes['TRANSLATION']].count);
}

interface Instancing {
  readonly attributes: Readonly<Record<string, number>>;
}

interface InstancingNode {
  readonly extensions?: { readonly EXT_mesh_gpu_instancing?: Instancing };
}
