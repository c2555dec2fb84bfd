import {
  type AnimationAction,
  AnimationClip,
  AnimationMixer,
  Bone,
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  CylinderGeometry,
  Group,
  LoopOnce,
  LoopRepeat,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import type { CrowdAssets } from 'three-crowd';
import { mulberry32 } from '../../../src/math/index.js';
import type { BoneTextureManifest, Character } from '../../../src/protocol/index.js';
import { type Clip, readVertices, type SkinnedVertices } from '../../../src/rig/index.js';
import { numbersOf, worldVertices } from '../skinned-meshes.js';

const FPS = 30;
const BONES = ['hips', 'spine', 'head', 'arm'] as const;
/** Parent and place of each bone, centimetres. */
const REST: readonly [parent: number, x: number, y: number, z: number][] = [
  [-1, 0, 90, 0],
  [0, 0, 30, 0],
  [1, 0, 35, 2],
  [1, 20, 25, 0],
];
/** Scale of each bone of an uneven figure. */
const STRETCH: readonly (readonly [x: number, y: number, z: number])[] = [
  [1, 1, 1],
  [1, 1.2, 0.9],
  [1.1, 0.95, 1],
  [0.9, -1.1, 1],
];
const CLIPS = [
  { name: 'idle', duration: 2, loop: true },
  { name: 'walk', duration: 1, loop: true },
  { name: 'walk_stop', duration: 0.8, loop: false },
  { name: 'jog', duration: 0.6, loop: true },
] as const;
export type FigureClip = (typeof CLIPS)[number]['name'];

/**
 * A small rigged figure made of three objects by hand, in centimetres under a root of scale 0.01, with a bone texture
 * baked by three itself: input for the renderer that is independent of the package's own loader, baker and kit.
 */
export interface Figure {
  readonly assets: CrowdAssets;
  /** three's own answer: where the vertices of a part are for one character at a moment, in the crowd's space. */
  expected(part: string, character: Character, seconds: number): Float32Array;
  /** The figure played by three's mixer, for sequences of moments. One at a time; `stop` it after use. */
  act(character: Character): FigureActor;
}

export interface FigureActor {
  readonly mixer: AnimationMixer;
  /** Plays as its clip says: over and over, or once and then held. */
  action(clip: FigureClip): AnimationAction;
  /** Current vertex positions of a part, in the crowd's space. */
  positions(part: string): Float32Array;
  stop(): void;
}

/**
 * `uneven`: bones stretched and mirrored, more and less as clips go, with turned bones below them. `sheared`: bones
 * turned under a stretched root, whose own matrices no turn and three scales can say.
 */
export type FigureScales = 'even' | 'uneven' | 'sheared';

export interface FigureOptions {
  readonly scales?: FigureScales;
  /** True if the hips move by {@link FIGURE_WAYS} in the clips `walk` and `walk_stop`. */
  readonly travels?: boolean;
}

/** Movement of the hips along x and z, metres: in a cycle of `walk`, and in `walk_stop`. */
export const FIGURE_WAYS = { walk: [0.25, 1.3], walk_stop: [0, 0.6] } as const;

export function createFigure({ scales = 'even', travels = false }: FigureOptions = {}): Figure {
  const root = new Group();
  root.scale.setScalar(0.01);
  if (scales === 'sheared') root.scale.y *= 1.2;
  const bones = REST.map(([, x, y, z], i) => {
    const bone = new Bone();
    bone.name = BONES[i];
    bone.position.set(x, y, z);
    if (scales === 'uneven') bone.scale.fromArray(STRETCH[i]);
    return bone;
  });
  REST.forEach(([parent], i) => {
    (parent < 0 ? root : bones[parent]).add(bones[i]);
  });
  const scene = new Group();
  scene.add(root);
  scene.updateMatrixWorld(true);
  const skeleton = new Skeleton(bones);

  const shapes: Record<string, BufferGeometry> = {
    body_a: place(new CylinderGeometry(12, 26, 120, 10, 6), 0, 66, 0),
    body_b: place(new BoxGeometry(40, 110, 24, 2, 5, 2), 0, 70, 0),
    face_a: place(new SphereGeometry(12, 12, 8), 0, 160, 0),
    hair_a: place(new CylinderGeometry(8, 14, 14, 10, 2), 0, 174, 0),
    hands: place(new BoxGeometry(8, 30, 8, 1, 3, 1), 26, 120, 0),
  };
  const meshes = Object.entries(shapes).map(([name, geometry]) => {
    paint(geometry);
    hang(geometry);
    // Models from files have a standard material, whose shaders take a software GPU twice the time.
    const material = new MeshLambertMaterial({ vertexColors: true });
    material.userData['tintMask'] = 'COLOR_0.a';
    const mesh = new SkinnedMesh(geometry, material);
    mesh.name = name;
    mesh.castShadow = mesh.receiveShadow = true;
    root.add(mesh);
    scene.updateMatrixWorld(true);
    // As a GLB's skin binds: vertices as stored are in the root's space.
    mesh.bind(skeleton, new Matrix4());
    return mesh;
  });
  // Inverse bind matrices take a stored vertex (centimetres) to the bone.
  skeleton.boneInverses.forEach((inverse, i) => {
    inverse.copy(bones[i].matrixWorld).invert().multiply(root.matrixWorld);
  });

  const clips = CLIPS.map(({ name, duration, loop }, k) => {
    const still = createClip(name, duration, loop, k + 1);
    const clip = travels ? { ...still, tracks: [...still.tracks, ...wayTracks(still)] } : still;
    return scales === 'uneven' ? { ...clip, tracks: [...clip.tracks, ...stretchTracks(clip, k + 1)] } : clip;
  });
  const play = (clip: number, seconds: number): void => {
    const mixer = new AnimationMixer(scene);
    const action = mixer.clipAction(toAnimationClip(clips[clip]));
    action.play();
    const { duration, loop } = CLIPS[clip];
    action.time = loop ? seconds - duration * Math.floor(seconds / duration) : Math.min(seconds, duration);
    mixer.update(0);
    scene.updateMatrixWorld(true);
  };

  const boneTexture = bake(play, bones, skeleton);
  const parts: CrowdAssets['parts'] = new Map(
    meshes.map((mesh) => [
      mesh.name,
      {
        name: mesh.name,
        geometry: mesh.geometry,
        material: mesh.material,
        mesh,
        tintMask: true,
        vertices: verticesOf(mesh),
      },
    ]),
  );
  const assets: CrowdAssets = {
    scene,
    parts,
    skeleton: {
      names: [...BONES],
      parents: Int16Array.from(REST, ([parent]) => parent),
      rest: new Float32Array(BONES.length * 10),
    },
    skin: { joints: Uint16Array.from(BONES, (_, i) => i), inverseBind: inverseBind(skeleton) },
    bones,
    boneTexture,
    // As near as the near ones, so that a picture can tell whether a far character is where it should be.
    loadFarParts: async () => parts,
    dispose: () => {},
  };

  const placed = (part: string, character: Character): Float32Array => {
    const mesh = meshes.find(({ name }) => name === part) as SkinnedMesh;
    const place = new Matrix4().compose(
      new Vector3(character.x, 0, character.z),
      new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), character.rot_y),
      new Vector3().setScalar(character.scale),
    );
    return numbersOf(worldVertices(mesh).map((vertex) => vertex.applyMatrix4(place)));
  };
  const expected: Figure['expected'] = (part, character, seconds) => {
    const clip = character.anim_clip === 'walk' ? 1 : 0;
    play(clip, seconds + character.phase * CLIPS[clip].duration);
    return placed(part, character);
  };
  const act: Figure['act'] = (character) => {
    const mixer = new AnimationMixer(scene);
    return {
      mixer,
      action: (name) => {
        const action = mixer.clipAction(
          toAnimationClip(clips[CLIPS.findIndex((clip) => clip.name === name)]),
        );
        action.loop = CLIPS.find((clip) => clip.name === name)?.loop ? LoopRepeat : LoopOnce;
        action.clampWhenFinished = true;
        return action;
      },
      positions: (part) => {
        scene.updateMatrixWorld(true);
        return placed(part, character);
      },
      stop: () => mixer.stopAllAction(),
    };
  };
  return { assets, expected, act };
}

