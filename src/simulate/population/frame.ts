import { wrapAngle } from '../../math/index.js';
import { INTENT, type Population } from './population.js';

/**
 * Numbers a person has in a frame, and where each of them is: person i has `frame[i * FRAME_STRIDE + FRAME.x]` and so
 * on. A frame is a `Float32Array`, so that it can be transferred between threads and uploaded as two texels a person.
 */
export const FRAME_STRIDE = 8;
/** Offsets within the numbers of a person. */
export const FRAME = {
  /** Metres. */
  x: 0,
  /** Height of the ground, metres. */
  y: 1,
  /** Metres. */
  z: 2,
  /** The way the body faces, radians about Y in (−π, π]; 0 faces +Z. */
  heading: 3,
  /** Metres a second, smoothed over a fifth of a second. */
  speed: 4,
  /** Length of the way walked so far, metres. Divided by the length of a stride, it is the phase of a walk clip. */
  distance: 5,
  /** One of {@link FRAME_STATE}. */
  state: 6,
  /** Rise over run of the ground along the way walked. */
  slope: 7,
} as const;

/** State of an agent in a frame. A `stopping` agent still walks, and slows down to stand. */
export const FRAME_STATE = { gone: 0, standing: 1, walking: 2, stopping: 3 } as const;

export function createFrame(size: number): Float32Array<ArrayBuffer> {
  return new Float32Array(size * FRAME_STRIDE);
}

/** Writes the states of all agents into a frame. */
export function writeFrame(people: Population, frame: Float32Array): void {
  for (let i = 0; i < people.size; i++) writePerson(people, i, frame);
}

/** Writes the state of an agent into a frame, at index `place`. */
export function writePerson(people: Population, i: number, frame: Float32Array, place = i): void {
  const o = place * FRAME_STRIDE;
  frame[o + FRAME.x] = people.x[i];
  frame[o + FRAME.y] = people.height[i];
  frame[o + FRAME.z] = people.z[i];
  frame[o + FRAME.heading] = people.headingOf(i);
  frame[o + FRAME.speed] = people.shownSpeed[i];
  frame[o + FRAME.distance] = people.distance[i];
  frame[o + FRAME.state] = stateOf(people, i);
  frame[o + FRAME.slope] = people.slope[i];
}

function stateOf({ intent, isWalking, isStopping }: Population, i: number): number {
  if (intent[i] === INTENT.gone) return FRAME_STATE.gone;
  if (isWalking[i] === 0) return FRAME_STATE.standing;
  return isStopping[i] === 1 ? FRAME_STATE.stopping : FRAME_STATE.walking;
}

/** Distance between two frames from which an agent was set down elsewhere, metres. */
const JUMP_DISTANCE = 1;

/**
 * Interpolates between two consecutive frames. Headings turn the shorter way. An agent that was set down elsewhere is
 * not drawn on the ground between.
 *
 * @param fraction 0 for the first, 1 for the second
 */
export function interpolateFrames(
  previous: Float32Array,
  current: Float32Array,
  fraction: number,
  out: Float32Array,
): void {
  for (let o = 0; o < current.length; o += FRAME_STRIDE) {
    const dx = current[o + FRAME.x] - previous[o + FRAME.x];
    const dz = current[o + FRAME.z] - previous[o + FRAME.z];
    const t = dx * dx + dz * dz > JUMP_DISTANCE * JUMP_DISTANCE ? 1 : fraction;
    for (let k = 0; k < FRAME_STRIDE; k++) {
      const from = previous[o + k];
      out[o + k] = from + (current[o + k] - from) * t;
    }
    const from = previous[o + FRAME.heading];
    out[o + FRAME.heading] = wrapAngle(from + wrapAngle(current[o + FRAME.heading] - from) * t);
    out[o + FRAME.state] = current[o + FRAME.state];
  }
}
