import {
  type ClipRegistry,
  type GaitClip,
  STOP_LAST_SPEED,
  STOP_PLAYBACK,
  STOP_SHARES,
  type StopClip,
  type StopEntry,
  secondsToEnd,
} from '../../render/characters/index.js';
import { BRAKING_RATE, brakingDistance, LEAST_BRAKING } from '../../simulate/index.js';
import type { FootSampler, SampledFoot } from '../feet/foot-sampler.js';

/** Seconds of the walk from one entry into `walk_stop` to the next. */
const ENTRY_EVERY = 1 / 16;
/** Mean distance of the feet from those of the walk above which a frame is no entry, metres at scale 1. */
const MOST_APART = 0.2;
/** Ground that a clip covers at least if it comes from a walk, metres at scale 1. */
const LEAST_DISTANCE = 0.2;
/** Rest of the way that takes long and shows nothing, metres at scale 1. */
const LAST_DISTANCE = 0.02;

/**
 * Finds the frames of `walk_stop` that follow from each phase of the walk, by the positions of the feet and the ground
 * speed under the standing one.
 *
 * @returns undefined without such a clip, or if no walk leads to it
 */
export function createStopClip(
  clips: ClipRegistry,
  walk: GaitClip,
  sampler: FootSampler,
): StopClip | undefined {
  const clip = clips.tryFind('walk_stop');
  if (clip === undefined || walk.clip < 0 || clips.infos[clip].loop) return undefined;
  const { duration, frameCount } = clips.infos[clip];
  const covered = sampler.groundCovered(clip);
  const whole = covered[frameCount - 1];
  if (whole < LEAST_DISTANCE) return undefined;
  const secondsOf = (frame: number): number => (frame * duration) / frameCount;
  const standsFrom = covered.findIndex((metres) => metres > whole - LAST_DISTANCE);
  const walking = clips.infos[walk.clip].duration;
  const count = Math.ceil(walking / ENTRY_EVERY);
  const entries = Array.from({ length: count }, (_, k): StopEntry => {
    const seconds = (k / count) * walking;
    let frame = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let f = 0; f < standsFrom; f++) {
      const apart = feetApart(sampler, walk.clip, seconds, clip, secondsOf(f));
      if (apart >= least) continue;
      frame = f;
      least = apart;
    }
    return {
      seconds: secondsOf(frame),
      distance: least < MOST_APART ? whole - covered[frame] : 0,
      walkingSeconds: secondsOf(standsFrom - frame),
    };
  });
  return { clip, seconds: secondsToEnd(clips.infos[clip]), entries };
}

/**
 * Computes the playback speed of `walk_stop` for a character that stops.
 *
 * @param speed metres a second
 * @returns undefined where it covers too little or too much ground from there
 */
export function fitStop(entry: StopEntry, speed: number, scale: number): number | undefined {
  const share = (entry.distance * scale) / brakingDistance(speed);
  if (share < STOP_SHARES.least || share > STOP_SHARES.most) return undefined;
  const seconds = brakingSeconds(speed) - brakingSeconds(STOP_LAST_SPEED);
  return Math.min(STOP_PLAYBACK.fastest, Math.max(STOP_PLAYBACK.slowest, entry.walkingSeconds / seconds));
}

const first: SampledFoot = { x: 0, y: 0, z: 0, stands: false };
const second: SampledFoot = { x: 0, y: 0, z: 0, stands: false };

/** Distance between the feet in two clips, metres at scale 1. */
function feetApart(sampler: FootSampler, a: number, aSeconds: number, b: number, bSeconds: number): number {
  let sum = 0;
  for (const foot of [0, 1] as const) {
    sampler.sampleClip(a, aSeconds, foot, first);
    sampler.sampleClip(b, bSeconds, foot, second);
    sum += (first.x - second.x) ** 2 + (first.y - second.y) ** 2 + (first.z - second.z) ** 2;
  }
  return Math.sqrt(sum / 2);
}

/** Seconds that a braking agent takes to stand, from a speed in metres a second. */
function brakingSeconds(speed: number): number {
  const last = LEAST_BRAKING / BRAKING_RATE;
  return Math.log(Math.max(1, speed / last)) / BRAKING_RATE + Math.min(speed, last) / LEAST_BRAKING;
}
