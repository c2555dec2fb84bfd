import type { Camera, Object3D } from 'three';
import { CrowdError } from '../errors/index.js';
import { AFFINE_SIZE, transformPoint, wrapAngle } from '../math/index.js';
import type { Head } from '../rig/index.js';
import type { CharacterTable } from './characters/index.js';
// From its own file: by way of the index, every page would start with the simulation.
import { PictureRange } from './motion/picture-range.js';
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

/**
 * For so long, seconds, eyes are taken to stay where they were from the body, for each metre to the target: to pose a head
 * takes many times as long as to turn it. Of a walk's clip that puts them a centimetre or two wrong, so that the face is
 * wrong by the same angle at any distance. With 0.1 s for all, a thousand heads took 1.4 ms a frame in place of 0.5.
 */
const EYES_SECONDS_PER_METRE = 0.1;
const MIN_EYES_SECONDS = 0.1;
const MAX_EYES_SECONDS = 1;

/**
 * Who is out of the picture or far away turns their head no sooner than after so many seconds, and who is only just near
 * enough for every frame, than after so many: in every second one at 60 Hz. With everybody in every frame, a thousand heads
 * took half a millisecond of each in place of a quarter.
 */
const UNSEEN_SECONDS = 0.1;
const JUST_NEAR_SECONDS = 0.025;
/** How near is nearer than only just, as multiples of {@link PictureRange.closeness}. */
const CLOSE = 2;

/** Multiples of it are spread evenly between whole numbers. */
const GOLDEN_RATIO = 0.618034;

/** Between 0 and 1, another for each, so that not everybody has a turn in the same frame. */
const spreadOf = (i: number): number => (i * GOLDEN_RATIO) % 1;

/** Where somebody looks at present. */
interface Look {
  /** Null for somebody who looks ahead again. */
  target: LookTarget | null;
  /** Away from the heading, radians; positive to the left, and up. */
  yaw: number;
  pitch: number;
  weight: number;
  /** Where the eyes were when they were last posed, metres to the left of the body, above it and ahead; crowd seconds. */
  eyesLeft: number;
  eyesUp: number;
  eyesAhead: number;
  posedAt: number;
  /** For so long, seconds, they are taken to stay there. */
  eyesSeconds: number;
  /** Whether the picture shows this person near enough. */
  isNear: boolean;
  /** Seconds since they last turned, and those after which they turn again. */
  waited: number;
  pause: number;
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
  readonly #range = new PictureRange();
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
      else if (target) this.#looks.set(i, newLook(target));
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

  /**
   * Begins a frame; 0 seconds add a further camera of the same frame.
   *
   * @param now crowd seconds
   * @param camera everybody's head turns in every frame without one
   * @param crowd the object whose space positions are in
   */
  update(now: number, deltaSeconds: number, camera?: Camera, crowd?: Object3D): void {
    const table = this.#table;
    const range = this.#range;
    if (deltaSeconds <= 0) {
      if (camera && crowd) range.add(camera, crowd);
      return;
    }
    range.begin(camera, crowd);
    for (const [i, look] of this.#looks) {
      look.waited += deltaSeconds;
      if (look.waited < look.pause) continue;
      const closeness = range.closeness(table.x(i), table.y(i), table.z(i));
      look.isNear = closeness > 0;
      look.pause = look.isNear ? JUST_NEAR_SECONDS : UNSEEN_SECONDS * (1 + spreadOf(i));
      if (closeness > CLOSE) look.pause = 0;
      this.#turn(i, look, now, look.waited);
      look.waited = 0;
    }
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
    const table = this.#table;
    const heading = table.heading(i);
    const sin = Math.sin(heading);
    const cos = Math.cos(heading);
    const isPosed = look.isNear ? Math.abs(now - look.posedAt) < look.eyesSeconds : look.posedAt <= now;
    if (!isPosed) this.#poseEyes(i, look, head, now, sin, cos);
    const dx = target.x - (table.x(i) + cos * look.eyesLeft + sin * look.eyesAhead);
    const dy = target.y - (table.y(i) + look.eyesUp);
    const dz = target.z - (table.z(i) - sin * look.eyesLeft + cos * look.eyesAhead);
    const along = Math.sqrt(dx * dx + dz * dz);
    const seconds = EYES_SECONDS_PER_METRE * along;
    look.eyesSeconds = Math.min(MAX_EYES_SECONDS, Math.max(MIN_EYES_SECONDS, seconds));
    const yaw = wrapAngle(Math.atan2(dx, dz) - heading);
    if (Math.abs(yaw) > LOST) return false;
    const pitch = Math.atan2(dy, along);
    // Somebody who looks up from looking ahead starts there: their weight is 0 then.
    const most = look.weight === 0 ? Number.POSITIVE_INFINITY : LOOK_RATE * deltaSeconds;
    look.yaw = approach(look.yaw, Math.min(LOOK_LIMITS.side, Math.max(-LOOK_LIMITS.side, yaw)), most);
    look.pitch = approach(look.pitch, Math.min(LOOK_LIMITS.up, Math.max(-LOOK_LIMITS.down, pitch)), most);
    return true;
  }

  #poseEyes(i: number, look: Look, head: Head, now: number, sin: number, cos: number): void {
    const table = this.#table;
    this.#pose().jointMatrix(i, head.head, now, this.#matrix);
    this.#eyes.set(head.eyes);
    transformPoint(this.#eyes, 0, this.#matrix, 0, this.#eyes, 0);
    const dx = this.#eyes[0] - table.x(i);
    const dz = this.#eyes[2] - table.z(i);
    look.eyesLeft = cos * dx - sin * dz;
    look.eyesUp = this.#eyes[1] - table.y(i);
    look.eyesAhead = sin * dx + cos * dz;
    // At first each for a while of its own, so that not everybody's are posed in the same frame.
    const isFirst = Number.isNaN(look.posedAt);
    look.posedAt = isFirst ? now - MIN_EYES_SECONDS * spreadOf(i) : now;
  }
}

function newLook(target: LookTarget): Look {
  const eyes = { eyesLeft: 0, eyesUp: 0, eyesAhead: 0, posedAt: Number.NaN, eyesSeconds: MIN_EYES_SECONDS };
  return { target, yaw: 0, pitch: 0, weight: 0, ...eyes, isNear: true, waited: 0, pause: 0 };
}

function approach(from: number, to: number, most: number): number {
  return from + Math.min(most, Math.max(-most, to - from));
}