function inverseBind(skeleton: Skeleton): Float32Array {
  return Float32Array.from(
    skeleton.boneInverses.flatMap(({ elements: e }) =>
      [0, 1, 2].flatMap((r) => [e[r], e[4 + r], e[8 + r], e[12 + r]]),
    ),
  );
}

/** Gives a part the morph target `smile`, which moves every vertex up by `centimetres`. */
export function addSmile(
  { geometry, mesh }: Pick<SkinnedMesh, 'geometry'> & { mesh: SkinnedMesh },
  centimetres: number,
): void {
  const { count } = geometry.getAttribute('position');
  const up = new BufferAttribute(
    Float32Array.from({ length: 3 * count }, (_, k) => (k % 3 === 1 ? centimetres : 0)),
    3,
  );
  up.name = 'smile';
  geometry.morphAttributes['position'] = [up];
  geometry.morphTargetsRelative = true;
  mesh.updateMorphTargets();
}

/** Seeded characters of the figure, scattered over a few metres. */
export function figureCharacters(count: number, seed: number): Character[] {
  const random = mulberry32(seed);
  return Array.from({ length: count }, (_, index) => ({
    index,
    bucket: 'test',
    body_id: random() < 0.5 ? 'body_a' : 'body_b',
    face_id: 'face_a',
    hair_id: 'hair_a',
    x: (random() - 0.5) * 6,
    z: (random() - 0.5) * 6,
    rot_y: (random() * 2 - 1) * Math.PI,
    scale: 0.95 + 0.1 * random(),
    phase: Math.floor(random() * 30) / 30,
    anim_clip: random() < 0.5 ? 'walk' : 'idle',
    idle_variant: 0,
    garment_hsl: [random(), 0.5, 0.4],
    skin_hex: '#e0b08a',
    hair_hex: '2a2018',
  }));
}

