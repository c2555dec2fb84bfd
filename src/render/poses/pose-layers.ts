import {
  conjugateQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionBetween,
  rotateVector,
} from '../../math/index.js';
import {
  chainTransform,
  type Floats,
  type Limbs,
  multiplyTransforms,
  EVEN_TRANSFORM_SIZE as SIZE,
} from '../../rig/index.js';
import {
  type CharacterTable,
  createShownFoot,
  type LayerTable,
  MOST_YAW,
  type ShownFoot,
} from '../characters/index.js';
import { legTurns } from './leg-turns.js';

/** The share of the head's turn that the neck takes. */
export const NECK_SHARE = 0.5;

/** Joints of a leg: thigh, shin, foot, toe. */
const LEG_JOINTS = 4;

/**
 * Applies a record of the layer table to a character's local poses: lowers the hips, puts the feet on their places by
 * two-bone inverse kinematics, and turns the head. The arithmetic of `crowd-layers` in the shaders, in double precision.
 */
export class PoseLayers {
  readonly #limbs: Limbs;
  readonly #parents: Int16Array;
  readonly #foot = createShownFoot();
  readonly #look = [0, 0, 0];
  readonly #above = new Float64Array(SIZE);
  /** Thigh, shin, foot and toe in the character's space. */
  readonly #leg = new Float64Array(LEG_JOINTS * SIZE);
  readonly #points = new Float64Array(9);
  readonly #hinge = new Float64Array(3);
  readonly #target = new Float64Array(3);
  readonly #turns = new Float64Array(8);
  readonly #footTurn = new Float64Array(4);
  readonly #inverse = new Float64Array(4);
  readonly #vector = new Float64Array(3);

  constructor(limbs: Limbs, parents: Int16Array) {
    this.#limbs = limbs;
    this.#parents = parents;
  }

