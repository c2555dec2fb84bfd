import { Document, type Node, type Primitive, WebIO } from '@gltf-transform/core';
import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import { type Bone, Matrix4, Mesh, type SkinnedMesh, Vector3 } from 'three';
import { GLTFLoader } from 'three-stdlib';
import { expect, test } from 'vitest';
import { openGlb, readCharacter, readClipGlb, readSkinnedGlb } from '../../../src/gltf/index.js';
import { writeBaseMesh } from '../../../src/kit/base-mesh/mannequin.js';
import { baseSkeleton, baseSkin } from '../../../src/kit/skeleton/base-skeleton.js';
import { type Skeleton, skinMatrices } from '../../../src/rig/index.js';
import { addAccessor, addTrack } from '../../support/edit-glb.js';
import { errorOf } from '../../support/error-of.js';
import { clipFile } from '../../support/kit/played-clip.js';

/** Two joints under a node that is none, two meshes with skins of their own; `change` spoils it. */
async function smallRig(
  change: (parts: { document: Document; nodes: Record<string, Node> }) => void = () => {},
) {
  const document = new Document();
  const nodes: Record<string, Node> = {};
  for (const name of ['mesh a', 'mesh b', 'rig', 'upper.bone', 'lower.bone', 'aside']) {
    nodes[name] = document.createNode(name);
  }
  nodes['rig'].addChild(nodes['upper.bone']).addChild(nodes['aside']).setScale([0.01, 0.01, 0.01]);
  nodes['upper.bone'].addChild(nodes['lower.bone']).setTranslation([0, 50, 0]);
  nodes['lower.bone'].setTranslation([0, 30, 0]).setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]);
  document.createScene().addChild(nodes['mesh a']).addChild(nodes['mesh b']).addChild(nodes['rig']);
  const bind = (y: number) => new Matrix4().makeTranslation(0, -y, 0).elements;
  const skin = (joints: [name: string, y: number][]) => {
    const created = document.createSkin().setInverseBindMatrices(
      addAccessor(
        document,
        'MAT4',
        joints.flatMap(([, y]) => bind(y)),
      ),
    );
    for (const [name] of joints) created.addJoint(nodes[name]);
    return created;
  };
  const mesh = (influences: number[]) =>
    document.createMesh().addPrimitive(
      document
        .createPrimitive()
        .setAttribute('POSITION', addAccessor(document, 'VEC3', [1, 2, 3, 4, 5, 6, 7, 8, 10]))
        .setAttribute('JOINTS_0', addAccessor(document, 'VEC4', Uint16Array.from(influences)))
        .setAttribute('WEIGHTS_0', addAccessor(document, 'VEC4', [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])),
    );
  nodes['mesh a'].setMesh(mesh([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])).setSkin(
    skin([
      ['upper.bone', 50],
      ['lower.bone', 80],
    ]),
  );
  // The same joints by another count: only the lower one.
  nodes['mesh b'].setMesh(mesh(new Array(12).fill(0))).setSkin(skin([['lower.bone', 80]]));
  change({ document, nodes });
  return new WebIO().registerExtensions([EXTMeshGPUInstancing]).writeBinary(document);
}

test('lower levels of detail in the scene are no parts beside the mesh that they stand for', async () => {
  const bytes = await smallRig(({ document, nodes }) => {
    const far = document.createNode('mesh a far').setMesh(nodes['mesh a'].getMesh());
    document.getRoot().listScenes()[0].addChild(far.setSkin(nodes['mesh a'].getSkin()));
  });
  const file = openGlb(bytes, 'levels.glb');
  const { json } = file;
  const numberOf = (name: string) => json.nodes!.findIndex((node) => node.name === name);
  const parts = async (extensions: Record<string, unknown>) => {
    const nodes = json.nodes!.map((node) => (node.name === 'mesh a' ? { ...node, extensions } : node));
    return [...(await readCharacter({ ...file, json: { ...json, nodes } })).parts.keys()];
  };
  expect(await parts({})).toEqual(['mesh a', 'mesh b', 'mesh a far']);
  expect(await parts({ MSFT_lod: { ids: [numberOf('mesh a far')] } })).toEqual(['mesh a', 'mesh b']);
});

