/** What meshes have beyond positions, alone and joined with others; three's own meshes of the same file are the oracle. */
import type { Document, Mesh as FileMesh, Node } from '@gltf-transform/core';
import { type BufferGeometry, Mesh, type Object3D, Raycaster, type SkinnedMesh, Vector3 } from 'three';
import type { GLTF } from 'three-stdlib';
import { describe, expect, test } from 'vitest';
import { loadGltfAssets } from '../../../src/assets/index.js';
import { addAccessor } from '../../support/edit-glb.js';
import {
  createForeignCrowd,
  type FileClips,
  type FileNode,
  loadByThree,
  turnX,
  writeForeignFile,
} from '../../support/foreign-file.js';
import { worldVertices } from '../../support/skinned-meshes.js';

const NODES: readonly FileNode[] = [
  { name: 'hips', at: [0, 1, 0] },
  { name: 'head', parent: 'hips', at: [0, 0.6, 0] },
  { name: 'body', box: [0.2, 0.4, 0.1], joints: ['hips', 'head'] },
  { name: 'face', box: [0.1, 0.15, 0.1], joints: ['head', 'hips'] },
  { name: 'cap', parent: 'head', at: [0, 0.2, 0], box: [0.1, 0.05, 0.1] },
];
const CLIPS: FileClips = {
  nod: [{ node: 'head', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(0)] }],
};

type Change = (document: Document, find: (name: string) => Node) => void;

/** Morph targets of a mesh: each moves all vertices, and their normals, along its way. */
function addTargets(document: Document, node: Node, ways: Readonly<Record<string, readonly number[]>>): void {
  const mesh = node.getMesh()!;
  for (const [name, way] of Object.entries(ways)) {
    const numbers = Array.from({ length: 24 }, (_, k) => way[k % 3]);
    const offsets = () => addAccessor(document, 'VEC3', numbers);
    const target = document.createPrimitiveTarget(name);
    mesh
      .listPrimitives()[0]
      .addTarget(target.setAttribute('POSITION', offsets()).setAttribute('NORMAL', offsets()));
  }
  mesh.setExtras({ targetNames: Object.keys(ways) });
}

const give = (
  document: Document,
  node: Node,
  name: string,
  type: 'SCALAR' | 'VEC2' | 'VEC4',
  length: number,
): void => {
  const numbers = Float32Array.from({ length }, (_, k) => (k % 17) / 16);
  node
    .getMesh()!
    .listPrimitives()[0]
    .setAttribute(name, addAccessor(document, type, numbers));
};

/** Positions of every vertex in the world, with all influences of a target at `influence` if given, in any order. */
function cornersOf(root: Object3D, target: string, influence?: number): string[] {
  root.updateMatrixWorld(true);
  const corners = new Set<string>();
  root.traverse((object) => {
    const mesh = object as SkinnedMesh;
    if (!mesh.isMesh) return;
    const k = mesh.morphTargetDictionary?.[target];
    if (k !== undefined && influence !== undefined) mesh.morphTargetInfluences![k] = influence;
    for (const vertex of worldVertices(mesh)) {
      corners.add(
        vertex
          .toArray()
          .map((value) => (value + 0).toFixed(3))
          .join(),
      );
    }
  });
  return [...corners].sort();
}

const MORPHED: Readonly<Record<string, readonly [target: string, change: Change]>> = {
  'a mesh of a surface of its own': [
    'smile',
    (document, find) => {
      addTargets(document, find('face'), { smile: [0, 0.4, 0] });
      find('face').getMesh()!.listPrimitives()[0].getMaterial()!.setRoughnessFactor(0.1);
    },
  ],
  'a mesh that is joined with others': [
    'smile',
    (document, find) => addTargets(document, find('face'), { frown: [0.1, 0, 0], smile: [0, 0.4, 0] }),
  ],
  'several meshes with targets of one name': [
    'smile',
    (document, find) => {
      addTargets(document, find('body'), { smile: [0.2, 0, 0], wink: [0, 0, 1] });
      addTargets(document, find('face'), { frown: [0.1, 0, 0], smile: [0, 0.4, 0] });
    },
  ],
  'a rigid mesh that is turned and scaled': [
    'tilt',
    (document, find) => {
      addTargets(document, find('cap'), { tilt: [0, 0.4, 0.2] });
      find('cap').setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]).setScale([2, 1, 0.5]);
    },
  ],
};

