import { Matrix4, Quaternion, Vector3 } from 'three';
import { mulberry32 } from '../../../src/math/index.js';
import { type Clip, type Skeleton, type Skin, type Track, worldMatrices } from '../../../src/rig/index.js';

/** Parent and place, metres, of each bone of a person in T-pose facing +Z; the right side mirrors the left. */
const LEFT: readonly (readonly [name: string, parent: string, x: number, y: number, z: number])[] = [
  ['Shoulder', 'Chest', 0.04, 1.46, 0],
  ['Arm', 'Shoulder', 0.18, 1.45, 0],
  ['ForeArm', 'Arm', 0.46, 1.45, 0],
  ['Hand', 'ForeArm', 0.72, 1.45, 0],
  ['Index', 'Hand', 0.8, 1.45, 0.02],
  ['IndexTip', 'Index', 0.88, 1.45, 0.02],
  // Along the axis that arms are lowered about, where a shortest turn alone would lose the arm's.
  ['Thumb', 'Hand', 0.72, 1.45, 0.05],
  ['ThumbTip', 'Thumb', 0.72, 1.45, 0.09],
  ['UpLeg', 'Hips', 0.1, 0.9, 0],
  ['Leg', 'UpLeg', 0.1, 0.5, 0],
  ['Foot', 'Leg', 0.1, 0.1, 0],
  ['Toe', 'Foot', 0.1, 0.03, 0.15],
];
const MIDDLE: typeof LEFT = [
  ['Hips', '', 0, 0.95, 0.01],
  ['Spine', 'Hips', 0, 1.08, 0],
  ['Chest', 'Spine', 0, 1.3, 0],
  ['Neck', 'Chest', 0, 1.5, 0],
  ['Head', 'Neck', 0, 1.6, 0.01],
];

interface Joint {
  readonly name: string;
  readonly parent: string;
  /** From the parent in T-pose, metres; the hips' from the ground. */
  readonly offset: Vector3;
}

const HUMAN: readonly Joint[] = placeJoints();

function placeJoints(): Joint[] {
  const sided = LEFT.flatMap(([name, parent, x, y, z]) =>
    [1, -1].map((side) => {
      const suffix = side > 0 ? 'L' : 'R';
      const isMiddle = MIDDLE.some(([middle]) => middle === parent);
      return [name + suffix, isMiddle ? parent : parent + suffix, x * side, y, z] as const;
    }),
  );
  const all = [...MIDDLE, ...sided];
  return all.map(([name, parent, x, y, z]) => {
    const above = all.find(([other]) => other === parent);
    const offset = new Vector3(x, y, z);
    if (above) offset.sub(new Vector3(above[2], above[3], above[4]));
    return { name, parent, offset };
  });
}

export interface HumanOptions {
  readonly seed: number;
  /** Angle of the arms below the T-pose at rest, degrees. */
  readonly armsDown: number;
  /** Further turns of limbs at rest, in the scene; their children turn with them. @default none */
  readonly bent?: Readonly<Record<string, Quaternion>>;
  /** Times the usual person's: one factor for all, and a random one a bone up to so much more or less. */
  readonly size: number;
  readonly proportions: number;
  /** Size of a unit below the root, metres. */
  readonly unit: number;
  /** The root's own turn, as for a file whose up is Z. */
  readonly root: Quaternion;
}

/** A person's rig whose pose for any orientation of its limbs is known in closed form. */
export class HumanRig {
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  /** From a limb's own T-pose frame (axes as the scene's) to its bone's. */
  private readonly rolls = new Map<string, Quaternion>();
  private readonly lowered = new Map<string, Quaternion>();
  private readonly offsets = new Map<string, Vector3>();
  private readonly options: HumanOptions;