test('levels of detail that cannot take the place of a mesh are left out', async () => {
  const bytes = await smallRig(({ document, nodes }) => {
    const skin = nodes['mesh a'].getSkin();
    const primitive = () => nodes['mesh a'].getMesh()!.listPrimitives()[0].clone();
    const add = (name: string, ...primitives: Primitive[]): Node => {
      const mesh = document.createMesh();
      for (const own of primitives) mesh.addPrimitive(own);
      return document.createNode(name).setMesh(mesh);
    };
    const bone = document.createNode('other bone');
    document.getRoot().listScenes()[0].addChild(bone);
    add('fits', primitive()).setSkin(skin);
    const own = nodes['mesh b'].getMesh()!.listPrimitives()[0].clone();
    add('own skin', own).setSkin(nodes['mesh b'].getSkin()!.clone());
    add('of a group', primitive()).setSkin(skin);
    add('rigid', primitive());
    add('stranger', primitive()).setSkin(document.createSkin().addJoint(bone));
    add('painted', primitive().setMaterial(document.createMaterial())).setSkin(skin);
    add('two materials', primitive(), primitive()).setSkin(skin);
    document.createNode('no mesh');
  });
  const file = openGlb(bytes, 'levels.glb');
  const lower = ['rigid', 'fits', 'own skin', 'stranger', 'painted', 'two materials', 'no mesh'];
  const numberOf = (name: string) => file.json.nodes!.findIndex((node) => node.name === name);
  const lists: Record<string, number[]> = {
    'mesh a': [...lower.map(numberOf), 99],
    aside: [numberOf('of a group')],
  };
  const nodes = file.json.nodes!.map((node) => {
    const ids = lists[node.name!];
    return ids ? { ...node, extensions: { MSFT_lod: { ids } } } : node;
  });
  const { parts, dropped } = await readCharacter({ ...file, json: { ...file.json, nodes } });
  const { levels, pieces } = parts.get('mesh a')!;
  expect(levels.map(({ node }) => nodes[node].name)).toEqual(['fits', 'own skin']);
  expect(levels[0].pieces[0].vertices).toEqual(pieces[0].vertices);
  // The first joint of a skin with fewer.
  expect([...levels[1].pieces[0].vertices.joints].filter((_, k) => k % 4 === 0)).toEqual([1, 1, 1]);
  expect(parts.get('mesh b')!.levels).toEqual([]);
  const others = lower.filter((name) => !['fits', 'own skin'].includes(name));
  expect(dropped.map(({ name }) => name)).toEqual([...others, 'node_99', 'of a group']);
});

test('the skeleton holds every node from the root to the last joint, under the names in the file', async () => {
  const { skeleton, skin, parts } = await readSkinnedGlb(await smallRig());
  expect(skeleton.names).toEqual(['rig', 'upper.bone', 'lower.bone']);
  expect([...skeleton.parents]).toEqual([-1, 0, 1]);
  expect([...skeleton.rest.subarray(7, 13)]).toEqual([0.01, 0.01, 0.01, 0, 50, 0].map(Math.fround));
  expect([...skin.joints]).toEqual([1, 2]);
  expect([...skin.inverseBind.subarray(12)]).toEqual([1, 0, 0, 0, 0, 1, 0, -80, 0, 0, 1, 0]);
  expect([...parts.keys()]).toEqual(['mesh a', 'mesh b']);
});

test('meshes with skins of their own count the joints of the largest', async () => {
  const { parts } = await readSkinnedGlb(await smallRig());
  expect([...parts.get('mesh a')!.pieces[0].vertices.joints]).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
  expect([...parts.get('mesh b')!.pieces[0].vertices.joints.filter((_, i) => i % 4 === 0)]).toEqual([
    1, 1, 1,
  ]);
  expect([...parts.get('mesh a')!.pieces[0].vertices.positions]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10]);
});

