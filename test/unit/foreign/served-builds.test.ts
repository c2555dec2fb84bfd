/** Builds that a service's response lists: what is drawn, by three's own scaled bones. */
import { Matrix4, type SkinnedMesh, Vector3 } from 'three';
import { expect, test, vi } from 'vitest';
import { greatestDistance } from '../../support/browser/greatest-distance.js';
import { BONE_NAMES, BONE_NODES, placePerson } from '../../support/built-person.js';
import { type FileNode, loadByThree, turnX, writeForeignFile } from '../../support/foreign-file.js';
import { createServedCrowd } from '../../support/served-crowd.js';
import { numbersOf, worldVertices } from '../../support/skinned-meshes.js';

const CHILD = { shoulders: 0.9, girth: 1.2, legs: 0.9, head: 1.4 };
const SCALE = 0.6;
const NODES: readonly FileNode[] = [
  ...BONE_NODES,
  { name: 'Person', box: [0.3, 0.8, 0.2], joints: BONE_NAMES },
];
const turned = ['Spine', 'Head', 'LeftUpperArm', 'RightForeArm', 'LeftUpLeg', 'RightLeg'];
const skeleton = await writeForeignFile(NODES, {
  walk: turned.map((node, k) => ({
    ...{ node, path: 'rotation', times: [0, 0.5, 1] },
    values: [0.2, -0.3, 0.2].flatMap((angle) => turnX(angle + 0.1 * k)),
  })),
});
const served = {
  ...{ skeleton, clips: { walk: skeleton }, parts: ['Person'] },
  response: { builds: [{}, { ...CHILD, scale: SCALE }] },
};

test.each(['clones', 'instanced'] as const)(
  'characters have the sizes of their builds, to 1 mm (%s)',
  async (mode) => {
    const crowd = await createServedCrowd({ ...served, character: { build: 1, scale: SCALE } }, { mode });
    // Crowds of the same files do not share their builds.
    const plain = await createServedCrowd(served, { mode });
    const { scene, animations } = await loadByThree(skeleton);
    const seat = { x: 0, z: 0, heading: 0, clip: 'walk', phase: 0 };
    for (const [drawn, sizes, scale] of [
      [crowd, CHILD, SCALE],
      [plain, { shoulders: 1, girth: 1, legs: 1, head: 1 }, 1],
    ] as const) {
      drawn.update(0);
      drawn.updateMatrixWorld(true);
      const { person, mesh } = placePerson({ scene, animations }, sizes, { ...seat, scale });
      const [matrix, place, own] = [new Matrix4(), new Vector3(), new Vector3()];
      for (const name of BONE_NAMES) {
        place.setFromMatrixPosition(person.getObjectByName(name)!.matrixWorld);
        own.setFromMatrixPosition(drawn.getSocketMatrix(0, name, matrix));
        expect(own.distanceTo(place), name).toBeLessThan(1e-3);
      }
      const hero = await drawn.promote(0);
      drawn.update(0);
      drawn.updateMatrixWorld(true);
      const vertices = numbersOf(worldVertices(hero.object.getObjectByName('Person') as SkinnedMesh));
      expect(greatestDistance(vertices, 0, numbersOf(worldVertices(mesh)))).toBeLessThan(1e-3);
    }
    expect(crowd.setVariation(0)).toMatchObject({ build: 1, height: expect.closeTo(SCALE) });
    expect(crowd.setVariation(0, { build: 0 }).build).toBe(0);
  },
);

test('without the bones of a human, characters keep the build of the file, and one warning says so', async () => {
  const headless = NODES.map(({ name, parent, joints, ...node }) => {
    const renamed = (bone: string): string => bone.replace('Head', 'Top');
    return {
      ...{ ...node, name: renamed(name) },
      ...(parent && { parent: renamed(parent) }),
      ...(joints && { joints: joints.map(renamed) }),
    };
  });
  const file = await writeForeignFile(headless, {
    walk: [{ node: 'Spine', path: 'rotation', times: [0, 1], values: [0, 0.2].flatMap(turnX) }],
  });
  const onWarning = vi.fn();
  const crowd = await createServedCrowd(
    { ...served, skeleton: file, clips: { walk: file }, character: { build: 1, scale: SCALE } },
    { strict: false, onWarning },
  );
  crowd.update(0);
  expect(crowd.setVariation(0)).toMatchObject({ build: undefined, height: expect.closeTo(SCALE) });
  expect(onWarning.mock.calls.map(([message]) => message)).toEqual([
    expect.stringMatching(
      /All characters have the build of \S+skeleton\.glb, in which bones of a human were not found: head \(builds\)\.$/,
    ),
  ]);
});
