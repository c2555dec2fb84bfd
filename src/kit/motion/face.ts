import { multiply, rotationX, rotationY } from '../math/quaternion.js';
import { clamp, mix } from '../math/shaping.js';
import { LIDS_CLOSED } from '../skeleton/weights.js';
import type { Figure } from './figure.js';
import type { Channel, Key } from './keys.js';
import { FRAME_RATE, type Motion } from './motion.js';

/** Facial animation of a clip. Eyes, mouth and brows are at rest at both ends of the clip. */
export interface Expression {
  /** Seconds at which the eyes begin to close. */
  readonly blinks: readonly number[];
  /** Seconds at which the eyes move, and where they look then: to the wearer's left and down, −1 to 1. */
  readonly looks?: readonly (readonly [seconds: number, left: number, down: number])[];
  /** Closure of the eyes between blinks, 0 (open) to 1 (closed). @default 0 */
  readonly drowsy?: number;
  /** Seconds, and the opening of the mouth, 0 to 1. */
  readonly mouth?: readonly Key[];
  /** Seconds, and the height of the brows, −1 to 1. */
  readonly brows?: readonly Key[];
}

/** Bones of {@link poseFace}. */
export const FACE_BONES: ReadonlySet<string> = new Set(['jaw', 'eyes', 'lids', 'brows']);

/** Turns, degrees: an open mouth, a look aside and one down, raised brows. */
const TURNS = { mouth: 5.5, aside: 2.1, down: 0.9, brows: -3 };

/** Frames since a blink began, and how far the eyes are closed: for 0.1 s completely. They open more slowly. */
const BLINK: readonly Key[] = [
  [0, 0],
  [2, 1],
  [5, 1],
  [9, 0],
];
/** Frames that eyes take from one point to the next. */
const SACCADE = 2;
/** Closure of the lids at the lowest look, 0 to 1. */
const LID_FOLLOWS = 0.3;

/** Returns a channel with straight lines between keys at whole frames, which a file stores as few numbers. */
function straight(keys: readonly Key[]): Channel {
  const frames = keys.map(([seconds, value]): Key => [Math.round(seconds * FRAME_RATE), value]);
  return (seconds) => {
    const frame = seconds * FRAME_RATE;
    const next = frames.findIndex(([at]) => at > frame);
    if (next < 0) return frames.at(-1)?.[1] ?? 0;
    if (next === 0) return frames[0][1];
    const [[from, a], [to, b]] = [frames[next - 1], frames[next]];
    return mix(a, b, (frame - from) / (to - from));
  };
}

/** Returns the keys of something that changes at once, in the frames of a saccade. */
function held(moves: readonly Key[]): Key[] {
  return moves.flatMap(([seconds, value], i): Key[] => [
    [seconds, moves[i - 1]?.[1] ?? 0],
    [seconds + SACCADE / FRAME_RATE, value],
  ]);
}

/** Adds a face to a motion of the body. */
export function withFace(motion: Motion, expression: Expression): Motion {
  const { blinks, looks = [], drowsy = 0, mouth = [], brows = [] } = expression;
  const closed = straight(
    blinks.flatMap((from) => BLINK.map(([frame, value]): Key => [from + frame / FRAME_RATE, value])),
  );
  const left = straight(held(looks.map(([seconds, aside]) => [seconds, aside])));
  const down = straight(held(looks.map(([seconds, , below]) => [seconds, below])));
  const opening = straight(mouth);
  const height = straight(brows);
  const pose = (figure: Figure, seconds: number): void => {
    motion.pose(figure, seconds);
    const lowered = drowsy + LID_FOLLOWS * clamp(down(seconds));
    figure.set('lids', rotationX(LIDS_CLOSED * mix(lowered, 1, closed(seconds))));
    // Behind closed lids, irises are in the middle, where the lids cover them.
    const seen = 1 - closed(seconds);
    figure.set(
      'eyes',
      multiply(rotationY(TURNS.aside * seen * left(seconds)), rotationX(TURNS.down * seen * down(seconds))),
    );
    figure.set('jaw', rotationX(TURNS.mouth * opening(seconds)));
    figure.set('brows', rotationX(TURNS.brows * height(seconds)));
  };
  return { ...motion, pose };
}

/** Seconds since a phrase began, and the opening of the mouth: seven syllables. */
const PHRASE: readonly Key[] = [
  [0, 0],
  [2, 0.7],
  [5, 0.15],
  [7, 1],
  [11, 0.1],
  [13, 0.6],
  [15, 0.2],
  [18, 0.9],
  [22, 0],
  [25, 0.5],
  [27, 0.2],
  [30, 0.8],
  [34, 0],
];

/** Returns the keys of a mouth that speaks. Phrases take 1.2 s; `volume` scales how far it opens. */
export function speech(volume: number, ...starts: readonly number[]): Key[] {
  return starts.flatMap((from) =>
    PHRASE.map(([frame, opening]): Key => [from + frame / FRAME_RATE, volume * opening]),
  );
}
