/** Files that the page's own loader has read and the page has changed; three's own clone of the scene is the oracle. */
import {
  AnimationUtils,
  BooleanKeyframeTrack,
  BoxGeometry,
  type BufferGeometry,
  Float16BufferAttribute,
  Group,
  InterpolateSmooth,
  Line,
  LOD,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  NumberKeyframeTrack,
  type Object3D,
  PerspectiveCamera,
  type SkinnedMesh,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import type { Crowd } from 'three-crowd';
import { type GLTF, SkeletonUtils } from 'three-stdlib';
import { describe, expect, test } from 'vitest';
import { type GltfAssets, loadGltfAssets } from '../../../src/assets/index.js';
import { frameAt } from '../../../src/rig/index.js';
import {
  actByThree,
  createForeignCrowd,
  type FileClips,
  type FileNode,
  loadByThree,
  turnX,
  writeForeignFile,
} from '../../support/foreign-file.js';

const NODES: readonly FileNode[] = [
  { name: 'armature', at: [0, 0.1, 0] },
  { name: 'hips', parent: 'armature', at: [0, 1, 0] },
  { name: 'head.bone', parent: 'hips', at: [0, 0.6, 0] },
  { name: 'hand', parent: 'hips', at: [0.5, 0.2, 0] },
  { name: 'body', box: [0.2, 0.4, 0.1], joints: ['hips', 'head.bone', 'hand'] },
  { name: 'hat', box: [0.1, 0.15, 0.1], joints: ['head.bone', 'hips'] },
];
const turn = (node: string, angle: number): FileClips[string][number] => ({
  ...{ node, path: 'rotation', times: [0, 0.5, 1] },
  values: [0, angle, 0].flatMap(turnX),
});
const CLIPS: FileClips = {
  walk: [turn('hips', 0.4), turn('head.bone', 0.6), turn('hand', -1)],
  wave: [turn('hand', 2)],
};

type Find = (name: string) => Object3D;
const sword = () => new Mesh(new BoxGeometry(0.1, 1, 0.1), new MeshBasicMaterial());

const CHANGES: Readonly<Record<string, (gltf: GLTF, find: Find) => void>> = {
  nothing: () => {},
  'a scene that is turned and moved': ({ scene }) => scene.position.set(1, 0, 2).setX(1) && scene.rotateY(2),
  'a scene that is smaller': ({ scene }) => scene.scale.setScalar(0.5),
  'an armature that is turned': (_, find) => find('armature').rotateY(2),
  'a matrix of the page’s own': (_, find) => {
    find('armature').matrixAutoUpdate = false;
    find('armature').matrix.makeRotationY(1).setPosition(0, 0.5, 0);
  },
  'a hat that is hidden': (_, find) => {
    find('hat').visible = false;
  },
  'a hat below a hidden group': ({ scene }, find) => {
    const group = new Group();
    group.visible = false;
    scene.add(group.add(find('hat')));
  },
  'a hat that is taken out': (_, find) => find('hat').removeFromParent(),
  'a sword in the hand': (_, find) => find('hand').add(sword()),
  'a sword below a node in the hand': (_, find) => {
    const grip = new Group();
    grip.position.set(0, 0.2, 0.1);
    grip.rotation.set(1, 0.5, 0);
    find('hand').add(grip.add(sword()));
  },
  'a bone in another rest pose': (_, find) => find('headbone').position.set(0.1, 0.8, 0.1),
  'another skeleton matrix': (_, find) => {
    const hat = find('hat') as SkinnedMesh;
    hat.bind(hat.skeleton, new Matrix4().makeTranslation(0, 0.2, 0));
  },
  'two meshes of the scene that differ by a number': (_, find) => {
    find('hat').name = 'body_1';
  },
  'a hat in two levels of detail': ({ scene }, find) => {
    scene.add(new LOD().addLevel(find('hat'), 0).addLevel(sword(), 100));
  },
  'another geometry': (_, find) => {
    const { geometry } = find('hat') as SkinnedMesh;
    (find('hat') as SkinnedMesh).geometry = geometry.clone().scale(1, 2, 1);
  },
  'a part of a hat with an index': (_, find) => (find('hat') as SkinnedMesh).geometry.setDrawRange(6, 12),
  'a part of a hat without an index': (_, find) => {
    const hat = find('hat') as SkinnedMesh;
    hat.geometry = hat.geometry.toNonIndexed();
    hat.geometry.setDrawRange(3, 9);
  },
  'positions in half floats': (_, find) => {
    for (const name of ['body', 'hat']) {
      const { geometry } = find(name) as SkinnedMesh;
      const { count } = geometry.attributes['position'];
      const halves = new Float16BufferAttribute(new Uint16Array(3 * count), 3);
      const corner = new Vector3();
      for (let v = 0; v < count; v++) {
        halves.setXYZ(v, ...corner.fromBufferAttribute(geometry.attributes['position'], v).toArray());
      }
      geometry.setAttribute('position', halves);
    }
  },
  'a hat in detached bind mode': (_, find) => {
    (find('hat') as SkinnedMesh).bindMode = 'detached';
  },
  'a renamed bone, whose tracks no longer find it': (_, find) => {
    find('headbone').name = 'skull';
  },
  'a bone under another parent': (_, find) => find('headbone').add(find('hand')),
  'a trimmed clip': (gltf) => {
    gltf.animations[0] = AnimationUtils.subclip(gltf.animations[0], 'walk', 0, 15, 30);
  },
  'a clip that moves the scene': ({ animations: [walk] }) => {
    walk.tracks.push(new VectorKeyframeTrack('.position', [0, 1], [0, 0, 0, 1, 0, 2]));
  },
  'a clip with a smooth curve': ({ animations: [walk] }) => {
    const heights = [0.6, 0.9, 0.4, 0.6].flatMap((height) => [0, height, 0]);
    walk.tracks.push(
      new VectorKeyframeTrack('headbone.position', [0, 0.2, 0.5, 1], heights, InterpolateSmooth),
    );
  },
  'other clips': (gltf) => {
    gltf.animations = [gltf.animations[1], gltf.animations[0]];
  },
  'a copy as the scene': (gltf) => {
    gltf.scene = SkeletonUtils.clone(gltf.scene) as Group;
  },
};

async function changed(change: (gltf: GLTF, find: Find) => void): Promise<GLTF> {
  const gltf = await loadByThree(await writeForeignFile(NODES, CLIPS));
  change(gltf, (name) => gltf.scene.getObjectByName(name)!);
  return gltf;
}

/** All corners that are drawn, in any order. */
class Corners {
  readonly #places = new Set<string>();

  add({ x, y, z }: Vector3): void {
    this.#places.add([x, y, z].map((value) => (Math.round(value * 500) / 500 + 0).toFixed(3)).join());
  }

  get list(): string[] {
    return [...this.#places].sort();
  }
}

/** Numbers of the vertices that a geometry draws. */
function drawnVertices({ index, drawRange: { start, count }, attributes }: BufferGeometry): Set<number> {
  const corners = index ? [...index.array] : [...Array(attributes['position'].count).keys()];
  return new Set(corners.slice(start, start + count));
}

function drawnBy(root: Object3D): string[] {
  const corners = new Corners();
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    if (object instanceof LOD) object.update(new PerspectiveCamera());
  });
  root.traverseVisible((object) => {
    const mesh = object as SkinnedMesh;
    if (!mesh.isMesh) return;
    mesh.skeleton?.update();
    for (const v of drawnVertices(mesh.geometry)) {
      corners.add(mesh.localToWorld(mesh.getVertexPosition(v, new Vector3())));
    }
  });
  return corners.list;
}

