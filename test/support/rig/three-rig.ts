import * as THREE from 'three';
import { mulberry32 } from '../../../src/math/index.js';
import type { Clip, Interpolation, Skeleton, Skin, SkinnedVertices, Track } from '../../../src/rig/index.js';
import { worldVertices } from '../skinned-meshes.js';

/** The same random rig as three's objects and as this package's arrays. */
export interface ThreeRig {
  readonly scene: THREE.Object3D;
  readonly mesh: THREE.SkinnedMesh;
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  readonly vertices: SkinnedVertices;
}

const BONES = 14;
const VERTICES = 40;

/** Centimetres under a root of 0.01, nodes that are no joints above the bones, and joints in an order of their own. */
export function randomRig(seed: number): ThreeRig {
  const random = mulberry32(seed);
  const around = (size: number): number => (random() * 2 - 1) * size;
  const quaternion = (): THREE.Quaternion =>
    new THREE.Quaternion(around(1), around(1), around(1), around(1)).normalize();

  const scene = new THREE.Object3D();
  scene.name = 'Scene';
  const root = new THREE.Object3D();
  root.name = 'Root';
  root.scale.setScalar(0.01);
  root.quaternion.copy(quaternion());
  const armature = new THREE.Object3D();
  armature.name = 'Armature';
  armature.position.set(around(20), around(20), around(20));
  armature.quaternion.copy(quaternion());
  scene.add(root.add(armature));

  const bones: THREE.Bone[] = [];
  for (let i = 0; i < BONES; i++) {
    const bone = new THREE.Bone();
    bone.name = `bone_${i}`;
    bone.position.set(around(30), around(30), around(30));
    bone.quaternion.copy(quaternion());
    bone.scale.setScalar(0.9 + random() * 0.2);
    const parent = i === 0 ? armature : bones[Math.floor(random() * i)];
    parent.add(bone);
    bones.push(bone);
  }
  scene.updateMatrixWorld(true);

  const joints = bones.map((bone) => ({ bone, order: random() })).sort((a, b) => a.order - b.order);
  const vertices: SkinnedVertices = {
    positions: Float32Array.from({ length: VERTICES * 3 }, () => around(100)),
    joints: Uint16Array.from({ length: VERTICES * 4 }, () => Math.floor(random() * BONES)),
    weights: Float32Array.from({ length: VERTICES * 4 }, random),
  };
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(vertices.positions, 3));
  geometry.setAttribute('skinIndex', new THREE.BufferAttribute(vertices.joints, 4));
  geometry.setAttribute('skinWeight', new THREE.BufferAttribute(vertices.weights, 4));
  const mesh = new THREE.SkinnedMesh(geometry);
  mesh.normalizeSkinWeights();
  armature.add(mesh);
  const bind = new THREE.Matrix4().compose(
    new THREE.Vector3(around(5), around(5), around(5)),
    quaternion(),
    new THREE.Vector3(0.01, 0.01, 0.01),
  );
  const threeSkeleton = new THREE.Skeleton(joints.map(({ bone }) => bone));
  mesh.bind(threeSkeleton, bind);

  const skeleton = toSkeleton(scene);
  const skin = toSkin(skeleton, threeSkeleton, bind);
  return { scene, mesh, skeleton, skin, vertices };
}

function toSkeleton(scene: THREE.Object3D): Skeleton {
  const nodes: THREE.Object3D[] = [];
  scene.traverse((node) => {
    if (!(node instanceof THREE.Mesh)) nodes.push(node);
  });
  return {
    names: nodes.map((node) => node.name),
    parents: Int16Array.from(nodes, (node) => (node.parent ? nodes.indexOf(node.parent) : -1)),
    rest: Float32Array.from(
      nodes.flatMap((node) => [
        ...node.position.toArray(),
        ...node.quaternion.toArray(),
        ...node.scale.toArray(),
      ]),
    ),
  };
}

function toSkin(skeleton: Skeleton, { bones, boneInverses }: THREE.Skeleton, bind: THREE.Matrix4): Skin {
  return {
    joints: Uint16Array.from(bones, (bone) => skeleton.names.indexOf(bone.name)),
    inverseBind: Float32Array.from(
      boneInverses.flatMap((inverse) => {
        const e = inverse.clone().multiply(bind).elements;
        return [0, 1, 2].flatMap((row) => [e[row], e[row + 4], e[row + 8], e[row + 12]]);
      }),
    ),
  };
}

/** A clip of one interpolation with random tracks on half of the nodes, keys at uneven times within the clip. */
export function randomClip(
  skeleton: Skeleton,
  seed: number,
  interpolation: Interpolation,
  loop: boolean,
): Clip {
  const random = mulberry32(seed);
  const duration = 0.7 + random() * 2;
  const tracks: Track[] = [];
  skeleton.names.forEach((bone) => {
    for (const path of ['translation', 'rotation', 'scale'] as const) {
      if (bone === 'Scene' || bone === 'Root' || random() < 0.5) continue;
      const keys = 1 + Math.floor(random() * 6);
      const times = Float32Array.from({ length: keys }, () => random() * duration).sort();
      const count = interpolation === 'CUBICSPLINE' ? 3 : 1;
      const values = Array.from({ length: keys * count }, (_, k) =>
        randomValue(random, path, count === 3 && k % 3 !== 1),
      );
      tracks.push({ bone, path, interpolation, times, values: Float32Array.from(values.flat()) });
    }
  });
  return { name: `${interpolation}-${seed}`, duration, loop, tracks };
}