const countTargets = (mesh: FileMesh): number => mesh.listPrimitives()[0].listTargets().length;

/** Weights of morph targets that a file shows from the start: of some meshes, of nodes, or of none. */
const SHOWN: Readonly<Record<string, Change>> = {
  'that no mesh shows': () => {},
  'that one mesh shows': (_, find) => {
    const mesh = ['face', 'cap']
      .map((name) => find(name).getMesh()!)
      .find((other) => countTargets(other) > 0)!;
    mesh.setWeights(Array.from({ length: countTargets(mesh) }, (__, k) => 0.25 + k / 4));
  },
  'that all nodes show': (_, find) => {
    for (const node of ['face', 'body', 'cap'].map(find)) {
      const count = countTargets(node.getMesh()!);
      if (count > 0) node.setWeights(Array.from({ length: count }, (__, k) => 0.75 - k / 4));
    }
  },
};
const CASES = Object.entries(MORPHED).flatMap(([kind, [target, change]]) =>
  Object.entries(SHOWN).map(([shown, show]) => [kind, shown, target, change, show] as const),
);

describe.each(CASES)('morph targets of %s %s', (_, __, target, change, show) => {
  const kinds = (['clones', 'instanced'] as const).flatMap((mode) => [
    [mode, 'offsets'] as const,
    [mode, 'whole shapes'] as const,
  ]);
  test.each(kinds)('move a hero as three moves the file (%s, %s)', async (mode, kind) => {
    const bytes = await writeForeignFile(NODES, CLIPS, (document, find) => {
      change(document, find);
      show(document, find);
    });
    const load = async (): Promise<GLTF> => {
      const gltf = await loadByThree(bytes);
      if (kind === 'whole shapes') gltf.scene.traverse(makeWholeShapes);
      return gltf;
    };
    const source = kind === 'offsets' ? bytes : await load();
    const crowd = await createForeignCrowd([source], { mode, characters: [{ x: 0, z: 0 }] });
    const hero = await crowd.promote(0);
    crowd.update(0);
    const { scene } = await load();
    expect(cornersOf(hero.object, target)).toEqual(cornersOf(scene, target));
    expect(cornersOf(scene, target, 1)).not.toEqual(cornersOf(scene, target, 0));
    for (const influence of [0, 1, 0.5]) {
      expect(cornersOf(hero.object, target, influence)).toEqual(cornersOf(scene, target, influence));
    }
  });
});

/** Turns morph targets from offsets into whole shapes, as three's own loaders of other formats make them. */
function makeWholeShapes(object: Object3D): void {
  const { geometry } = object as Mesh;
  if (!geometry?.morphTargetsRelative) return;
  const { attributes, morphAttributes } = geometry;
  for (const [name, targets = []] of Object.entries(morphAttributes)) {
    for (const target of targets) {
      for (let v = 0; v < target.count; v++) {
        for (let k = 0; k < 3; k++) {
          const own = attributes[name].getComponent(v, k);
          target.setComponent(v, k, target.getComponent(v, k) + own);
        }
      }
    }
  }
  geometry.morphTargetsRelative = false;
}

test('every attribute is kept, with zeros for meshes that lack it', async () => {
  const bytes = await writeForeignFile(NODES, CLIPS, (document, find) => {
    give(document, find('face'), 'TEXCOORD_0', 'VEC2', 16);
    give(document, find('body'), 'TEXCOORD_2', 'VEC2', 16);
    give(document, find('face'), '_WIND', 'SCALAR', 8);
    give(document, find('cap'), '_WIND', 'SCALAR', 8);
  });
  const { parts } = await loadGltfAssets([new File([bytes], 'body.glb')]);
  expect([...parts.keys()]).toEqual(['cap + body + face']);
  const { geometry } = [...parts.values()][0];
  const { scene } = await loadByThree(bytes);
  const own = (name: string): BufferGeometry => (scene.getObjectByName(name) as Mesh).geometry;
  const names = ['uv', 'uv2', '_wind'];
  expect(Object.keys(geometry.attributes)).toEqual(expect.arrayContaining(names));
  let found = 0;
  for (const name of names) {
    for (const [m, mesh] of ['cap', 'body', 'face'].entries()) {
      const expected = own(mesh).attributes[name];
      const { itemSize } = geometry.attributes[name];
      for (let k = 0; k < 8 * itemSize; k++) {
        const [v, i] = [Math.floor(k / itemSize), k % itemSize];
        expect(geometry.attributes[name].getComponent(8 * m + v, i)).toBe(expected?.getComponent(v, i) ?? 0);
      }
      if (expected) found += 1;
    }
  }
  expect(found).toBe(4);
});

