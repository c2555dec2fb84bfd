import { CrowdError } from '../../errors/index.js';
import type { Characters } from './characters.js';
import type { LoopMode } from './clip-registry.js';
import { type ClipId, checkSpeed } from './clip-request.js';
import { type UpperPlayback, upperWeight } from './layer-table.js';

/** Playback options of a clip of the upper body. */
export interface UpperClipOptions {
  /**
   * Fade in, or out if the clip is null; seconds.
   *
   * @default 0.25
   */
  readonly fade?: number;
  /**
   * Playback speed, above 0.
   *
   * @default 1
   */
  readonly speed?: number;
  /**
   * `mask` replaces the motion of arms and trunk by the clip; `additive` adds the clip's motion since its first frame, as
   * three's `AdditiveAnimationBlendMode` does.
   *
   * @default 'mask'
   */
  readonly blend?: 'mask' | 'additive';
  /**
   * True if it repeats.
   *
   * @default 'clip'
   */
  readonly loop?: LoopMode;
}

const DEFAULT_FADE = 0.25;

/**
 * Plays a clip from the waist up, over the clip of the legs; null fades the present one out.
 *
 * @throws {UnknownClipError} for a clip that does not exist
 * @throws {CrowdError} for invalid options
 */
export function setUpperClip(
  { table, clips }: Pick<Characters, 'table' | 'clips'>,
  indices: readonly number[],
  clip: ClipId | null,
  options: UpperClipOptions,
  now: number,
): void {
  const { fade = DEFAULT_FADE, speed = 1, blend = 'mask', loop = 'clip' } = options;
  if (!(fade >= 0 && Number.isFinite(fade))) {
    throw new CrowdError(`fade is ${fade}; give seconds, 0 or more.`);
  }
  checkSpeed(speed);
  if (blend !== 'mask' && blend !== 'additive') {
    throw new CrowdError(`blend is "${String(blend)}"; give 'mask' or 'additive'.`);
  }
  const number = clip === null ? undefined : clips.find(clip, loop);
  const layers = table.useLayers();
  for (const i of indices) {
    const present = layers.upper(i);
    if (number !== undefined) {
      const isAdditive = blend === 'additive';
      layers.setUpper(i, { clip: number, isAdditive, start: now, speed, fadeStart: now, fadeSeconds: fade });
    } else if (present) layers.setUpper(i, fade > 0 ? fadedOut(present, fade, now) : undefined);
  }
}

/** The clip fading out from its present weight. */
function fadedOut(present: UpperPlayback, fade: number, now: number): UpperPlayback {
  const weight = upperWeight(present, now);
  return { ...present, fadeStart: now - (1 - weight) * fade, fadeSeconds: -fade };
}
