/** Clips in files of their own, for whatever a body is made of; three's mixer on its loader's scene is the oracle. */
import { Matrix4 } from 'three';
import { describe, expect, test } from 'vitest';
import { movedNodes, openGlb, readCharacter, readClips } from '../../../src/gltf/index.js';
import { type BoneTexture, bakeBoneTexture } from '../../../src/rig/index.js';
import {
  actByThree,
  createForeignCrowd,
  type FileClips,
  type FileNode,
  loadByThree,
  nodeMatrix,
  turnX,
  writeForeignFile,
} from '../../support/foreign-file.js';
import { createServedCrowd } from '../../support/served-crowd.js';

const BODY: readonly FileNode[] = [
  { name: 'hips', at: [0, 1, 0], box: [0.2, 0.1, 0.1] },
  { name: 'spine', parent: 'hips', at: [0, 0.2, 0], box: [0.2, 0.2, 0.1] },
  { name: 'head', parent: 'spine', at: [0, 0.4, 0], box: [0.1, 0.1, 0.1] },
  { name: 'armL', parent: 'spine', at: [0.3, 0.2, 0], box: [0.05, 0.3, 0.05] },
  { name: 'legL', parent: 'hips', at: [0.1, -0.1, 0], box: [0.05, 0.4, 0.05] },
  { name: 'legR', parent: 'hips', at: [-0.1, -0.1, 0], box: [0.05, 0.4, 0.05] },
];
const RIGID = ['hips', 'legL', 'legR', 'armL'];

/** The same nodes, of which one is skinned to the hips and spine. */
const SKINNED: readonly FileNode[] = [
  ...BODY.map(({ box: _, ...node }) => node),
  { name: 'body', box: [0.2, 0.8, 0.1], joints: ['hips', 'spine'] },
];

function swing(nodes: Readonly<Record<string, number>>): FileClips[string] {
  return Object.entries(nodes).map(([node, angle]) => ({
    node,
    path: 'rotation',
    times: [0, 0.25, 0.75, 1],
    values: [0, angle, -angle, 0].flatMap(turnX),
  }));
}

const LEGS = swing({ legL: 0.5, legR: -0.5, armL: -0.4 });
const clipsOf = (nodes: readonly FileNode[], clip: FileClips[string]) =>
  writeForeignFile(
    nodes.map(({ box: _box, joints: _joints, ...node }) => node),
    { walk: clip },
  );

/** The bone texture of a clip, which names its bones. */
async function bakeFor(body: Uint8Array<ArrayBuffer>, walk: Uint8Array<ArrayBuffer>): Promise<BoneTexture> {
  const clips = openGlb(walk, 'walk.glb');
  const { skeleton, skin } = await readCharacter(openGlb(body, 'body.glb'), movedNodes(clips));
  // All keys lie on frames.
  return bakeBoneTexture(skeleton, skin, await readClips(clips), { fps: 20 });
}