/** What instances draw: the vertices of all parts under the matrices of the bone texture. */
function drawnByInstances({ boneTexture, parts, looks }: GltfAssets, seconds: number): string[] {
  const corners = new Corners();
  const { manifest, data } = boneTexture;
  const { frame0, frame1, blend } = frameAt(manifest.clipInfo.find(({ name }) => name === 'walk')!, seconds);
  expect(Math.min(blend, 1 - blend)).toBeLessThan(1e-3);
  const frame = blend > 0.5 ? frame1 : frame0;
  const matrix = new Matrix4();
  for (const name of looks[0]) {
    const { geometry, vertices } = parts.get(name)!;
    const { positions, joints, weights } = vertices;
    for (const v of drawnVertices(geometry)) {
      const posed = new Vector3();
      for (let k = 4 * v; k < 4 * v + 4; k++) {
        const o = (frame * manifest.nBones + joints[k]) * 12;
        matrix.set(...([...data.subarray(o, o + 12), 0, 0, 0, 1] as Parameters<Matrix4['set']>));
        posed.addScaledVector(new Vector3().fromArray(positions, 3 * v).applyMatrix4(matrix), weights[k]);
      }
      corners.add(posed);
    }
  }
  return corners.list;
}

describe.each(Object.entries(CHANGES))('%s', (_, change) => {
  const SECONDS = 0.3;

  test('is drawn by instances as by three', async () => {
    const assets = await loadGltfAssets([(await changed(change)) as never], { strict: true });
    const gltf = await changed(change);
    expect(drawnByInstances(assets, SECONDS)).toEqual(drawnBy(await actByThree(gltf, gltf, 'walk', SECONDS)));
  });

  test('is drawn by a hero as by three', async () => {
    const crowd: Crowd = await createForeignCrowd([await changed(change)], {
      characters: [{ x: 0, z: 0, clip: 'walk', phase: 0 }],
    });
    const hero = await crowd.promote(0);
    crowd.update(SECONDS);
    const gltf = await changed(change);
    expect(drawnBy(hero.object)).toEqual(drawnBy(await actByThree(gltf, gltf, 'walk', SECONDS)));
  });
});