test('a mesh that is alone goes through untouched', async () => {
  const bytes = await writeForeignFile(NODES.slice(0, 3), CLIPS, (document, find) =>
    give(document, find('body'), '_WIND', 'SCALAR', 8),
  );
  const gltf: GLTF = await loadByThree(bytes);
  const { parts } = await loadGltfAssets([gltf as never]);
  let mesh: Mesh | undefined;
  gltf.scene.traverse((object) => {
    if (object instanceof Mesh) mesh = object;
  });
  expect(parts.get('body')!.geometry).toBe(mesh!.geometry);
  expect(parts.get('body')!.material).toBe(mesh!.material);
});

test('hooks and defines that a page has set on materials are kept', async () => {
  const gltf: GLTF = await loadByThree(await writeForeignFile(NODES, CLIPS));
  const hooks = { onBeforeCompile: () => {}, customProgramCacheKey: () => 'own' };
  gltf.scene.traverse((object) => {
    if (object instanceof Mesh) Object.assign(object.material, hooks, { defines: { OWN: '' } });
  });
  const { parts } = await loadGltfAssets([gltf as never]);
  expect([...parts.keys()]).toEqual(['cap + body + face']);
  for (const { material } of parts.values()) {
    expect(material).toMatchObject({ ...hooks, defines: { OWN: '' } });
  }
});

test.each([true, false])('a ray hits a mesh with normals (%s) as three says', async (hasNormals) => {
  const bytes = await writeForeignFile(NODES.slice(0, 3), CLIPS, (_, find) => {
    if (!hasNormals) find('body').getMesh()!.listPrimitives()[0].setAttribute('NORMAL', null);
  });
  const crowd = await createForeignCrowd([bytes], { mode: 'instanced', characters: [{ x: 0, z: 0 }] });
  crowd.updateMatrixWorld(true);
  const { scene } = await loadByThree(bytes);
  scene.updateMatrixWorld(true);
  const raycaster = new Raycaster(new Vector3(0.03, 1.05, 5), new Vector3(0, 0, -1));
  const [hit] = raycaster.intersectObject(crowd);
  const [expected] = raycaster.intersectObject(scene, true);
  expect(hit.distance).toBeCloseTo(expected.distance, 4);
  expect(hit.normal !== undefined).toBe(hasNormals);
  expect(expected.normal !== undefined).toBe(hasNormals);
});

const SIDES: readonly FileNode[] = [
  ...NODES.slice(0, 3),
  { name: 'neck', parent: 'head', at: [0.7, 0, 0] },
  { name: 'horn', parent: 'neck', at: [0.3, 0.1, 0], box: [0.2, 0.3, 0.1] },
];

test.each<[name: string, mirrored: readonly string[]]>([
  ['no node', []],
  ['the node of a skinned mesh', ['body']],
  ['the node of a rigid mesh', ['horn']],
  ['a joint', ['head']],
  ['a node above a rigid mesh', ['neck']],
  ['all of them', ['body', 'horn', 'head', 'neck']],
])('rays hit the sides that three draws, with %s mirrored', async (_, mirrored) => {
  const bytes = await writeForeignFile(SIDES, CLIPS, (_document, find) => {
    for (const name of mirrored) find(name).setScale([-1, 1, 1]);
  });
  const { scene } = await loadByThree(bytes);
  scene.updateMatrixWorld(true);
  for (const mode of ['clones', 'instanced'] as const) {
    const crowd = await createForeignCrowd([bytes], { mode, characters: [{ x: 0, z: 0 }] });
    crowd.update(0);
    crowd.updateMatrixWorld(true);
    let hits = 0;
    for (const [x, y] of [
      [0.03, 1.07],
      [-1.03, 1.67],
      [-0.43, 1.67],
      [0.43, 1.67],
      [1.03, 1.67],
    ]) {
      for (const side of [-1, 1]) {
        const ray = new Raycaster(new Vector3(x, y, 5 * side), new Vector3(0, 0, -side));
        const [hit] = ray.intersectObject(crowd, true);
        const [expected] = ray.intersectObject(scene, true);
        expect(hit?.distance ?? 0).toBeCloseTo(expected?.distance ?? 0, 4);
        if (hit) hits += 1;
      }
    }
    expect(hits).toBe(4);
  }
});

