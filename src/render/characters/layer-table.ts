import { arch, RELEASE_SECONDS, releaseWeight } from './foot-easing.js';
import { ROW_WORDS, RowTable } from './row-table.js';

/** Word of each field within a record, as {@link import('./row-layout.js').FIELD} for rows. */
export const LAYER_FIELD = {
  /**
   * Left foot: its place, or its displacement from the clip, x and z (f32, metres in the crowd's space). While it returns to
   * the clip: its displacement at the start of that (2 × snorm16, metres), and the start (f32, crowd seconds).
   */
  footX: 0,
  footZ: 1,
  footAway: 0,
  footStart: 1,
  /**
   * Bit 0: stands on a place. Bit 1: returns to the clip. Then the heading (14 bits) or the rise on the way back (unorm14).
   * Upper half: height above the clip's (snorm16).
   */
  footLift: 2,
  /** Turn about the vertical (10 bits, sine of half the angle; 0 if it stands), x and z of the ground's normal (11 bits each). */
  footTurn: 3,
  /** Words of a foot; the right foot follows the left. */
  footWords: 4,
  /** Distance by which the hips are lowered (unorm16, metres), and weight of the head's direction (unorm16). */
  hips: 8,
  /** Direction of the face in the character's space, x and y of a unit vector with z above 0 (2 × snorm16). */
  look: 9,
  /** Upper body's clip: start of its fade (f32, crowd seconds), and duration of the fade (f32, below 0 to fade out). */
  fadeStart: 10,
  fadeSeconds: 11,
  /** One more than the clip's number, 0 for none; bit 16 is set for an additive clip. */
  clip: 12,
  /** Its start (f32, crowd seconds) and its speed (f32). */
  start: 13,
  speed: 14,
} as const;

/** Metres of a snorm16 of 1 in `footLift`. */
export const LIFT_RANGE = 2;
/** Largest turn of a foot, radians, and the sine of half of it, of which records store a fraction. */
const YAW_RANGE = 1;
export const HALF_YAW_SINE = Math.sin(YAW_RANGE / 2);
/** Largest x and z of a ground's normal: 40 degrees. */
export const TILT_RANGE = 0.64;
/** Metres of a unorm14 of 1 in `footLift`. */
export const RISE_RANGE = 0.1;
/** Bits of `footLift`: the foot stands on a fixed point; the foot returns to its clip. */
const PLACED = 1;
const RELEASED = 2;
/** First of the 14 bits between these and the upper half. */
const MIDDLE_SHIFT = 2;
const MIDDLE_MASK = (1 << 14) - 1;
/** Largest turn of a standing foot relative to its character, radians; beyond it the foot turns about its toes. */
export const MOST_YAW = 0.95;
/** Steps of a side of the square on which headings are measured. */
export const HEADING_STEPS = 1 << 12;
/** Bit of `clip`: the clip is added to the clip of the legs rather than replacing it. */
const ADDITIVE = 1 << 16;

export interface FootPlacement {
  /** True if it stands on a fixed point; otherwise it follows its clip with a displacement. */
  readonly isPlaced: boolean;
  /** The fixed point below the toe joint, or the displacement; metres in the crowd's space. */
  readonly x: number;
  readonly z: number;
  /** Height above the clip's foot, metres. */
  readonly lift: number;
  /** Sine and cosine of the heading of a foot that stands. */
  readonly sine: number;
  readonly cosine: number;
  /** Turn of a displaced foot about the vertical relative to the clip, radians, −1 to 1. */
  readonly yaw: number;
  /** x and z of the ground's normal in the character's space, each −0.5 to 0.5. */
  readonly tiltX: number;
  readonly tiltZ: number;
}

/** A mutable {@link FootPlacement}. */
export type ShownFoot = { -readonly [K in keyof FootPlacement]: FootPlacement[K] };

/** A foot that only its clip moves. */
export function createShownFoot(): ShownFoot {
  return { isPlaced: false, x: 0, z: 0, lift: 0, sine: 0, cosine: 1, yaw: 0, tiltX: 0, tiltZ: 0 };
}

/** A foot that has left the ground and returns to its clip over time. */
export interface FootRelease {
  /** Displacement from the clip when it left the ground, metres in the crowd's space, each −1 to 1. */
  readonly x: number;
  readonly z: number;
  /** Its turn about the vertical at that time, radians, −1 to 1. */
  readonly yaw: number;
  /** Constant height above the clip's foot, metres, and additional height in the middle of the way, 0 to 0.1. */
  readonly lift: number;
  readonly rise: number;
  /** When it left the ground, crowd seconds. */
  readonly start: number;
}

/** Clip of the upper body, over the clip of the legs. */
export interface UpperPlayback {
  readonly clip: number;
  readonly isAdditive: boolean;
  readonly start: number;
  readonly speed: number;
  readonly fadeStart: number;
  /** Below 0 to fade out; 0 for no fade. */
  readonly fadeSeconds: number;
}

/**
 * The layer table: changes to the poses of the clips, a second record of 64 bytes for each row of the character table. All
 * zeros change nothing.
 */