  constructor(options: HumanOptions) {
    this.options = options;
    const random = mulberry32(options.seed);
    for (const { name, parent, offset } of HUMAN) {
      const roll = new Quaternion(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5);
      this.rolls.set(name, roll.normalize());
      const factor = options.size * (1 + (random() - 0.5) * 2 * options.proportions);
      this.offsets.set(name, offset.clone().multiplyScalar(factor));
      const side = name.endsWith('L') ? -1 : 1;
      const down = (side * options.armsDown * Math.PI) / 180;
      const isShoulder = name.startsWith('Arm');
      const turn = isShoulder
        ? new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), down)
        : this.loweredOf(parent).clone();
      this.lowered.set(name, turn.premultiply(options.bent?.[name] ?? new Quaternion()));
    }
    this.skeleton = this.build();
    this.skin = skinOf(this.skeleton);
  }

  get hipHeight(): number {
    return this.offsetOf('Hips').y;
  }

  /** Turn of a limb from the T-pose to this rig's rest pose. */
  loweredOf(name: string): Quaternion {
    return this.lowered.get(name) ?? new Quaternion();
  }

  rollOf(name: string): Quaternion {
    return this.rolls.get(name) ?? new Quaternion();
  }

  private offsetOf(name: string): Vector3 {
    return this.offsets.get(name) ?? new Vector3();
  }

  /** Positions of the joints, metres, with limbs rotated away from the T-pose in world space. */
  places(turns: ReadonlyMap<string, Quaternion>, travel: Vector3): Map<string, Vector3> {
    const places = new Map<string, Vector3>();
    for (const { name, parent } of HUMAN) {
      const above = places.get(parent);
      const place = this.offsetOf(name).clone();
      if (above) place.applyQuaternion(turns.get(parent) ?? new Quaternion()).add(above);
      else place.add(travel);
      places.set(name, place);
    }
    return places;
  }

  /** The bone's matrix in the scene for the same. */
  matrices(turns: ReadonlyMap<string, Quaternion>, travel: Vector3): Map<string, Matrix4> {
    const { unit } = this.options;
    const matrices = new Map<string, Matrix4>();
    for (const [name, place] of this.places(turns, travel)) {
      const rotation = (turns.get(name) ?? new Quaternion()).clone().multiply(this.rollOf(name));
      matrices.set(name, new Matrix4().compose(place, rotation, new Vector3(unit, unit, unit)));
    }
    return matrices;
  }

  /** Ten local numbers of each bone for the same, root first. */
  pose(turns: ReadonlyMap<string, Quaternion>, travel: Vector3): Float32Array {
    const { unit, root } = this.options;
    const top = new Matrix4().compose(new Vector3(), root, new Vector3(unit, unit, unit));
    const matrices = this.matrices(turns, travel);
    const locals = HUMAN.map(({ name, parent }) => {
      const above = (matrices.get(parent) ?? top).clone().invert();
      return above.multiply(matrices.get(name) ?? top);
    });
    return Float32Array.from(
      [top, ...locals].flatMap((matrix) => {
        const place = new Vector3();
        const rotation = new Quaternion();
        const scale = new Vector3();
        matrix.decompose(place, rotation, scale);
        return [...place.toArray(), ...rotation.toArray(), ...scale.toArray()];
      }),
    );
  }

  private build(): Skeleton {
    const names = ['Root', ...HUMAN.map(({ name }) => name)];
    return {
      names,
      parents: Int16Array.from([-1, ...HUMAN.map(({ parent }) => Math.max(0, names.indexOf(parent)))]),
      rest: this.pose(this.lowered, new Vector3()),
    };
  }
}

function skinOf(skeleton: Skeleton): Skin {
  const world = new Float32Array(skeleton.names.length * 12);
  worldMatrices(skeleton, skeleton.rest, world);
  const joints = skeleton.names.map((_, bone) => bone).slice(1);
  const inverses = joints.flatMap((bone) => {
    const matrix = new Matrix4().fromArray([...world.slice(bone * 12, bone * 12 + 12), 0, 0, 0, 1]);
    // Read by columns, stored by rows: inverted in between, the transposes cancel.
    return matrix.transpose().invert().transpose().elements.slice(0, 12);
  });
  return { joints: Uint16Array.from(joints), inverseBind: Float32Array.from(inverses) };
}

/** Motion of a person: rotation of each limb away from the T-pose in world space, and movement of the hips for size 1. */
export interface Motion {
  readonly turns: ReadonlyMap<string, Quaternion>;
  readonly travel: Vector3;
}

/** Names of all limbs, each after the one that it hangs on. */
export const LIMB_NAMES: readonly string[] = HUMAN.map(({ name }) => name);

/** A dance at a time, random in its seed, smooth in its time. */
export function dance(seed: number, seconds: number): Motion {
  const random = mulberry32(seed);
  const turns = new Map<string, Quaternion>();
  for (const { name, parent } of HUMAN) {
    const axis = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    const angle = 0.7 * Math.sin(2 * Math.PI * (seconds * (1 + Math.floor(random() * 2)) + random()));
    const turn = new Quaternion().setFromAxisAngle(axis, angle);
    turns.set(name, (turns.get(parent) ?? new Quaternion()).clone().multiply(turn));
  }
  const travel = new Vector3(
    0.2 * Math.sin(2 * Math.PI * seconds),
    -0.1 + 0.05 * Math.cos(4 * Math.PI * seconds),
    0.1 * Math.cos(2 * Math.PI * seconds),
  );
  return { turns, travel };
}

/** The dance as a clip for a rig, 30 linear keys a second. */
export function danceClip(rig: HumanRig, seed: number, duration: number, name = 'dance'): Clip {
  return motionClip(rig, (seconds) => dance(seed, seconds), duration, name);
}

/** A motion as a clip for a rig, 30 linear keys a second. */
export function motionClip(
  rig: HumanRig,
  motionAt: (seconds: number) => Motion,
  duration: number,
  name: string,
): Clip {
  const keys = Math.round(duration * 30) + 1;
  const times = Float32Array.from({ length: keys }, (_, key) => key / 30);
  const poses = Array.from({ length: keys }, (_, key) => {
    const { turns, travel } = motionAt(key / 30);
    return rig.pose(turns, travel.clone().multiplyScalar(rig.hipHeight));
  });
  const { names } = rig.skeleton;
  const trackOf = (bone: number, path: Track['path'], [from, to]: [number, number]): Track => {
    const values = poses.flatMap((pose) => [...pose.subarray(bone * 10 + from, bone * 10 + to)]);
    return { bone: names[bone], path, interpolation: 'LINEAR', times, values: Float32Array.from(values) };
  };
  // As some exporters do: translation keys for the root too, which stays on the ground.
  const translations = [0, 1].map((bone) => trackOf(bone, 'translation', [0, 3]));
  const tracks = [...names.map((_, bone) => trackOf(bone, 'rotation', [3, 7])), ...translations];
  return { name, duration, loop: true, tracks };
}
