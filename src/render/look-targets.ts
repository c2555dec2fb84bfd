import { CrowdError } from '../errors/index.js';
import { AFFINE_SIZE, transformPoint, wrapAngle } from '../math/index.js';
import type { Head } from '../rig/index.js';
import type { CharacterTable } from './characters/index.js';
import type { CpuPose } from './poses/index.js';

/** A point in the crowd's space, metres, such as a `Vector3` that moves: it is read in every frame. */
export interface LookTarget {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const DEGREE = Math.PI / 180;
/** Farthest that faces turn away from the body's heading: to either side, down and up, radians. */
export const LOOK_LIMITS = { side: 70 * DEGREE, down: 40 * DEGREE, up: 50 * DEGREE } as const;
/** Somebody farther round than this is no longer looked at; radians from the heading. */
const LOST = 115 * DEGREE;
/** Faces turn by this much a second at most, radians, and come and go over this time, seconds. */
const LOOK_RATE = 220 * DEGREE;
const FADE_SECONDS = 0.35;

/** Where somebody looks at present. */
interface Look {
  /** Null for somebody who looks ahead again. */
  target: LookTarget | null;
  /** Away from the heading, radians; positive to the left, and up. */
  yaw: number;
  pitch: number;
  weight: number;
}

/** Who looks where, by index: plain data. */
export type LooksState = readonly (readonly [i: number, look: Readonly<Look>])[];

/**
 * Turns heads to what they look at: each frame the direction from the eyes, as they are posed, to the target, within what
 * necks allow and no faster than people turn. What a frame costs grows with those who look, not with the crowd.
 */
export class LookTargets {
  readonly #table: CharacterTable;
  readonly #pose: () => CpuPose;
  readonly #head: () => Head | undefined;
  readonly #looks = new Map<number, Look>();
  readonly #matrix = new Float64Array(AFFINE_SIZE);
  readonly #eyes = new Float64Array(3);

  /**
   * @param pose of the crowd, made at the first look
   * @param head of the rig; undefined where it has none that can be found
   */
  constructor(table: CharacterTable, pose: () => CpuPose, head: () => Head | undefined) {
    this.#table = table;
    this.#pose = pose;
    this.#head = head;
  }

  /**
   * @param target null to look ahead again
   * @throws {CrowdError} for a target that is not a point, or a rig without a head that can be found
   */
  set(indices: readonly number[], target: LookTarget | null): void {
    if (target && ![target.x, target.y, target.z].every(Number.isFinite)) {
      throw new CrowdError(
        `A target to look at needs finite x, y and z; it has ${target.x}, ${target.y}, ${target.z}.`,
      );
    }
    if (target && !this.#head()) {
      throw new CrowdError(
        'The rig has no head that can be turned: give the bone of the head a name that ends in "head", and the joints ' +
          'one scale for all axes.',
      );
    }
    if (target) this.#table.useLayers();
    for (const i of indices) {
      const look = this.#looks.get(i);
      if (look) look.target = target;
      else if (target) this.#looks.set(i, { target, yaw: 0, pitch: 0, weight: 0 });
    }
  }

  forget(i: number): void {
    this.#looks.delete(i);
  }

  takeState(): LooksState {
    return [...this.#looks].map(([i, { target, ...look }]) => {
      const point = target && { x: target.x, y: target.y, z: target.z };
      return [i, { target: point, ...look }];
    });
  }

  /** Takes over what {@link takeState} gave; targets that moved are points from then on. */
  restoreState(looks: LooksState): void {
    this.#looks.clear();
    for (const [i, look] of looks) this.#looks.set(i, { ...look });
  }

  /** @param now crowd seconds */
  update(now: number, deltaSeconds: number): void {
    if (deltaSeconds <= 0) return;
    for (const [i, look] of this.#looks) this.#turn(i, look, now, deltaSeconds);
  }

  #turn(i: number, look: Look, now: number, deltaSeconds: number): void {
    const isLooking = look.target !== null && this.#aim(i, look, look.target, now, deltaSeconds);
    const change = deltaSeconds / FADE_SECONDS;
    look.weight = Math.min(1, Math.max(0, look.weight + (isLooking ? change : -change)));
    if (look.weight === 0 && look.target === null) this.#looks.delete(i);
    const across = Math.cos(look.pitch);
    // Eased at both ends.
    const weight = look.weight * look.weight * (3 - 2 * look.weight);
    this.#table.layers?.setLook(i, Math.sin(look.yaw) * across, Math.sin(look.pitch), weight);
  }

  /** Moves the direction towards the target; whether the target can be looked at. */
  #aim(i: number, look: Look, target: LookTarget, now: number, deltaSeconds: number): boolean {
    const head = this.#head();
    if (!head) return false;
    this.#pose().jointMatrix(i, head.head, now, this.#matrix);
    this.#eyes.set(head.eyes);
    transformPoint(this.#eyes, 0, this.#matrix, 0, this.#eyes, 0);
    const dx = target.x - this.#eyes[0];
    const dy = target.y - this.#eyes[1];
    const dz = target.z - this.#eyes[2];
    const yaw = wrapAngle(Math.atan2(dx, dz) - this.#table.heading(i));
    if (Math.abs(yaw) > LOST) return false;
    const pitch = Math.atan2(dy, Math.hypot(dx, dz));
    // Somebody who looks up from looking ahead starts there: their weight is 0 then.
    const most = look.weight === 0 ? Number.POSITIVE_INFINITY : LOOK_RATE * deltaSeconds;
    look.yaw = approach(look.yaw, Math.min(LOOK_LIMITS.side, Math.max(-LOOK_LIMITS.side, yaw)), most);
    look.pitch = approach(look.pitch, Math.min(LOOK_LIMITS.up, Math.max(-LOOK_LIMITS.down, pitch)), most);
    return true;
  }
}

function approach(from: number, to: number, most: number): number {
  return from + Math.min(most, Math.max(-most, to - from));
}