function place(geometry: BufferGeometry, x: number, y: number, z: number): BufferGeometry {
  return geometry.translate(x, y, z);
}

/** Vertex colours whose alpha, the tint mask, falls from one side to the other. */
function paint(geometry: BufferGeometry): void {
  const { count } = geometry.getAttribute('position');
  const colors = new Float32Array(count * 4);
  for (let v = 0; v < count; v++) colors.set([0.9, 0.85, 0.8, v % 3 === 0 ? 0.25 : 1], v * 4);
  geometry.setAttribute('color', new BufferAttribute(colors, 4));
}

/** Weights by distance to the bones, four a vertex. */
function hang(geometry: BufferGeometry): void {
  const position = geometry.getAttribute('position');
  const world = [
    [0, 90, 0],
    [0, 120, 0],
    [0, 155, 2],
    [20, 145, 0],
  ];
  const joints = new Uint8Array(position.count * 4);
  const weights = new Float32Array(position.count * 4);
  for (let v = 0; v < position.count; v++) {
    const near = world.map(([x, y, z]) => {
      const d = Math.hypot(position.getX(v) - x, position.getY(v) - y, position.getZ(v) - z);
      return 1 / (1 + (d / 12) ** 3);
    });
    const sum = near.reduce((a, b) => a + b);
    joints.set([0, 1, 2, 3], v * 4);
    weights.set(
      near.map((w) => w / sum),
      v * 4,
    );
  }
  geometry.setAttribute('skinIndex', new BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
}

/** Rotations keyed at every baked frame, so that keys and frames coincide. */
function createClip(name: string, duration: number, loop: boolean, seed: number): Clip {
  const random = mulberry32(seed);
  const keys = Math.round(duration * FPS) + 1;
  const times = Float32Array.from({ length: keys }, (_, i) => i / FPS);
  const tracks = BONES.map((bone) => {
    const axis = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    const reach = 0.25 + random() * 0.5;
    const values = new Float32Array(keys * 4);
    const turn = new Quaternion();
    times.forEach((t, i) => {
      // A clip that does not loop ends in another pose than it begins with.
      const turns = (t / duration) * (loop ? 1 : 0.7);
      turn.setFromAxisAngle(axis, reach * Math.sin(turns * 2 * Math.PI)).toArray(values, i * 4);
    });
    return { bone, path: 'rotation', interpolation: 'LINEAR', times, values } as const;
  });
  return { name, duration, loop, tracks };
}

/** Scales keyed as the rotations are: the three of a bone swell each by its own share. */
function stretchTracks({ tracks, duration, loop }: Clip, seed: number): Clip['tracks'] {
  const random = mulberry32(seed + 100);
  return tracks.map(({ bone, interpolation, times }, b) => {
    const reach = [0, 1, 2].map(() => 0.1 + random() * 0.25);
    const values = Array.from(times).flatMap((t) => {
      const swell = Math.sin((t / duration) * (loop ? 1 : 0.7) * 2 * Math.PI + seed);
      return STRETCH[b].map((scale, k) => scale * (1 + reach[k] * swell));
    });
    return { bone, path: 'scale', interpolation, times, values: Float32Array.from(values) } as const;
  });
}

/** The way of the hips: with a sway, and at an uneven pace that is the same at both ends. */
function wayTracks({ name, duration, tracks }: Clip): Clip['tracks'] {
  const way = (FIGURE_WAYS as Readonly<Record<string, readonly [number, number]>>)[name];
  if (!way) return [];
  const [{ times }] = tracks;
  const [, x, y, z] = REST[0];
  const values = Array.from(times).flatMap((t) => {
    const turns = t / duration;
    const pace = turns + 0.1 * Math.sin(2 * Math.PI * turns);
    const sway = 6 * Math.sin(2 * Math.PI * turns);
    return [x + 100 * way[0] * pace + sway, y, z + 100 * way[1] * pace];
  });
  const values32 = Float32Array.from(values);
  return [{ bone: BONES[0], path: 'translation', interpolation: 'LINEAR', times, values: values32 }];
}

function toAnimationClip(clip: Clip): AnimationClip {
  const tracks = clip.tracks.map(({ bone, path, times, values }) => {
    if (path === 'rotation') return new QuaternionKeyframeTrack(`${bone}.quaternion`, times, values);
    const property = path === 'scale' ? 'scale' : 'position';
    return new VectorKeyframeTrack(`${bone}.${property}`, times, values);
  });
  return new AnimationClip(clip.name, clip.duration, tracks);
}

function bake(
  play: (clip: number, seconds: number) => void,
  bones: readonly Bone[],
  skeleton: Skeleton,
): CrowdAssets['boneTexture'] {
  const rows: number[] = [];
  const clipInfo: BoneTextureManifest['clipInfo'] = [];
  const matrix = new Matrix4();
  CLIPS.forEach(({ name, duration, loop }, clip) => {
    // A loop's frame after the last is its first; any other clip has its end as a frame.
    const frameCount = Math.round(duration * FPS) + (loop ? 0 : 1);
    const startFrame = rows.length / (BONES.length * 12);
    clipInfo.push({ name, startFrame, frameCount, duration: frameCount / FPS, loop, speed: 0 });
    for (let frame = 0; frame < frameCount; frame++) {
      play(clip, frame / FPS);
      bones.forEach((bone, b) => {
        const e = matrix.multiplyMatrices(bone.matrixWorld, skeleton.boneInverses[b]).elements;
        for (let r = 0; r < 3; r++) rows.push(e[r], e[4 + r], e[8 + r], e[12 + r]);
      });
    }
  });
  const texWidth = 96;
  const texHeight = Math.ceil(rows.length / 4 / texWidth);
  const data = new Float32Array(texWidth * texHeight * 4);
  data.set(rows);
  return {
    data,
    manifest: {
      version: 1,
      layout: 'affine3x4',
      texWidth,
      texHeight,
      nBones: BONES.length,
      bakeFps: FPS,
      boneNames: [...BONES],
      clipInfo,
      walkClip: 1,
    },
  };
}

function verticesOf({ geometry }: SkinnedMesh): SkinnedVertices {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  return readVertices(position, skinIndex, skinWeight);
}
