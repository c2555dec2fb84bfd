import { type Object3D, Quaternion, Vector3 } from 'three';

/** How far a head turns away from where the clip has it, radians. */
const LARGEST_TURN = 1.15;
/** Radians a second. */
const SPEED = 2.5;

/** Turns a chain of bones, each by its share, so that the last of them looks at a point; +Z is where it looks at rest. */
export class Gaze {
  readonly #bones: readonly Object3D[];
  /** The bones as the clip has them. */
  readonly #posed: readonly Quaternion[];
  /** From where the clip looks to where the head looks now, in the world. */
  readonly #turn = new Quaternion();

  constructor(bones: readonly Object3D[]) {
    this.#bones = bones;
    this.#posed = bones.map(({ quaternion }) => quaternion.clone());
  }

  /** Whether the head is where the clip has it. */
  get isAtRest(): boolean {
    return this.#turn.angleTo(REST) < 1e-3;
  }

  /** Gives the bones back to the clip; a mixer leaves bones alone that it does not move. Before each update. */
  release(): void {
    for (const [k, { quaternion }] of this.#bones.entries()) quaternion.copy(this.#posed[k]);
  }

  /**
   * Turns on towards a point. After each update.
   *
   * @param point in the world; undefined to turn back to where the clip looks
   */
  turn(point: Vector3 | undefined, seconds: number): void {
    for (const [k, { quaternion }] of this.#bones.entries()) this.#posed[k].copy(quaternion);
    const wanted = point ? this.#towards(point) : REST;
    this.#turn.rotateTowards(wanted, seconds * SPEED);
    share.slerpQuaternions(REST, this.#turn, 1 / this.#bones.length);
    for (const bone of this.#bones) {
      // A turn of the world, as the bone's parent sees it.
      const parent = bone.parent!.getWorldQuaternion(around);
      local.copy(parent).invert().multiply(share).multiply(parent);
      bone.quaternion.premultiply(local);
    }
  }

  #towards(point: Vector3): Quaternion {
    const head = this.#bones.at(-1)!;
    forward.set(0, 0, 1).applyQuaternion(head.getWorldQuaternion(around));
    direction.copy(point).sub(head.getWorldPosition(place)).normalize();
    return wanted.identity().rotateTowards(swing.setFromUnitVectors(forward, direction), LARGEST_TURN);
  }
}

const REST = new Quaternion();
const [share, around, local, wanted, swing] = [REST, REST, REST, REST, REST].map((turn) => turn.clone());
const [forward, direction, place] = [new Vector3(), new Vector3(), new Vector3()];
