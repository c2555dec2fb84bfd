import {
  type AnimationClip,
  AnimationMixer,
  BufferGeometry,
  Float32BufferAttribute,
  Mesh,
  type Object3D,
  Raycaster,
  type SkinnedMesh,
  Vector3,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FACES } from '../../../src/kit/motion/clips/faces.js';
import { ACTIVITIES, MOTIONS } from '../../../src/kit/motion/clips/index.js';
import { FACE_BONES } from '../../../src/kit/motion/face.js';
import { CLIP_NAMES } from '../../../src/protocol/index.js';
import makeKit, { readKit } from '../../support/kit-of-run.js';
import { numbersOf, skinnedMeshesOf, worldVertices } from '../../support/skinned-meshes.js';

// Three poses the kit's files: its mixer plays the clips' tracks of face bones on the characters, whose face bones rest as those of
// the base mesh do.

const NAMES = [...MOTIONS, ...ACTIVITIES].map(({ name }) => name);
const FACE_PARTS = 10;
const TALKING = ['talk', 'sell', 'wave'];
/** Poses a second. */
const RATE = 60;

let removeKit: (() => Promise<void>) | undefined;
let near: Object3D;
let far: Object3D;
const clips = new Map<string, AnimationClip>();

beforeAll(async () => {
  removeKit = await makeKit();
  const kit = await readKit();
  const load = (file: string) => new GLTFLoader().parseAsync(kit.get(file)!.slice().buffer, '');
  near = (await load('skeleton.glb')).scene;
  far = (await load('lod.glb')).scene;
  for (const file of [...CLIP_NAMES.map((name) => `clips/${name}.glb`), 'clips/activities.glb']) {
    for (const clip of (await load(file)).animations) {
      clip.tracks = clip.tracks.filter(({ name }) => FACE_BONES.has(name.split('.')[0]));
      clips.set(clip.name, clip);
    }
  }
});

afterAll(() => removeKit?.());

const partOf = (scene: Object3D, name: string) => scene.getObjectByName(name) as SkinnedMesh;

/** Names of the face bones that a vertex has weights of. */
function faceBonesOf({ geometry, skeleton }: SkinnedMesh, vertex: number): string[] {
  const { skinIndex, skinWeight } = geometry.attributes;
  return [0, 1, 2, 3]
    .filter((k) => skinWeight.getComponent(vertex, k) > 0)
    .map((k) => skeleton.bones[skinIndex.getComponent(vertex, k)].name)
    .filter((name) => FACE_BONES.has(name));
}

const faceBonesIn = (part: SkinnedMesh): string[] => [
  ...new Set(
    Array.from({ length: part.geometry.attributes.position.count }, (_, i) => faceBonesOf(part, i)).flat(),
  ),
];

/** The triangles of a part whose corners `isWanted` takes, as three's `SkinnedMesh` poses them, in metres. */
function posed(part: SkinnedMesh, isWanted: (corners: number[]) => boolean): Mesh {
  const { index } = part.geometry;
  const corners = Array.from(index!.array);
  const triangles = corners.flatMap((_, i) => (i % 3 === 0 ? [corners.slice(i, i + 3)] : []));
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(numbersOf(worldVertices(part)), 3));
  geometry.setIndex(triangles.filter(isWanted).flat());
  const mesh = new Mesh(geometry);
  (Array.isArray(mesh.material) ? mesh.material[0] : mesh.material).side = 2;
  return mesh;
}

/** True for the whites of the eyes, which alone are bright and untinted, and for irises. */
function isEyeball(eyes: SkinnedMesh): (corners: number[]) => boolean {
  const { color } = eyes.geometry.attributes;
  const isWhite = (i: number) => color.getW(i) < 0.5 && Math.min(color.getY(i), color.getZ(i)) > 0.25;
  return (corners) => corners.every(isWhite) || corners.every((i) => faceBonesOf(eyes, i).includes('eyes'));
}