export class LayerTable extends RowTable {
  /** Moves the crowd's clock back by `seconds`. */
  rebase(seconds: number): void {
    for (let i = 0; i < this.count; i++) {
      for (const foot of [0, 1] as const) {
        const at = i * ROW_WORDS + foot * LAYER_FIELD.footWords;
        if ((this.words[at + LAYER_FIELD.footLift] & RELEASED) === 0) continue;
        this.floats[at + LAYER_FIELD.footStart] -= seconds;
        this.changes.mark(i);
      }
      const upper = this.upper(i);
      if (!upper) continue;
      const { start, fadeStart } = upper;
      this.setUpper(i, { ...upper, start: start - seconds, fadeStart: fadeStart - seconds });
    }
  }

  clear(i: number): void {
    this.words.fill(0, i * ROW_WORDS, (i + 1) * ROW_WORDS);
    this.changes.mark(i);
  }

  /** True if a character has no layers. */
  isEmpty(i: number): boolean {
    for (let k = i * ROW_WORDS; k < (i + 1) * ROW_WORDS; k++) if (this.words[k] !== 0) return false;
    return true;
  }

  /** @param foot 0 for the left */
  setFoot(
    i: number,
    foot: 0 | 1,
    { isPlaced, x, z, sine, cosine, lift, yaw, tiltX, tiltZ }: FootPlacement,
  ): void {
    const at = i * ROW_WORDS + foot * LAYER_FIELD.footWords;
    const words = this.words;
    const place = isPlaced ? PLACED | (packFootHeading(sine, cosine) << MIDDLE_SHIFT) : 0;
    const liftWord = (place | packLift(lift)) >>> 0;
    const isEven = tiltX === 0 && tiltZ === 0;
    const turn = isEven ? 0 : snorm(tiltX / TILT_RANGE, 11) | (snorm(tiltZ / TILT_RANGE, 11) << 11);
    const turnWord = ((isPlaced ? 0 : packYaw(yaw)) | (turn << 10)) >>> 0;
    // No upload for an unchanged foot.
    const isSame =
      words[at + LAYER_FIELD.footLift] === liftWord && words[at + LAYER_FIELD.footTurn] === turnWord;
    const oldX = words[at + LAYER_FIELD.footX];
    const oldZ = words[at + LAYER_FIELD.footZ];
    this.floats[at + LAYER_FIELD.footX] = x;
    this.floats[at + LAYER_FIELD.footZ] = z;
    if (isSame && oldX === words[at + LAYER_FIELD.footX] && oldZ === words[at + LAYER_FIELD.footZ]) return;
    words[at + LAYER_FIELD.footLift] = liftWord;
    words[at + LAYER_FIELD.footTurn] = turnWord;
    this.changes.mark(i);
  }

  /** @param foot 0 for the left */
  releaseFoot(i: number, foot: 0 | 1, { x, z, yaw, lift, rise, start }: FootRelease): void {
    const at = i * ROW_WORDS + foot * LAYER_FIELD.footWords;
    const words = this.words;
    words[at + LAYER_FIELD.footAway] = (snorm(x, 16) | (snorm(z, 16) << 16)) >>> 0;
    this.floats[at + LAYER_FIELD.footStart] = start;
    const risen = Math.round(Math.min(1, Math.max(0, rise / RISE_RANGE)) * MIDDLE_MASK) << MIDDLE_SHIFT;
    words[at + LAYER_FIELD.footLift] = (RELEASED | risen | packLift(lift)) >>> 0;
    words[at + LAYER_FIELD.footTurn] = packYaw(yaw);
    this.changes.mark(i);
  }

  /**
   * The foot of the last {@link setFoot} or {@link releaseFoot}, to the precision of a record; written to `target`.
   *
   * @param now crowd seconds
   */
  foot(i: number, foot: 0 | 1, now: number, target: ShownFoot): void {
    const at = i * ROW_WORDS + foot * LAYER_FIELD.footWords;
    const lift = this.words[at + LAYER_FIELD.footLift];
    const turn = this.words[at + LAYER_FIELD.footTurn];
    target.isPlaced = (lift & PLACED) !== 0;
    target.lift = (Math.max(-32767, lift >> 16) / 32767) * LIFT_RANGE;
    target.tiltX = (((turn << 11) >> 21) / 1023) * TILT_RANGE;
    target.tiltZ = ((turn >> 21) / 1023) * TILT_RANGE;
    const middle = (lift >>> MIDDLE_SHIFT) & MIDDLE_MASK;
    if (target.isPlaced) unpackFootHeading(middle, target);
    let left = 1;
    if ((lift & RELEASED) === 0) {
      target.x = this.floats[at + LAYER_FIELD.footX];
      target.z = this.floats[at + LAYER_FIELD.footZ];
    } else {
      const seconds = now - this.floats[at + LAYER_FIELD.footStart];
      const away = this.words[at + LAYER_FIELD.footAway];
      left = releaseWeight(seconds);
      target.x = (left * ((away << 16) >> 16)) / 32767;
      target.z = (left * (away >> 16)) / 32767;
      target.lift += (middle / MIDDLE_MASK) * RISE_RANGE * arch(seconds / RELEASE_SECONDS);
    }
    target.yaw = 2 * Math.asin((((turn << 22) >> 22) / 511) * HALF_YAW_SINE * left);
  }