test('meshes of one name are all drawn, in whatever order the file has them', async () => {
  const nodes: FileNode[] = [
    ...NODES.slice(0, 3),
    { name: 'tail', parent: 'hips', at: [0, -0.3, 0] },
    { name: 'hat', parent: 'head', at: [0, 0.2, 0], box: [0.1, 0.05, 0.1] },
    { name: 'brush', parent: 'tail', at: [0, -0.3, 0], box: [0.1, 0.2, 0.1] },
    { name: 'left', parent: 'tail', at: [0.4, 0, 0], box: [0.1, 0.2, 0.1] },
    { name: 'right', parent: 'head', at: [-0.4, 0, 0], box: [0.1, 0.2, 0.1] },
  ];
  const names = { body: 'x', hat: 'x', brush: 'x', left: 'x_4', right: 'x_5', tail: 'x' };
  const bytes = await writeForeignFile(nodes, CLIPS, (_, find) => {
    for (const [name, other] of Object.entries(names)) find(name).setName(other);
  });
  const { parts } = await loadGltfAssets([new File([bytes], 'body.glb')]);
  const { joined = [] } = [...parts.values()][0];
  expect(new Set(joined.map(({ name }) => name)).size).toBe(5);
  const crowd = await createForeignCrowd([bytes], { mode: 'instanced', characters: [{ x: 0, z: 0 }] });
  const hero = await crowd.promote(0);
  crowd.update(0);
  expect(cornersOf(hero.object, '')).toEqual(cornersOf((await loadByThree(bytes)).scene, ''));
});

test('corners of no triangle do not shift those of the meshes that are joined', async () => {
  const bytes = await writeForeignFile(NODES, CLIPS, (document, find) => {
    for (const name of ['face', 'cap']) {
      const [primitive] = find(name).getMesh()!.listPrimitives();
      primitive.setIndices(addAccessor(document, 'SCALAR', Uint16Array.of(0, 1, 3, 0, 3, 2, 4, 6)));
    }
  });
  const { parts } = await loadGltfAssets([new File([bytes], 'body.glb')]);
  expect([...parts.keys()]).toEqual(['cap + body + face']);
  const { index } = [...parts.values()][0].geometry;
  const meshesOf = (corner: number): number => Math.floor(index!.getX(corner) / 8);
  expect(index!.count % 3).toBe(0);
  for (let corner = 0; corner < index!.count; corner += 3) {
    expect([meshesOf(corner + 1), meshesOf(corner + 2)]).toEqual([meshesOf(corner), meshesOf(corner)]);
  }
});

test('a part may be called like a bone', async () => {
  const nodes = NODES.map((node) => ({ ...node, ...(node.name === 'face' && { name: 'mesh' }) }));
  const swing: FileClips = {
    nod: [{ node: 'head', path: 'rotation', times: [0, 1], values: [...turnX(0.5), ...turnX(0.5)] }],
  };
  for (const isFirst of [true, false]) {
    const bytes = await writeForeignFile(isFirst ? [...nodes].reverse() : nodes, swing, (_, find) => {
      find('mesh').setName('head');
    });
    const { parts, skeleton } = await loadGltfAssets([new File([bytes], 'body.glb')]);
    expect([...parts.keys()].join()).toContain('head');
    expect(skeleton.names).toEqual(expect.arrayContaining(['hips', 'head']));
    for (const mode of ['clones', 'instanced'] as const) {
      const crowd = await createForeignCrowd([bytes], { mode, characters: [{ x: 0, z: 0, clip: 'nod' }] });
      const hero = await crowd.promote(0);
      crowd.update(0);
      expect(hero.bones.get('head')!.quaternion.x).toBeCloseTo(turnX(0.5)[0], 4);
    }
  }
});
