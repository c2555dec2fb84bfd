import { sinCos, wrapAngle } from '../../math/index.js';
import { firstDue, INTENT, nextDue, type Population } from './population.js';
import { STEP_SECONDS } from './steering-options.js';

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
  /**
   * One of {@link FRAME_STATE}. After `commands.focus`, that of a far agent also says when it was updated: read frames through
   * {@link interpolateFrames} then.
   */
  state: 6,
  /** Rise over run of the ground along the way walked. */
  slope: 7,
} as const;

/** State of an agent in a frame. A `stopping` agent still walks, and slows down to stand. */
export const FRAME_STATE = { gone: 0, standing: 1, walking: 2, stopping: 3 } as const;

/** A far agent has its state plus this times (1 + the number of the step of its last update, modulo 65,536). */
const FAR_STATE = 4;
const STEP_MASK = 0xffff;

export function createFrame(size: number): Float32Array<ArrayBuffer> {
  return new Float32Array(size * FRAME_STRIDE);
}

/** Writes the states of all agents into a frame. */
export function writeFrame(people: Population, frame: Float32Array): void {
  for (let i = 0; i < people.size; i++) writePerson(people, i, frame);
}

/**
 * Writes the states that have changed since the frame was written, two steps ago.
 *
 * @param previous the frame of the step before, which has the states of far agents that were updated then
 */
export function writeChanges(
  people: Population,
  frame: Float32Array,
  previous: Float32Array,
  steps: number,
): void {
  const { isFar, size } = people;
  for (let i = 0; i < size; i++) if (isFar[i] === 0) writePerson(people, i, frame);
  for (let i = firstDue(steps); i < size; i = nextDue(i)) {
    if (isFar[i] === 1) writePerson(people, i, frame);
  }
  for (let i = firstDue(steps - 1); i < size; i = nextDue(i)) {
    if (isFar[i] === 0) continue;
    for (let o = i * FRAME_STRIDE; o < (i + 1) * FRAME_STRIDE; o++) frame[o] = previous[o];
  }
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
  frame[o + FRAME.state] = stateOf(people, i) + farState(people, i);
  frame[o + FRAME.slope] = people.slope[i];
}

function stateOf({ intent, isWalking, isStopping }: Population, i: number): number {
  if (intent[i] === INTENT.gone) return FRAME_STATE.gone;
  if (isWalking[i] === 0) return FRAME_STATE.standing;
  return isStopping[i] === 1 ? FRAME_STATE.stopping : FRAME_STATE.walking;
}

function farState({ isFar, updatedAt }: Population, i: number): number {
  return isFar[i] === 0 ? 0 : FAR_STATE * (1 + (updatedAt[i] & STEP_MASK));
}

/** State of an agent in a frame, one of {@link FRAME_STATE}, whether it is far or not. */
export function frameState(frame: Float32Array, i: number): number {
  return frame[i * FRAME_STRIDE + FRAME.state] % FAR_STATE;
}

/**
 * Steps since the last update of a far agent, −1 for a near one. The numbers of a far agent in a frame are those of its last
 * update; since then, it has walked on at its heading and speed.
 *
 * @param steps number of the frame's step
 */
export function stepsSinceUpdate(frame: Float32Array, i: number, steps: number): number {
  const updatedAt = Math.floor(frame[i * FRAME_STRIDE + FRAME.state] / FAR_STATE) - 1;
  return updatedAt < 0 ? -1 : (steps - updatedAt) & STEP_MASK;
}

/** Distance between two frames from which an agent was set down elsewhere, metres. */
const JUMP_DISTANCE = 1;

/**
 * Interpolates between two consecutive frames. Headings turn the shorter way. An agent that was set down elsewhere is
 * not drawn on the ground between.
 *
 * @param fraction 0 for the first, 1 for the second
 * @param steps number of the second frame's step, `simulation.steps`; needed after `commands.focus`
 */
export function interpolateFrames(
  previous: Float32Array,
  current: Float32Array,
  fraction: number,
  out: Float32Array,
  steps = 0,
): void {
  for (let o = 0; o < current.length; o += FRAME_STRIDE) {
    const i = o / FRAME_STRIDE;
    const since = stepsSinceUpdate(previous, i, steps - 1);
    if (since >= 0) {
      extrapolate(previous, i, since + fraction, out);
      continue;
    }
    const dx = current[o + FRAME.x] - previous[o + FRAME.x];
    const dz = current[o + FRAME.z] - previous[o + FRAME.z];
    const t = dx * dx + dz * dz > JUMP_DISTANCE * JUMP_DISTANCE ? 1 : fraction;
    for (let k = 0; k < FRAME_STRIDE; k++) {
      const from = previous[o + k];
      out[o + k] = from + (current[o + k] - from) * t;
    }
    const from = previous[o + FRAME.heading];
    out[o + FRAME.heading] = wrapAngle(from + wrapAngle(current[o + FRAME.heading] - from) * t);
    out[o + FRAME.state] = frameState(current, i);
  }
}

/** Writes the state of a far agent some steps after its last update. */
function extrapolate(frame: Float32Array, i: number, steps: number, out: Float32Array): void {
  const o = i * FRAME_STRIDE;
  for (let k = 0; k < FRAME_STRIDE; k++) out[o + k] = frame[o + k];
  const way = frame[o + FRAME.speed] * steps * STEP_SECONDS;
  const [sin, cos] = sinCos(frame[o + FRAME.heading]);
  out[o + FRAME.x] += way * sin;
  out[o + FRAME.y] += way * frame[o + FRAME.slope];
  out[o + FRAME.z] += way * cos;
  out[o + FRAME.distance] += way;
  out[o + FRAME.state] = frameState(frame, i);
}