  /** @param drop metres at scale 1, 0 to 1 */
  setHips(i: number, drop: number): void {
    const at = i * ROW_WORDS + LAYER_FIELD.hips;
    const word = ((this.words[at] & 0xffff0000) | unorm16(drop)) >>> 0;
    if (word === this.words[at]) return;
    this.words[at] = word;
    this.changes.mark(i);
  }

  hips(i: number): number {
    return (this.words[i * ROW_WORDS + LAYER_FIELD.hips] & 0xffff) / 0xffff;
  }

  /** @param x y of the direction in the character's space; its z is above 0 */
  setLook(i: number, x: number, y: number, weight: number): void {
    const at = i * ROW_WORDS;
    const words = this.words;
    const weightWord = ((words[at + LAYER_FIELD.hips] & 0xffff) | (unorm16(weight) << 16)) >>> 0;
    const lookWord = (snorm(x, 16) | (snorm(y, 16) << 16)) >>> 0;
    // No upload for an unchanged direction.
    if (words[at + LAYER_FIELD.hips] === weightWord && words[at + LAYER_FIELD.look] === lookWord) return;
    words[at + LAYER_FIELD.hips] = weightWord;
    words[at + LAYER_FIELD.look] = lookWord;
    this.changes.mark(i);
  }

  /** x and y of the direction, and the weight; written to `target`. */
  look(i: number, target: number[]): void {
    const look = this.words[i * ROW_WORDS + LAYER_FIELD.look];
    target[0] = ((look << 16) >> 16) / 32767;
    target[1] = (look >> 16) / 32767;
    target[2] = (this.words[i * ROW_WORDS + LAYER_FIELD.hips] >>> 16) / 0xffff;
  }

  /** Undefined removes the clip. */
  setUpper(i: number, upper: UpperPlayback | undefined): void {
    const at = i * ROW_WORDS;
    this.words[at + LAYER_FIELD.clip] = upper ? (upper.clip + 1) | (upper.isAdditive ? ADDITIVE : 0) : 0;
    this.floats[at + LAYER_FIELD.start] = upper?.start ?? 0;
    this.floats[at + LAYER_FIELD.speed] = upper?.speed ?? 0;
    this.floats[at + LAYER_FIELD.fadeStart] = upper?.fadeStart ?? 0;
    this.floats[at + LAYER_FIELD.fadeSeconds] = upper?.fadeSeconds ?? 0;
    this.changes.mark(i);
  }

  upper(i: number): UpperPlayback | undefined {
    const at = i * ROW_WORDS;
    const word = this.words[at + LAYER_FIELD.clip];
    if (word === 0) return undefined;
    return {
      clip: (word & 0xffff) - 1,
      isAdditive: (word & ADDITIVE) !== 0,
      start: this.floats[at + LAYER_FIELD.start],
      speed: this.floats[at + LAYER_FIELD.speed],
      fadeStart: this.floats[at + LAYER_FIELD.fadeStart],
      fadeSeconds: this.floats[at + LAYER_FIELD.fadeSeconds],
    };
  }
}

/** Weight of an upper body's clip at `now`, 0 to 1. */
export function upperWeight({ fadeStart, fadeSeconds }: UpperPlayback, now: number): number {
  if (fadeSeconds === 0) return 1;
  const progress = Math.min(1, Math.max(0, (now - fadeStart) / Math.abs(fadeSeconds)));
  return fadeSeconds > 0 ? progress : 1 - progress;
}

/**
 * A heading as 14 bits: the position along the square whose corners are at 1 on the axes, clockwise from +X. Precise to
 * 0.0003 radians, and decoded without trigonometry, since a GPU's sine is no more precise than that.
 */
function packFootHeading(sine: number, cosine: number): number {
  const across = sine / (Math.abs(sine) + Math.abs(cosine));
  return Math.round((cosine >= 0 ? 1 - across : 3 + across) * HEADING_STEPS) & MIDDLE_MASK;
}

function unpackFootHeading(bits: number, target: { sine: number; cosine: number }): void {
  const round = bits / HEADING_STEPS;
  const sine = Math.abs(round - 2) - 1;
  const cosine = round < 2 ? 1 - Math.abs(sine) : Math.abs(sine) - 1;
  const length = Math.sqrt(sine * sine + cosine * cosine);
  target.sine = sine / length;
  target.cosine = cosine / length;
}

function packLift(lift: number): number {
  return snorm(lift / LIFT_RANGE, 16) << 16;
}

function packYaw(yaw: number): number {
  return snorm(Math.sin(yaw / 2) / HALF_YAW_SINE, 10);
}

function unorm16(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 0xffff);
}

/** A value of −1 to 1 as a signed normalised integer of `bits` bits. */
function snorm(value: number, bits: number): number {
  const most = (1 << (bits - 1)) - 1;
  return Math.round(Math.min(1, Math.max(-1, value)) * most) & ((1 << bits) - 1);
}