describe.each(['instanced', 'clones'] as const)('%s', (mode) => {
  test('have the order, the layers, the shadows and the data that a page has set on meshes', async () => {
    const gltf = await changed((_, find) => {
      find('body').renderOrder = 2;
      find('body').castShadow = true;
      find('hat').receiveShadow = true;
      find('hat').layers.set(3);
      Object.assign(find('hat').userData, { price: 7 });
    });
    const crowd = await createForeignCrowd([gltf], { mode, characters: [{ x: 0, z: 0, clip: 'walk' }] });
    const settingsBelow = (root: Object3D) => {
      const settings: unknown[] = [];
      root.traverse((object) => {
        const { renderOrder, layers, castShadow, receiveShadow, userData } = object;
        if ('isMesh' in object)
          settings.push([renderOrder, layers.mask, castShadow, receiveShadow, userData['price']]);
      });
      return settings.sort();
    };
    expect(settingsBelow(crowd)).toEqual(settingsBelow(gltf.scene));
  });

  test.each<[castShadow: boolean | undefined, body: boolean, hat: boolean, expected: boolean[]]>([
    [undefined, false, false, [true]],
    [undefined, true, true, [true]],
    [undefined, false, true, [false, true]],
    [true, false, true, [true, true]],
    [false, true, true, [false]],
    [false, false, true, [false, false]],
  ])('with castShadow %s, shadows of body: %s, hat: %s', async (castShadow, body, hat, expected) => {
    const gltf = await changed((_, find) => {
      find('body').castShadow = body;
      find('hat').castShadow = hat;
    });
    const crowd = await createForeignCrowd([gltf], {
      mode,
      castShadow,
      characters: [{ x: 0, z: 0 }],
    } as never);
    const casting: boolean[] = [];
    crowd.traverse((object) => {
      if ('isMesh' in object) casting.push(object.castShadow);
    });
    expect(casting.sort()).toEqual(expected);
  });
});

test('what cannot be drawn is named with the reason, and an error if strict', async () => {
  const gltf = await changed((_, find) => {
    const line = new Line(new BoxGeometry(), new MeshBasicMaterial());
    line.name = 'lash';
    find('hand').add(line);
    const striped = new Mesh(new BoxGeometry(), [new MeshBasicMaterial(), new MeshBasicMaterial()]);
    striped.name = 'flag';
    find('hand').add(striped);
    (find('hat') as SkinnedMesh).bindMode = 'detached';
    find('hat').position.set(0.1, 0.2, 0);
  });
  const warnings: string[] = [];
  await loadGltfAssets([gltf as never], { onWarning: (message) => warnings.push(message) });
  expect(warnings).toEqual([
    expect.stringMatching(
      /"lash" \(It is points, lines.*"flag" \(It has a list of materials.*"hat" \(It is bound in detached mode/,
    ),
  ]);
  await expect(loadGltfAssets([gltf as never], { strict: true })).rejects.toThrow('"flag"');
});

test('tracks that cannot be played are named; all others are played', async () => {
  const warnings: string[] = [];
  const gltf = await changed(({ animations: [walk] }) => {
    walk.tracks.push(
      new BooleanKeyframeTrack('hat.visible', [0, 1], [true, false]),
      new NumberKeyframeTrack('hips.position[y]', [0, 1], [1, 2]),
    );
  });
  const { clips } = await loadGltfAssets([gltf as never], { onWarning: (message) => warnings.push(message) });
  expect(clips).toEqual(['walk', 'wave']);
  expect(warnings).toEqual([expect.stringContaining('not played: hat.visible, hips.position[y]. ')]);
});

test.each<[string, (gltf: GLTF, find: Find) => void, RegExp]>([
  [
    'a scene that is hidden',
    ({ scene }) => Object.assign(scene, { visible: false }),
    /No mesh of .* all are hidden/,
  ],
  [
    'an armature that is taken out',
    (_, find) => find('armature').removeFromParent(),
    /A joint .* leave it in the scene/,
  ],
])('%s is an error with its reason', async (_, change, message) => {
  await expect(loadGltfAssets([(await changed(change)) as never])).rejects.toThrow(message);
});

test.each([
  ['head.bone', 'head.bone'],
  ['headbone_1', 'head.bone'],
  ['headbone2', 'headbone2'],
  ['skull', 'skull'],
])('a bone that is called %s in the scene is %s', async (name, known) => {
  const gltf = await changed((_, find) => Object.assign(find('headbone'), { name }));
  const { skeleton } = await loadGltfAssets([gltf as never], { onWarning: () => {} });
  expect(skeleton.names).toContain(known);
});

test('meshes of several primitives are one part, as by address', async () => {
  const bytes = await writeForeignFile(NODES, CLIPS, (document, find) => {
    const mesh = find('body').getMesh()!;
    const [first] = mesh.listPrimitives();
    mesh.addPrimitive(first.clone().setMaterial(document.createMaterial('belt').setRoughnessFactor(0.2)));
  });
  const [loaded, fetched] = await Promise.all([
    loadGltfAssets([(await loadByThree(bytes)) as never]),
    loadGltfAssets([new File([bytes], 'body.glb')]),
  ]);
  expect(loaded.looks).toEqual(fetched.looks);
  expect(loaded.skeleton.names).toEqual(fetched.skeleton.names);
});