function randomValue(random: () => number, path: Track['path'], isTangent: boolean): number[] {
  const around = (size: number): number => (random() * 2 - 1) * size;
  if (path === 'scale') return Array.from({ length: 3 }, () => (isTangent ? around(0.1) : 1 + around(0.2)));
  if (path === 'translation') return Array.from({ length: 3 }, () => around(30));
  const numbers = Array.from({ length: 4 }, () => around(1));
  const length = isTangent ? 1 : Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

const PROPERTIES = { translation: 'position', rotation: 'quaternion', scale: 'scale' } as const;

/** The clip as three plays what its glTF loader reads. */
export function toThreeClip(clip: Clip): THREE.AnimationClip {
  const tracks = clip.tracks.map((track) => {
    const Type = track.path === 'rotation' ? THREE.QuaternionKeyframeTrack : THREE.VectorKeyframeTrack;
    const result = new Type(
      `${track.bone}.${PROPERTIES[track.path]}`,
      Array.from(track.times),
      Array.from(track.values),
    );
    if (track.interpolation === 'STEP') result.setInterpolation(THREE.InterpolateDiscrete);
    if (track.interpolation === 'CUBICSPLINE') {
      Object.assign(result, {
        createInterpolant: (buffer: Float32Array) =>
          new HermiteInterpolant(result.times, result.values, result.getValueSize() / 3, buffer),
      });
    }
    return result;
  });
  return new THREE.AnimationClip(clip.name, clip.duration, tracks);
}

/** Hermite splines in Bernstein form: control points a third of the way along the tangents. */
class HermiteInterpolant extends THREE.Interpolant {
  override interpolate_(i1: number, t0: number, t: number, t1: number): Float32Array {
    const { valueSize: n, sampleValues: values } = this;
    const at = (key: number, part: number, k: number): number => values[(key * 3 + part) * n + k];
    const s = (t - t0) / (t1 - t0);
    const third = (t1 - t0) / 3;
    return this.write((k) => {
      const a = at(i1 - 1, 1, k);
      const b = a + at(i1 - 1, 2, k) * third;
      const d = at(i1, 1, k);
      const c = d - at(i1, 0, k) * third;
      const r = 1 - s;
      return a * r ** 3 + 3 * b * r * r * s + 3 * c * r * s * s + d * s ** 3;
    });
  }

  override copySampleValue_(index: number): Float32Array {
    return this.write((k) => this.sampleValues[(index * 3 + 1) * this.valueSize + k]);
  }

  private write(value: (k: number) => number): Float32Array {
    const result = this.resultBuffer as Float32Array;
    const numbers = Array.from({ length: this.valueSize }, (_, k) => value(k));
    const length = this.valueSize === 4 ? Math.hypot(...numbers) : 1;
    numbers.forEach((number, k) => {
      result[k] = number / length;
    });
    return result;
  }
}

/** Every vertex in the scene's space, as three's mixer and skinned mesh put it: 3 numbers each. */
export function posedByThree(rig: ThreeRig, clip: Clip, seconds: number): Float64Array {
  const { scene, mesh } = rig;
  const mixer = new THREE.AnimationMixer(scene);
  const action = mixer.clipAction(toThreeClip(clip));
  if (!clip.loop) action.setLoop(THREE.LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  mixer.setTime(seconds);
  scene.updateMatrixWorld(true);
  mesh.skeleton.update();
  const vertices = worldVertices(mesh);
  mixer.stopAllAction();
  return Float64Array.from(vertices.flatMap((vertex) => vertex.toArray()));
}

/** Every vertex as skin matrices put it, 12 numbers each from `matrices[offset]` on. */
export function posedByMatrices(
  { positions, joints, weights }: SkinnedVertices,
  matrices: Float32Array,
  offset = 0,
): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i * 3 < out.length; i++) {
    const sum = weights[i * 4] + weights[i * 4 + 1] + weights[i * 4 + 2] + weights[i * 4 + 3];
    for (let k = 0; k < 4; k++) {
      const m = offset + joints[i * 4 + k] * 12;
      const weight = weights[i * 4 + k] / sum;
      for (let row = 0; row < 3; row++) {
        const r = m + row * 4;
        out[i * 3 + row] +=
          weight *
          (matrices[r] * positions[i * 3] +
            matrices[r + 1] * positions[i * 3 + 1] +
            matrices[r + 2] * positions[i * 3 + 2] +
            matrices[r + 3]);
      }
    }
  }
  return out;
}