  /**
   * Changes the local poses at `locals`, {@link SIZE} numbers a joint; the poses of the limbs and of all joints
   * above them have to be there.
   *
   * @param seconds of the crowd's clock
   * @param isLeg true to solve the left and the right leg
   * @param isHead true to solve the head
   */
  apply(
    locals: Float64Array,
    layers: LayerTable,
    table: CharacterTable,
    i: number,
    seconds: number,
    isLeg: readonly [boolean, boolean],
    isHead: boolean,
  ): void {
    const drop = layers.hips(i);
    // Feet keep the clip's height above the ground, independent of the hips.
    if (drop > 0) this.#lowerHips(locals, drop);
    for (const side of [0, 1] as const) {
      if (!isLeg[side]) continue;
      layers.foot(i, side, seconds, this.#foot);
      this.#placeFoot(locals, side, drop, table, i);
    }
    layers.look(i, this.#look);
    if (isHead && this.#look[2] > 0) this.#turnHead(locals);
  }

  #lowerHips(locals: Float64Array, drop: number): void {
    const { hips } = this.#limbs;
    const parent = this.#parents[hips];
    const o = hips * SIZE + 4;
    if (parent < 0) {
      locals[o + 1] -= drop;
      return;
    }
    chainTransform(this.#above, 0, locals, 0, parent, this.#parents);
    conjugateQuaternion(this.#inverse, 0, this.#above, 0);
    this.#vector.set(DOWN);
    rotateVector(this.#vector, 0, this.#inverse, 0, this.#vector, 0);
    for (let k = 0; k < 3; k++) locals[o + k] += (this.#vector[k] * drop) / this.#above[7];
  }

  #placeFoot(locals: Float64Array, side: 0 | 1, drop: number, table: CharacterTable, i: number): void {
    const { isPlaced, x, z, lift, tiltX, tiltZ } = this.#foot;
    const heading = table.heading(i);
    const sine = Math.sin(heading);
    const cosine = Math.cos(heading);
    const yaw = isPlaced ? yawFrom(sine, cosine, this.#foot) : this.#foot.yaw;
    const isTurned = yaw !== 0 || tiltX !== 0 || tiltZ !== 0;
    if (!isPlaced && x === 0 && z === 0 && lift === 0 && !isTurned && drop === 0) return;
    const { thigh, shin, foot, toe, hinge } = this.#limbs.legs[side];
    const leg = this.#leg;
    chainTransform(this.#above, 0, locals, 0, this.#parents[thigh], this.#parents);
    multiplyTransforms(leg, 0, this.#above, 0, locals, thigh * SIZE);
    multiplyTransforms(leg, SIZE, leg, 0, locals, shin * SIZE);
    multiplyTransforms(leg, 2 * SIZE, leg, SIZE, locals, foot * SIZE);
    if (toe === foot) leg.copyWithin(3 * SIZE, 2 * SIZE, 3 * SIZE);
    else multiplyTransforms(leg, 3 * SIZE, leg, 2 * SIZE, locals, toe * SIZE);
    setFootTurn(this.#footTurn, yaw, tiltX, tiltZ);

    // The position of the ankle that puts the toe joint on its place.
    const scale = table.scale(i);
    const dx = (isPlaced ? x - table.x(i) : x) / scale;
    const dz = (isPlaced ? z - table.z(i) : z) / scale;
    const fromX = isPlaced ? 0 : leg[3 * SIZE + 4];
    const fromZ = isPlaced ? 0 : leg[3 * SIZE + 6];
    const target = this.#target;
    for (let k = 0; k < 3; k++) this.#vector[k] = leg[2 * SIZE + 4 + k] - leg[3 * SIZE + 4 + k];
    rotateVector(this.#vector, 0, this.#footTurn, 0, this.#vector, 0);
    target[0] = fromX + cosine * dx - sine * dz + this.#vector[0];
    target[1] = leg[3 * SIZE + 5] + drop + lift / scale + this.#vector[1];
    target[2] = fromZ + sine * dx + cosine * dz + this.#vector[2];

    for (let joint = 0; joint < 3; joint++) {
      for (let k = 0; k < 3; k++) this.#points[joint * 3 + k] = leg[joint * SIZE + 4 + k];
    }
    this.#hinge.set(hinge);
    rotateVector(this.#hinge, 0, leg, 0, this.#hinge, 0);
    legTurns(this.#turns, 0, this.#points, target, this.#hinge);

    // From turns in the character's space to each joint's own rotation.
    multiplyQuaternions(leg, SIZE, this.#turns, 0, leg, SIZE);
    for (let joint = 0; joint < 2; joint++) {
      multiplyQuaternions(leg, joint * SIZE, this.#turns, 4, leg, joint * SIZE);
    }
    multiplyQuaternions(leg, 2 * SIZE, this.#footTurn, 0, leg, 2 * SIZE);
    this.#setRotation(locals, thigh, this.#above, 0, leg, 0);
    this.#setRotation(locals, shin, leg, 0, leg, SIZE);
    this.#setRotation(locals, foot, leg, SIZE, leg, 2 * SIZE);
  }

  #turnHead(locals: Float64Array): void {
    const { head } = this.#limbs;
    if (!head) return;
    const [x, y, weight] = this.#look;
    const leg = this.#leg;
    const below = head.neck >= 0 ? head.neck : head.head;
    // The parent of the lower of the two, the neck, and the head.
    chainTransform(this.#above, 0, locals, 0, this.#parents[below], this.#parents);
    multiplyTransforms(leg, SIZE, this.#above, 0, locals, below * SIZE);
    if (below === head.head) leg.copyWithin(0, SIZE, 2 * SIZE);
    else multiplyTransforms(leg, 0, leg, SIZE, locals, head.head * SIZE);
    for (let k = 0; k < 3; k++) this.#vector[k] = head.forward[k];
    rotateVector(this.#vector, 0, leg, 0, this.#vector, 0);
    this.#target[0] = x;
    this.#target[1] = y;
    this.#target[2] = Math.sqrt(Math.max(0, 1 - x * x - y * y));
    quaternionBetween(this.#turns, 0, this.#vector, 0, this.#target, 0);
    lessen(this.#turns, weight);
    multiplyQuaternions(leg, 0, this.#turns, 0, leg, 0);
    if (head.neck < 0) this.#setRotation(locals, head.head, this.#above, 0, leg, 0);
    else {
      lessen(this.#turns, NECK_SHARE);
      multiplyQuaternions(leg, SIZE, this.#turns, 0, leg, SIZE);
      this.#setRotation(locals, head.neck, this.#above, 0, leg, SIZE);
      this.#setRotation(locals, head.head, leg, SIZE, leg, 0);
    }
  }

  /** Sets a joint's local rotation from its parent's and its own in the character's space. */
  #setRotation(locals: Float64Array, joint: number, parent: Floats, i: number, own: Floats, j: number): void {
    conjugateQuaternion(this.#inverse, 0, parent, i);
    multiplyQuaternions(locals, joint * SIZE, this.#inverse, 0, own, j);
  }
}

const DOWN = [0, -1, 0];

/** Scales a turn by a weight: interpolates the quaternion linearly from the identity, as the shaders do. */
function lessen(turn: Float64Array, weight: number): void {
  for (let k = 0; k < 3; k++) turn[k] *= weight;
  turn[3] = 1 + (turn[3] - 1) * weight;
  normalizeQuaternion(turn, 0, turn, 0);
}

/** Radians from a heading to that of a standing foot, limited to the largest turn. */
function yawFrom(sine: number, cosine: number, foot: ShownFoot): number {
  const yaw = Math.atan2(foot.sine * cosine - foot.cosine * sine, foot.cosine * cosine + foot.sine * sine);
  return Math.min(MOST_YAW, Math.max(-MOST_YAW, yaw));
}

/** Rotation of a foot: yaw, then the tilt of the ground whose normal has these x and z. */
function setFootTurn(out: Float64Array, yaw: number, tiltX: number, tiltZ: number): void {
  const up = Math.sqrt(1 - tiltX * tiltX - tiltZ * tiltZ);
  // The shortest turn from the vertical to the normal, by its half angle.
  const cosine = Math.sqrt((1 + up) / 2);
  const x = tiltZ / (2 * cosine);
  const z = -tiltX / (2 * cosine);
  const s = Math.sin(yaw / 2);
  const c = Math.cos(yaw / 2);
  // tilt · yaw
  out[0] = x * c - z * s;
  out[1] = cosine * s;
  out[2] = z * c + x * s;
  out[3] = cosine * c;
}
