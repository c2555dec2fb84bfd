import type { Camera, Object3D } from 'three';
import { CrowdError } from '../../errors/index.js';
import { AFFINE_SIZE, transformPoint } from '../../math/index.js';
import type { Head } from '../../rig/index.js';
import type { CharacterTable } from '../characters/index.js';
import type { CpuPose } from './cpu-pose.js';
import { PictureRange } from './picture-range.js';

/** A point in the crowd's space, metres, such as a `Vector3` that moves: it is read in every frame. */
export interface LookTarget {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const DEGREE = Math.PI / 180;
/** Maximum angles between the face and the body's heading: to either side, down and up, radians. */
export const LOOK_LIMITS = { side: 70 * DEGREE, down: 40 * DEGREE, up: 50 * DEGREE } as const;
/** Largest angle between heading and target at which a head turns to the target, radians. */
const LOST = 115 * DEGREE;
/** Maximum angular speed of a face, radians a second, and duration in which a look starts or ends, seconds. */
const LOOK_RATE = 220 * DEGREE;
const FADE_SECONDS = 0.35;

const SIDE_COSINE = Math.cos(LOOK_LIMITS.side);
const DOWN_SINE = Math.sin(LOOK_LIMITS.down);
const UP_SINE = Math.sin(LOOK_LIMITS.up);
const LOST_COSINE = Math.cos(LOST);

/**
 * Interval between two poses of the eyes, seconds for each metre to the target; beyond a distance in metres it grows with the
 * square. Between them the eyes keep their place relative to the body, since posing a head takes far longer than turning it. The
 * error is 1 to 2 cm in a walk, and up to 8 cm for a head that has turned.
 *
 * Notes: with 0.1 s for all, a thousand heads took 1.4 ms a frame in place of 0.5; with at most 1 s, two fifths of the time went
 * into posing. With the square from 2 m on, 2.4 of a thousand were posed in a frame in place of 1.8.
 */
const EYES_SECONDS_PER_METRE = 0.15;
const FAR_TARGET_METRES = 1;
const MIN_EYES_SECONDS = 0.1;
const MAX_EYES_SECONDS = 8;

/**
 * Interval between two turns of a head, seconds: the first for characters that are far or out of view, the second over
 * {@link PictureRange.closeness} for near ones. At 60 Hz a head at the limit of near turns in every eighth frame, and a head
 * seven times as near in each. Between two turns, a nose that turns by 20 degrees a second moves by a third of a pixel.
 *
 * Notes: of a thousand heads seen from their midst, 100 turn in a frame; with 0.2 and 0.08 s, 141 did; with 0.1 s, and every
 * third frame for all but the nearest quarter, 251.
 */
const UNSEEN_SECONDS = 0.3;
const NEAR_SECONDS = 0.12;
/*
 * Rejected: waiting until the error reaches a third of a degree. Half of the characters in a crowd turn by more than 19 degrees
 * a second, and no time was saved.
 */

/** The golden ratio, whose multiples are evenly distributed modulo 1. */
const GOLDEN_RATIO = 0.618034;

/** A number of 0 to 1 that differs between heads, so that they turn in different frames. */
const spreadOf = (i: number): number => (i * GOLDEN_RATIO) % 1;

/**
 * Offsets of the numbers of one look, in one array for all looks. With objects, turning a head took half as long again.
 */
const LOOK_STRIDE = 10;
const LOOK = {
  /** Direction of the face, a unit vector: to the left of the body, up, and ahead. */
  left: 0,
  up: 1,
  ahead: 2,
  weight: 3,
  /** Last posed position of the eyes, metres to the left of the body, above it and ahead; its time, crowd seconds. */
  eyesLeft: 4,
  eyesUp: 5,
  eyesAhead: 6,
  posedAt: 7,
  /** Duration for which that position is used, seconds. */
  eyesSeconds: 8,
  /** Time of the last turn, seconds of `#time`. */
  turnedAt: 9,
} as const;

/** Targets by index of the character, null to look ahead again, with the numbers of {@link LOOK}: plain data. */
export type LooksState = readonly (readonly [
  i: number,
  target: LookTarget | null,
  numbers: Float64Array,
  secondsToTurn: number,
])[];

/**
 * Turns heads towards their targets, from the posed eyes, within limits of angle and angular speed. The time of a frame
 * grows with the number of looks, not with the crowd.
 */
export class LookTargets {
  readonly #table: CharacterTable;
  readonly #pose: () => CpuPose;
  readonly #head: () => Head | undefined;
  /** Characters, their targets, and the numbers of their looks; parallel arrays. */
  readonly #people: number[] = [];
  readonly #targets: (LookTarget | null)[] = [];
  #numbers = new Float64Array();
  /** Time of each look's next turn, in an array of its own: each frame reads all of them. */
  #dueAt = new Float64Array();
  /** Index of each character in these arrays. */
  readonly #places = new Map<number, number>();
  /** Seconds since the construction or the last {@link restoreState}. */
  #clock = 0;
  readonly #range = new PictureRange();
  readonly #direction = new Float64Array(2);
  readonly #matrix = new Float64Array(AFFINE_SIZE);
  readonly #eyes = new Float64Array(3);