describe.each([
  ['rigid parts without a clip', BODY, {}, LEGS, RIGID],
  ['rigid parts, one of which a clip of their own moves', BODY, { wave: swing({ armL: 1 }) }, LEGS, RIGID],
  [
    'a rigid hat on a plain node of a skinned body',
    [...SKINNED, { name: 'hat', parent: 'head', at: [0, 0.1, 0], box: [0.1, 0.1, 0.1] }],
    {},
    swing({ hat: 0.7, spine: 0.2 }),
    ['hips', 'spine', 'hat'],
  ],
  [
    'a mesh below a tail that is no joint of the skin',
    [
      ...SKINNED,
      { name: 'tail', parent: 'hips', at: [0, 0, -0.2] },
      { name: 'brush', parent: 'tail', at: [0, 0, -0.3], box: [0.1, 0.1, 0.1] },
    ],
    {},
    swing({ tail: 0.7, spine: 0.2 }),
    ['hips', 'spine', 'tail'],
  ],
] as [string, FileNode[], FileClips, FileClips[string], string[]][])('%s', (_, nodes, own, clip, moved) => {
  const kinds = (['clones', 'instanced'] as const).flatMap((mode) =>
    (['own files', 'a service', 'a service with a bone texture'] as const).map((of) => [mode, of] as const),
  );
  test.each(kinds)('moves as by three (%s of %s)', async (mode, of) => {
    const files = [await writeForeignFile(nodes, own), await clipsOf(nodes, clip)] as const;
    const served = {
      skeleton: files[0],
      clips: { idle: files[1] },
      parts: nodes.flatMap(({ name, box }) => (box ? name : [])),
    };
    const crowd =
      of === 'own files'
        ? await createForeignCrowd(files, { mode, characters: [{ x: 0, z: 0, clip: 'walk', phase: 0 }] })
        : await createServedCrowd(
            of === 'a service' ? served : { ...served, texture: await bakeFor(...files) },
            { mode },
          );
    const [body, walk] = await Promise.all(files.map(loadByThree));
    for (const seconds of [0.25, 0.5, 0.75]) {
      crowd.update(0.25);
      const scene = await actByThree(body, walk, 'walk', 0);
      expect(scene).toBe(body.scene);
      const posed = await actByThree(await loadByThree(files[0]), walk, 'walk', seconds);
      for (const name of moved) {
        const expected = posed.getObjectByName(name)!.matrixWorld.elements;
        const actual = nodeMatrix(crowd, 0, name, new Matrix4()).elements;
        expect(Math.max(...actual.map((value, k) => Math.abs(value - expected[k])))).toBeLessThan(1e-3);
      }
    }
  });
});

test.each([
  ['no clip at all', [], /no clip moves its nodes\. Give a clip that does/],
  ['a clip for other nodes', [clipsOf([{ name: 'lid' }], swing({ lid: 1 }))], /no clip moves its nodes/],
])('rigid parts with %s are an error that speaks of the clip', async (_, others, message) => {
  const files = await Promise.all([writeForeignFile(BODY), ...others]);
  await expect(createForeignCrowd(files, { count: 1 })).rejects.toThrow(message);
});

test('a clip for a node without a mesh is an error that names the node', async () => {
  const file = await writeForeignFile([...BODY, { name: 'target' }], { aim: swing({ target: 1 }) });
  await expect(createForeignCrowd([file], { count: 1 })).rejects.toThrow(
    'its animations move target, which carry no mesh',
  );
});

test('clips that move morph targets alone are left out, with the reason', async () => {
  const face = { faces: [{ node: 'head', path: 'weights', times: [0, 1], values: [0, 1] }] } as const;
  const withFace = (clips: FileClips) =>
    writeForeignFile(BODY, clips, (document, find) => {
      const [primitive] = find('head').getMesh()!.listPrimitives();
      const target = document.createPrimitiveTarget('smile');
      primitive.addTarget(target.setAttribute('POSITION', primitive.getAttribute('POSITION')));
    });
  await expect(createForeignCrowd([await withFace(face)], { count: 1 })).rejects.toThrow(
    'its animations move morph targets alone, which crowds do not play',
  );
  const warnings: string[] = [];
  const onWarning = (message: string): unknown => warnings.push(message);
  const crowd = await createForeignCrowd([await withFace({ ...face, walk: LEGS })], {
    ...{ count: 1, strict: false, onWarning },
  });
  expect(crowd.get(0).clip).toBe('walk');
  expect(warnings).toEqual([
    expect.stringMatching(/clips of file-0\.glb are left out.*morph targets.*: faces\./),
  ]);
});

test('meshes of a further file that nothing moves are left out, with the reason', async () => {
  const warnings: string[] = [];
  const files = [
    await writeForeignFile(BODY, { walk: LEGS }),
    await writeForeignFile([{ name: 'rock', box: [1, 1, 1] }]),
  ];
  await createForeignCrowd(files, {
    count: 1,
    strict: false,
    onWarning: (message) => warnings.push(message),
  });
  expect(warnings).toEqual([
    expect.stringMatching(/meshes are left out\. file-1\.glb .*no clip moves its nodes/),
  ]);
});