const ahead = new Vector3(0, 0, -1);
/** Distance along a ray from the front at x and y. */
function depthAt(mesh: Mesh, x: number, y: number): number {
  return (
    new Raycaster(new Vector3(x, y, 1), ahead).intersectObject(mesh)[0]?.distance ?? Number.POSITIVE_INFINITY
  );
}

/** Points in front of both eyes, `step` metres apart. */
function pointsBeforeEyes(step: number): [x: number, y: number][] {
  const points: [number, number][] = [];
  for (let x = 0.012; x < 0.052; x += step) {
    for (let y = 1.565; y < 1.595; y += step) points.push([x, y], [-x, y]);
  }
  return points;
}

/** Counts by the poses of the bones that they depend on. */
const counted = new Map<string, number>();

/** Rays from the front that meet an eye, and not the lid before it. */
function countEyeRays(step: number): number {
  const eyes = partOf(near, 'shared_eyes');
  const turns = ['lids', 'eyes'].flatMap((bone) => near.getObjectByName(bone)!.quaternion.toArray());
  const key = [step, ...turns.map((value) => value.toFixed(5))].join();
  const known = counted.get(key) ?? countRays(eyes, step);
  counted.set(key, known);
  return known;
}

function countRays(eyes: SkinnedMesh, step: number): number {
  const isEye = isEyeball(eyes);
  const ball = posed(eyes, isEye);
  const rest = posed(eyes, (corners) => !isEye(corners));
  return pointsBeforeEyes(step).filter(([x, y]) => depthAt(ball, x, y) < depthAt(rest, x, y)).length;
}

function play(name: string) {
  const mixer = new AnimationMixer(near);
  const clip = clips.get(name)!;
  const at = (seconds: number): void => {
    mixer.clipAction(clip).play();
    mixer.setTime(seconds);
    near.updateMatrixWorld(true);
  };
  const stop = () => {
    mixer.stopAllAction();
    near.updateMatrixWorld(true);
  };
  const times = Array.from({ length: Math.round(clip.duration * RATE) }, (_, k) => k / RATE);
  return { at, stop, times };
}

test('every clip has a face, and lids in its file', () => {
  expect(Object.keys(FACES).toSorted()).toEqual(NAMES.toSorted());
  expect([...clips.keys()].toSorted()).toEqual(NAMES.toSorted());
  for (const [name, { tracks }] of clips) {
    expect(
      tracks.map((track) => track.name),
      name,
    ).toContain('lids.quaternion');
  }
});

test('faces have brows and a jaw, eyes have lids and irises, and no other part goes with them', () => {
  const parts = skinnedMeshesOf(near);
  const faces = parts.filter(({ name }) => name.startsWith('face_'));
  expect(faces).toHaveLength(FACE_PARTS);
  for (const face of faces) expect(faceBonesIn(face).toSorted(), face.name).toEqual(['brows', 'jaw']);
  expect(faceBonesIn(partOf(near, 'shared_eyes')).toSorted()).toEqual(['eyes', 'lids']);
  const others = parts.filter(({ name }) => !/^face_|^shared_eyes$/.test(name));
  expect(others.length).toBeGreaterThan(20);
  for (const part of others) expect(faceBonesIn(part), part.name).toEqual([]);
});

test('far parts have no vertex on a face bone', () => {
  const parts = skinnedMeshesOf(far);
  expect(parts.length).toBeGreaterThan(30);
  for (const part of parts) expect(faceBonesIn(part), part.name).toEqual([]);
});

describe.each(NAMES)('in %s', (name) => {
  test('eyes are closed 2 to 10 % of the time, and open for the most of it', () => {
    const { at, stop, times } = play(name);
    stop();
    const open = countEyeRays(0.003);
    expect(open).toBeGreaterThan(60);
    const seen = times.map((seconds) => {
      at(seconds);
      return countEyeRays(0.003) / open;
    });
    stop();
    const share = (isSo: (seen: number) => boolean) => seen.filter(isSo).length / seen.length;
    expect(share((part) => part === 0)).toBeGreaterThan(0.02);
    expect(share((part) => part === 0)).toBeLessThan(0.1);
    expect(share((part) => part > 0.55)).toBeGreaterThan(0.75);
    // Open at the ends of the clip, where others begin.
    expect(seen[0]).toBeGreaterThan(0.55);
  });
});