  /**
   * @param pose makes the crowd's pose at the first look
   * @param head of the rig; undefined if none is found
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
      const place = this.#places.get(i);
      if (place !== undefined) this.#targets[place] = target;
      else if (target) this.#add(i, target);
    }
  }

  forget(i: number): void {
    const place = this.#places.get(i);
    if (place !== undefined) this.#remove(place);
  }

  takeState(): LooksState {
    return this.#people.map((i, place) => {
      const target = this.#targets[place];
      const numbers = this.#numbers.slice(place * LOOK_STRIDE, (place + 1) * LOOK_STRIDE);
      numbers[LOOK.turnedAt] -= this.#clock;
      const secondsToTurn = this.#dueAt[place] - this.#clock;
      return [i, target && { x: target.x, y: target.y, z: target.z }, numbers, secondsToTurn];
    });
  }

  /** Restores a state of {@link takeState}; moving targets become points. */
  restoreState(looks: LooksState): void {
    this.#people.length = this.#targets.length = 0;
    this.#places.clear();
    this.#clock = 0;
    for (const [i, target, numbers, secondsToTurn] of looks) {
      const place = this.#add(i, target);
      this.#dueAt[place] = secondsToTurn;
      this.#numbers.set(numbers, place * LOOK_STRIDE);
    }
  }

  /**
   * Begins a frame; 0 seconds add a further camera of the same frame.
   *
   * @param now crowd seconds
   * @param camera without one, all heads turn in every frame
   * @param crowd the object whose space positions are in
   */
  update(now: number, deltaSeconds: number, camera?: Camera, crowd?: Object3D): void {
    const range = this.#range;
    if (deltaSeconds <= 0) {
      if (camera && crowd) range.add(camera, crowd);
      return;
    }
    this.#clock += deltaSeconds;
    const people = this.#people;
    const head = people.length > 0 ? this.#head() : undefined;
    if (!head) return;
    range.begin(camera, crowd);
    const dueAt = this.#dueAt;
    const clock = this.#clock;
    for (let place = 0; place < people.length; place++) {
      if (dueAt[place] > clock) continue;
      this.#turn(place, head, now);
      // The last look has moved to this position.
      if (this.#targets[place] === null && this.#numbers[place * LOOK_STRIDE + LOOK.weight] === 0)
        this.#remove(place--);
    }
  }

  #add(i: number, target: LookTarget | null): number {
    const place = this.#people.push(i) - 1;
    const o = place * LOOK_STRIDE;
    if (o >= this.#numbers.length) {
      const numbers = this.#numbers;
      const dueAt = this.#dueAt;
      this.#numbers = new Float64Array(2 * o + LOOK_STRIDE);
      this.#numbers.set(numbers);
      this.#dueAt = new Float64Array(2 * place + 1);
      this.#dueAt.set(dueAt);
    }
    this.#targets[place] = target;
    this.#places.set(i, place);
    this.#numbers.fill(0, o, o + LOOK_STRIDE);
    this.#numbers[o + LOOK.ahead] = 1;
    this.#numbers[o + LOOK.posedAt] = Number.NaN;
    this.#numbers[o + LOOK.turnedAt] = this.#dueAt[place] = this.#clock;
    return place;
  }

  /** Replaces a look by the last one. */
  #remove(place: number): void {
    const last = this.#people.length - 1;
    const person = this.#people[last];
    this.#places.delete(this.#people[place]);
    if (place !== last) {
      this.#people[place] = person;
      this.#targets[place] = this.#targets[last];
      this.#dueAt[place] = this.#dueAt[last];
      this.#numbers.copyWithin(place * LOOK_STRIDE, last * LOOK_STRIDE, (last + 1) * LOOK_STRIDE);
      this.#places.set(person, place);
    }
    this.#people.length = this.#targets.length = last;
  }