test('the base mesh reads back as the skeleton and skin it was written from', async () => {
  const { skeleton, skin } = await readSkinnedGlb(await writeBaseMesh());
  const byName = ({ names, parents, rest }: Skeleton) =>
    names
      .map((name, i) => ({ name, parent: names[parents[i]], rest: [...rest.subarray(i * 10, i * 10 + 10)] }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  const jointNames = (joints: Uint16Array, { names }: Skeleton) => [...joints].map((joint) => names[joint]);
  expect(skeleton.names).toHaveLength(46);
  expect(byName(skeleton)).toEqual(byName(baseSkeleton()));
  expect(jointNames(skin.joints, skeleton)).toEqual(jointNames(baseSkin().joints, baseSkeleton()));
  expect(skin.inverseBind).toEqual(baseSkin().inverseBind);
});

test('posed by hand, vertices lie where three puts them', async () => {
  const bytes = await writeBaseMesh();
  const { skeleton, skin, parts } = await readSkinnedGlb(bytes);
  const { scene } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
  const mesh = scene.getObjectByName('base_mesh') as SkinnedMesh;
  const elbow = scene.getObjectByName('foreArmL') as Bone;
  elbow.quaternion.set(0, 0, Math.sin(0.4), Math.cos(0.4));
  scene.updateMatrixWorld(true);
  const pose = Float64Array.from(skeleton.rest);
  pose.set(elbow.quaternion.toArray(), skeleton.names.indexOf('foreArmL') * 10 + 3);
  const matrices = new Float64Array(skin.joints.length * 12);
  skinMatrices(skeleton, skin, pose, matrices);
  const { positions, joints, weights } = parts.get('base_mesh')!.pieces[0].vertices;
  const count = positions.length / 3;
  expect(count).toBe(mesh.geometry.getAttribute('position').count);
  let farthest = 0;
  for (let vertex = 0; vertex < count; vertex += 7) {
    const place = [0, 0, 0].map((_, row) => {
      let sum = 0;
      for (let k = 0; k < 4; k++) {
        const o = joints[vertex * 4 + k] * 12 + row * 4;
        const [x, y, z] = positions.subarray(vertex * 3);
        const along = matrices[o] * x + matrices[o + 1] * y + matrices[o + 2] * z + matrices[o + 3];
        sum += weights[vertex * 4 + k] * along;
      }
      return sum;
    });
    const expected = mesh.localToWorld(mesh.getVertexPosition(vertex, new Vector3()));
    farthest = Math.max(farthest, expected.distanceTo(new Vector3(...place)));
  }
  expect(farthest).toBeLessThan(1e-5);
});

test('a file without skin, or without animation, is refused with a way out', async () => {
  expect((await errorOf(readSkinnedGlb(await clipFile('walk')))).message).toMatch(/no skinned mesh\. Export/);
  expect((await errorOf(readClipGlb(await writeBaseMesh()))).message).toMatch(/no animation\. Export/);
});

test('bytes that are no GLB are refused, with the cause', async () => {
  expect((await errorOf(readSkinnedGlb(new TextEncoder().encode('<!doctype html><p>404')))).message).toMatch(
    /no GLB/,
  );
});

test('names are made unique where a file has none or has one twice', async () => {
  const { skeleton, parts } = await readSkinnedGlb(
    await smallRig(({ nodes }) => {
      nodes['rig'].setName('');
      nodes['lower.bone'].setName('upper.bone');
      nodes['mesh b'].setName('mesh a');
    }),
  );
  expect(skeleton.names).toEqual(['node_2', 'upper.bone', 'upper.bone_4']);
  expect([...parts.keys()]).toEqual(['mesh a', 'mesh a_1']);
});

test.each([
  ['of a node whose only child it is', 'aside', 'aside'],
  ['of none that has another child', 'rig', 'node_0'],
  ['of no joint', 'lower.bone', 'node_0'],
  ['of no other mesh', 'mesh b', 'node_0'],
])('an unnamed mesh has the name %s', async (_, holder, name) => {
  const bytes = await smallRig(({ nodes }) => nodes[holder].addChild(nodes['mesh a'].setName('')));
  const { parts } = await readSkinnedGlb(bytes);
  expect([...parts.keys()].sort()).toEqual(['mesh b', name].sort());
});

test('a mesh bound from another place is brought into the common bind pose', async () => {
  const change: Parameters<typeof smallRig>[0] = ({ nodes }) => {
    // Moved by (10, 0, 0), and back again by its inverse bind matrix.
    const matrices = nodes['mesh b'].getSkin()!.getInverseBindMatrices()!;
    matrices.setArray(Float32Array.from(new Matrix4().makeTranslation(-10, -80, 0).elements));
  };
  const { skin, parts } = await readSkinnedGlb(await smallRig(change));
  expect(skin.joints).toHaveLength(2);
  expect([...parts.get('mesh b')!.pieces[0].vertices.positions]).toEqual([-9, 2, 3, -6, 5, 6, -3, 8, 10]);
});

test('a joint that is bound in two ways counts twice', async () => {
  const { skin, jointsOfLargestSkin } = await readSkinnedGlb(
    await smallRig(({ document, nodes }) => {
      const own = nodes['mesh b'].getSkin()!.addJoint(nodes['upper.bone']);
      const turned = new Matrix4().makeRotationZ(1).elements;
      const bind = [...new Matrix4().makeTranslation(0, -80, 0).elements, ...turned];
      own.setInverseBindMatrices(addAccessor(document, 'MAT4', bind));
    }),
  );
  expect([...skin.joints]).toEqual([1, 2, 1]);
  expect(jointsOfLargestSkin).toBe(2);
});

test('a rigid mesh below a bone hangs on it with a weight of 1, in the common bind pose', async () => {
  const bytes = await smallRig(({ nodes }) => {
    nodes['mesh b'].setSkin(null).setTranslation([0, 0, 5]);
    nodes['lower.bone'].addChild(nodes['mesh b']);
  });
  const { parts, skin, dropped } = await readSkinnedGlb(bytes);
  const helmet = parts.get('mesh b')!;
  expect(helmet.isRigid).toBe(true);
  expect(skin.joints).toHaveLength(2);
  const { positions, joints, weights } = helmet.pieces[0].vertices;
  // The inverse bind matrix of the lower bone takes (x, y, z) to (x, y - 80, z).
  expect([...positions]).toEqual([1, 82, 8, 4, 85, 11, 7, 88, 15]);
  expect([...joints.slice(0, 5)]).toEqual([1, 0, 0, 0, 1]);
  expect([...weights.slice(0, 5)]).toEqual([1, 0, 0, 0, 1]);
  expect(dropped).toEqual([]);
});

test.each<[string, RegExp, Parameters<typeof smallRig>[0]]>([
  [
    'a skinned mesh without weights',
    /no WEIGHTS_0/,
    ({ nodes }) => nodes['mesh b'].getMesh()!.listPrimitives()[0].setAttribute('WEIGHTS_0', null),
  ],
  ['a rigid mesh beside the skeleton', /hangs on no bone/, ({ nodes }) => nodes['mesh b'].setSkin(null)],
  [
    'a mesh on another skeleton',
    /skeleton is another one/,
    ({ document, nodes }) => {
      const other = document.createNode('other');
      document.getRoot().listScenes()[0].addChild(other);
      nodes['mesh b'].getSkin()!.removeJoint(nodes['lower.bone']).addJoint(other);
    },
  ],
  ['lines', /points or lines/, ({ nodes }) => nodes['mesh b'].getMesh()!.listPrimitives()[0].setMode(1)],
  [
    'a vertex that counts a joint past the end',
    /uses joint 9; its skin has 1/,
    ({ nodes }) =>
      nodes['mesh b'].getMesh()!.listPrimitives()[0].getAttribute('JOINTS_0')!.setElement(1, [9, 0, 0, 0]),
  ],
])('%s is dropped with its reason, and is no reason to refuse the file', async (_name, reason, change) => {
  const { parts, dropped } = await readSkinnedGlb(await smallRig(change));
  expect([...parts.keys()]).toEqual(['mesh a']);
  expect(dropped).toEqual([{ name: 'mesh b', reason: expect.stringMatching(reason) }]);
});

test('copies of a mesh on one node are told of, and the mesh is drawn once', async () => {
  const { parts, dropped } = await readSkinnedGlb(
    await smallRig(({ document, nodes }) => {
      const copies = document.createExtension(EXTMeshGPUInstancing).createInstancedMesh();
      nodes['mesh a'].setExtension('EXT_mesh_gpu_instancing', copies);
    }),
  );
  expect([...parts.keys()]).toEqual(['mesh a', 'mesh b']);
  expect(dropped).toEqual([{ name: 'mesh a', reason: expect.stringContaining('EXT_mesh_gpu_instancing') }]);
});

test('weights and default morph targets are those that three comes to', async () => {
  const bytes = await smallRig(({ document, nodes }) => {
    const mesh = nodes['mesh a'].getMesh()!;
    const [primitive] = mesh.listPrimitives();
    const weights = [0.2, 0.4, 0, 0, 0, 0, 0, 0, 0.25, 0.25, 0, 0];
    primitive.getAttribute('WEIGHTS_0')!.setArray(Float32Array.from(weights));
    for (const offsets of [
      [1, 0, 0, 0, 2, 0, 0, 0, 3],
      [0, 5, 0, 5, 0, 0, 0, 5, 0],
    ]) {
      const accessor = addAccessor(document, 'VEC3', offsets);
      primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', accessor));
    }
    mesh.setWeights([0.5, 0.25]);
  });
  const { scene } = await new GLTFLoader().parseAsync(bytes.buffer, '');
  const mesh = scene.getObjectByName('mesh_a') as SkinnedMesh;
  const [{ vertices, morphWeights }] = (await readSkinnedGlb(bytes)).parts.get('mesh a')!.pieces;
  expect(morphWeights).toEqual([0.5, 0.25]);
  const morphed = [0, 1, 2].flatMap((v) =>
    Mesh.prototype.getVertexPosition.call(mesh, v, new Vector3()).toArray(),
  );
  expect([...vertices.positions]).toEqual(morphed.map((value) => expect.closeTo(value, 6)));
  const skinWeight = mesh.geometry.getAttribute('skinWeight');
  expect([...vertices.weights]).toEqual(
    Array.from({ length: 12 }, (_, k) => expect.closeTo(skinWeight.getComponent(k >> 2, k & 3), 6)),
  );
});

test.each([
  ['one negative scale', [-0.01, 0.01, 0.01], true],
  ['two negative scales, which are a turn', [-0.01, -0.01, 0.01], false],
] as const)('a mesh node with %s mirrors its part: %s', async (_name, scale, isMirrored) => {
  const bytes = await smallRig(({ nodes }) => {
    for (const name of ['mesh a', 'mesh b']) nodes[name].setScale([...scale]);
  });
  const { parts } = await readSkinnedGlb(bytes);
  for (const { pieces } of parts.values()) expect(pieces[0].isMirrored).toBe(isMirrored);
});

test('several primitives are pieces of one part', async () => {
  const { parts } = await readSkinnedGlb(
    await smallRig(({ nodes }) => {
      const mesh = nodes['mesh a'].getMesh()!;
      mesh.addPrimitive(mesh.listPrimitives()[0].clone());
    }),
  );
  expect(parts.get('mesh a')!.pieces.map(({ primitive }) => primitive)).toEqual([0, 1]);
});

test('keys of every kind of interpolation are read; an animation without extras loops and stays in place', async () => {
  const bytes = await smallRig(({ document, nodes }) => {
    const animation = document.createAnimation('wave');
    for (const [node, interpolation, values] of [
      ['upper.bone', 'STEP', [0, 0, 0, 1, 1, 1]],
      ['lower.bone', 'CUBICSPLINE', Array.from({ length: 18 }, (_, i) => i)],
    ] as const) {
      const keys = { path: 'translation', times: [0, 0.5], values, interpolation } as const;
      addTrack(document, animation, nodes[node], keys);
    }
  });
  const [clip] = await readClipGlb(bytes);
  expect(clip).toMatchObject({ name: 'wave', duration: 0.5, loop: true });
  expect(clip.speed).toBeUndefined();
  expect(clip.tracks.map(({ bone, interpolation }) => [bone, interpolation])).toEqual([
    ['upper.bone', 'STEP'],
    ['lower.bone', 'CUBICSPLINE'],
  ]);
  expect(clip.tracks[1].values).toHaveLength(18);
});