test('at the middle of each blink, no ray from the front meets an eye before its lid', () => {
  let blinks = 0;
  for (const name of NAMES) {
    const { at, stop } = play(name);
    for (const from of FACES[name].blinks) {
      at(from + 3.5 / 30);
      expect(countEyeRays(0.0007), `${name} at ${from}`).toBe(0);
      blinks++;
    }
    stop();
  }
  expect(blinks).toBeGreaterThan(NAMES.length);
});

test('irises stay before the whites wherever they look', () => {
  const eyes = partOf(near, 'shared_eyes');
  const isEye = isEyeball(eyes);
  const isIris = (corners: number[]) => corners.every((i) => faceBonesOf(eyes, i).includes('eyes'));
  let moved = 0;
  for (const name of NAMES) {
    const { at, stop } = play(name);
    for (const [seconds] of FACES[name].looks ?? []) {
      at(seconds + 0.3);
      const iris = posed(eyes, isIris);
      const white = posed(eyes, (corners) => isEye(corners) && !isIris(corners));
      const onIris = pointsBeforeEyes(0.0011).filter(([x, y]) => Number.isFinite(depthAt(iris, x, y)));
      expect(onIris.length).toBeGreaterThan(100);
      for (const [x, y] of onIris) {
        expect(depthAt(iris, x, y), `${name} at ${seconds}: ${x}, ${y}`).toBeLessThan(depthAt(white, x, y));
      }
      moved++;
    }
    stop();
  }
  expect(moved).toBeGreaterThan(20);
});

/** Drop of the lower lip of a face from its place at rest, metres. */
function lipDrop(face: SkinnedMesh, lip: number, rest: number): number {
  return rest - face.localToWorld(face.getVertexPosition(lip, new Vector3())).y;
}

/** The foremost vertex of the lower lip. */
function lowerLip(face: SkinnedMesh): number {
  const { position } = face.geometry.attributes;
  let [lip, foremost] = [-1, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    if (!faceBonesOf(face, i).includes('jaw') || Math.abs(x) > 1.2 || y < 149.5 || y > 150.7 || z <= foremost)
      continue;
    [lip, foremost] = [i, z];
  }
  return lip;
}

test.each(NAMES)(
  'in %s, the mouths of all faces move if it is one of talking, and else at most a little',
  (name) => {
    const { at, stop, times } = play(name);
    const faces = skinnedMeshesOf(near).filter((part) => part.name.startsWith('face_'));
    expect(faces).toHaveLength(FACE_PARTS);
    stop();
    const lips = faces.map((face) => {
      const lip = lowerLip(face);
      expect(lip, face.name).toBeGreaterThanOrEqual(0);
      return { face, lip, rest: -lipDrop(face, lip, 0) };
    });
    const drops = times.map((seconds) => {
      at(seconds);
      return lips.map(({ face, lip, rest }) => lipDrop(face, lip, rest));
    });
    stop();
    lips.forEach(({ face }, k) => {
      const drop = drops.map((all) => all[k]);
      const isOpen = drop.map((metres) => metres > 0.004);
      const openings = isOpen.filter((open, i) => open && !isOpen[i - 1]).length;
      if (TALKING.includes(name)) {
        expect(openings, face.name).toBeGreaterThanOrEqual(4);
        expect(Math.max(...drop), face.name).toBeGreaterThan(0.007);
      } else {
        expect(openings, face.name).toBeLessThanOrEqual(4);
        expect(Math.max(...drop), face.name).toBeLessThan(0.006);
      }
      expect(Math.min(...drop), face.name).toBeGreaterThan(-1e-4);
    });
  },
);