  #turn(place: number, head: Head, now: number): void {
    const table = this.#table;
    const numbers = this.#numbers;
    const i = this.#people[place];
    const target = this.#targets[place];
    const o = place * LOOK_STRIDE;
    const closeness = this.#range.closeness(table.x(i), table.y(i), table.z(i));
    const pause = closeness > 0 ? NEAR_SECONDS / closeness : UNSEEN_SECONDS * (1 + spreadOf(i));
    const deltaSeconds = this.#clock - numbers[o + LOOK.turnedAt];
    numbers[o + LOOK.turnedAt] = this.#clock;
    this.#dueAt[place] = this.#clock + pause;
    const isLooking = target !== null && this.#aim(i, o, target, head, now, deltaSeconds, closeness > 0);
    const change = deltaSeconds / FADE_SECONDS;
    const progress = Math.min(1, Math.max(0, numbers[o + LOOK.weight] + (isLooking ? change : -change)));
    numbers[o + LOOK.weight] = progress;
    // Eased at both ends.
    const weight = progress * progress * (3 - 2 * progress);
    table.layers?.setLook(i, numbers[o + LOOK.left], numbers[o + LOOK.up], weight);
  }

  /** Moves the direction towards the target; returns true if the target is within the limits. */
  #aim(
    i: number,
    o: number,
    target: LookTarget,
    head: Head,
    now: number,
    deltaSeconds: number,
    isNear: boolean,
  ): boolean {
    const table = this.#table;
    const numbers = this.#numbers;
    const direction = this.#direction;
    table.direction(i, direction);
    const sin = direction[0];
    const cos = direction[1];
    const posedAt = numbers[o + LOOK.posedAt];
    const isPosed = isNear ? Math.abs(now - posedAt) < numbers[o + LOOK.eyesSeconds] : posedAt <= now;
    if (!isPosed) this.#poseEyes(i, o, head, now, sin, cos);
    const fromX = target.x - table.x(i);
    const fromZ = target.z - table.z(i);
    const left = cos * fromX - sin * fromZ - numbers[o + LOOK.eyesLeft];
    const ahead = sin * fromX + cos * fromZ - numbers[o + LOOK.eyesAhead];
    const up = target.y - (table.y(i) + numbers[o + LOOK.eyesUp]);
    const along = Math.sqrt(left * left + ahead * ahead);
    const seconds = EYES_SECONDS_PER_METRE * along * Math.max(1, along / FAR_TARGET_METRES);
    numbers[o + LOOK.eyesSeconds] = Math.min(MAX_EYES_SECONDS, Math.max(MIN_EYES_SECONDS, seconds));
    if (ahead < LOST_COSINE * along) return false;
    // A new look starts from straight ahead, with weight 0.
    const most = numbers[o + LOOK.weight] === 0 ? Number.POSITIVE_INFINITY : LOOK_RATE * deltaSeconds;
    const length = Math.sqrt(along * along + up * up);
    const changeLeft = left / length - numbers[o + LOOK.left];
    const changeUp = up / length - numbers[o + LOOK.up];
    const changeAhead = ahead / length - numbers[o + LOOK.ahead];
    const change = changeLeft * changeLeft + changeUp * changeUp + changeAhead * changeAhead;
    const isWithinLimits =
      ahead >= SIDE_COSINE * along && up <= UP_SINE * length && up >= -DOWN_SINE * length;
    if (isWithinLimits && change <= most * most) {
      numbers[o + LOOK.left] += changeLeft;
      numbers[o + LOOK.up] += changeUp;
      numbers[o + LOOK.ahead] += changeAhead;
    } else this.#turnFace(o, Math.atan2(left, ahead), Math.atan2(up, along), most);
    return true;
  }

  /** Turns a face towards a direction, radians to the left and up, within the limits of angle and speed. */
  #turnFace(o: number, yaw: number, pitch: number, most: number): void {
    const numbers = this.#numbers;
    const wantedYaw = Math.min(LOOK_LIMITS.side, Math.max(-LOOK_LIMITS.side, yaw));
    const wantedPitch = Math.min(LOOK_LIMITS.up, Math.max(-LOOK_LIMITS.down, pitch));
    const newYaw = approach(Math.atan2(numbers[o + LOOK.left], numbers[o + LOOK.ahead]), wantedYaw, most);
    const newPitch = approach(Math.asin(numbers[o + LOOK.up]), wantedPitch, most);
    const cosine = Math.cos(newPitch);
    numbers[o + LOOK.left] = cosine * Math.sin(newYaw);
    numbers[o + LOOK.up] = Math.sin(newPitch);
    numbers[o + LOOK.ahead] = cosine * Math.cos(newYaw);
  }

  #poseEyes(i: number, o: number, head: Head, now: number, sin: number, cos: number): void {
    const table = this.#table;
    const numbers = this.#numbers;
    this.#pose().jointMatrix(i, head.head, now, this.#matrix);
    this.#eyes.set(head.eyes);
    transformPoint(this.#eyes, 0, this.#matrix, 0, this.#eyes, 0);
    const dx = this.#eyes[0] - table.x(i);
    const dz = this.#eyes[2] - table.z(i);
    numbers[o + LOOK.eyesLeft] = cos * dx - sin * dz;
    numbers[o + LOOK.eyesUp] = this.#eyes[1] - table.y(i);
    numbers[o + LOOK.eyesAhead] = sin * dx + cos * dz;
    // The first interval differs for each head, so that they are posed in different frames.
    const isFirst = Number.isNaN(numbers[o + LOOK.posedAt]);
    numbers[o + LOOK.posedAt] = isFirst ? now - MIN_EYES_SECONDS * spreadOf(i) : now;
  }
}

function approach(from: number, to: number, most: number): number {
  return from + Math.min(most, Math.max(-most, to - from));
}
