import { Group, InstancedMesh, Matrix4, Mesh, type Object3D, type Vector3 } from 'three';
import { createInstancedModels, type InstancedModels, type SceneThing } from 'three-crowd';
import { expect, test, vi } from 'vitest';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { loadByThree, writeForeignFile } from '../support/foreign-file.js';
import { numbersOf, worldVertices } from '../support/skinned-meshes.js';

const THINGS: SceneThing[] = [
  { type: 'fruit stall', x: -2, z: 1.5, rot_y: 0.7 },
  { type: 'table', x: 1.5, z: 0.5 },
  { type: 'fruit stall', x: 2, z: -1, rot_y: -2 },
];

/** Models side by side, as a designer leaves them: a stall of two meshes, turned and in centimetres, and a table. */
const models = async () => {
  const bytes = await writeForeignFile(
    [
      { name: 'library', at: [0, 0, 3] },
      { name: 'fruit stall', parent: 'library', at: [5, 0, -2], box: [50, 40, 30] },
      { name: 'roof', parent: 'fruit stall', at: [0, 120, 10], box: [70, 5, 50] },
      { name: 'table', parent: 'library', at: [9, 0, 0], box: [0.4, 0.3, 0.4] },
    ],
    {},
    (_, find) => {
      find('fruit stall')
        .setScale([0.01, 0.01, 0.01])
        .setRotation([0, Math.sin(0.2), 0, Math.cos(0.2)]);
    },
  );
  return loadByThree(bytes);
};

const meshesOf = (object: Object3D): Mesh[] => {
  const meshes: Mesh[] = [];
  object.traverse((child) => child instanceof Mesh && meshes.push(child));
  return meshes;
};

/** Corners of each thing where three draws a copy of its model whose own place is that of the thing. */
function cornersOfThree(library: Object3D, heightAt: (x: number, z: number) => number): Vector3[][] {
  return THINGS.map(({ type, x, z, rot_y = 0 }) => {
    const model = library.getObjectByName(type.replace(' ', '_'))!.clone();
    model.position.set(0, 0, 0);
    const place = new Group().add(model);
    place.position.set(x, heightAt(x, z), z);
    place.rotation.y = rot_y;
    place.updateMatrixWorld(true);
    return meshesOf(place).flatMap(worldVertices);
  });
}

/** Corners of each thing as its instances have them. */
function drawnCorners(instanced: InstancedModels): Vector3[][] {
  return THINGS.map((thing) => {
    const k = THINGS.filter(({ type }) => type === thing.type).indexOf(thing);
    const own = instanced.children.filter(({ name }) => name === thing.type) as InstancedMesh[];
    return own.flatMap((mesh) => {
      const copy = new Mesh(mesh.geometry);
      mesh.getMatrixAt(k, copy.matrixWorld);
      return worldVertices(copy);
    });
  });
}

const hills = (x: number, z: number): number => 2 * Math.sin(x) * Math.cos(z);

test.each([
  ['even ground', undefined],
  ['hills', hills],
] as const)('things stand where three draws copies of their models, on %s', async (_name, ground) => {
  const library = await models();
  // A page may show its library somewhere else.
  const shelf = new Group().add(library.scene);
  shelf.position.set(3, 1, 4);
  shelf.rotation.y = 1;
  shelf.scale.setScalar(2);
  const instanced = await createInstancedModels(library, { things: THINGS }, ground ? { ground } : {});
  expect(instanced.children.map(({ name }) => name)).toEqual(['fruit stall', 'fruit stall', 'table']);
  for (const mesh of instanced.children) {
    expect(mesh).toBeInstanceOf(InstancedMesh);
    expect(mesh).toMatchObject({ castShadow: true, receiveShadow: true });
  }
  const [drawn, expected] = [drawnCorners(instanced), cornersOfThree(library.scene, ground ?? (() => 0))];
  expect(expected.map(({ length }) => length)).toEqual([16, 8, 16]);
  for (const [k, corners] of expected.entries())
    expect(greatestDistance(numbersOf(drawn[k]), 0, numbersOf(corners))).toBeLessThan(1e-5);
});

test('quantized models stand on the origin of the file', async () => {
  const bytes = await writeForeignFile(
    [{ name: 'table', at: [0, 0.5, 0], box: [1, 1, 1] }],
    {},
    (_, find) => {
      const position = find('table').getMesh()!.listPrimitives()[0].getAttribute('POSITION')!;
      const corners = position.getArray()!;
      position.setArray(new Int8Array(corners.length).map((_, k) => 127 * corners[k])).setNormalized(true);
      find('table').setScale([0.5, 0.5, 0.5]);
    },
  );
  const { scene } = await loadByThree(bytes);
  const { children } = await createInstancedModels({ scene }, { things: [{ type: 'table', x: 3, z: 4 }] });
  const matrix = new Matrix4();
  (children[0] as InstancedMesh).getMatrixAt(0, matrix);
  const expected = new Matrix4().makeScale(0.5, 0.5, 0.5).setPosition(3, 0.5, 4);
  expect(matrix.elements).toEqual(expected.elements);
});

test('one warning names the types that a file lacks, and what it has; strict throws it', async () => {
  const library = await models();
  const things = [...THINGS, ...['banner', 'banner', 'lamp'].map((type) => ({ type, x: 0, z: 0 }))];
  const onWarning = vi.fn();
  // A node without a mesh is no model.
  library.scene.add(Object.assign(new Group(), { name: 'lamp' }));
  const instanced = await createInstancedModels(library, { things }, { onWarning });
  expect(onWarning).toHaveBeenCalledOnce();
  expect(onWarning.mock.calls[0][0]).toMatch(
    /type banner, lamp, .* it has library, fruit_stall, roof, table, lamp\./,
  );
  expect(instanced.children).toHaveLength(3);
  await expect(createInstancedModels(library, { things }, { strict: true })).rejects.toMatchObject({
    name: 'AssetError',
    message: expect.stringContaining('banner, lamp'),
  });
});

test('dispose removes the instances and frees them, and leaves the models of the page', async () => {
  const library = await models();
  const freed = vi.fn();
  for (const mesh of meshesOf(library.scene)) mesh.geometry.addEventListener('dispose', freed);
  const instanced = await createInstancedModels(library, { things: THINGS });
  const scene = new Group().add(instanced);
  const gone = vi.fn();
  for (const mesh of instanced.children as InstancedMesh[]) mesh.addEventListener('dispose', gone);
  instanced.dispose();
  expect(scene.children).toEqual([]);
  expect(gone).toHaveBeenCalledTimes(3);
  expect(freed).not.toHaveBeenCalled();
});
