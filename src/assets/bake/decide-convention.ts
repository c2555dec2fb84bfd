import { CLIP_NAMES } from '../../protocol/index.js';
import { chooseConvention, type RetargetConvention } from '../../rig/index.js';
import type { Model } from '../model/model.js';
import type { SourceClip } from './source-clips.js';

/** Options of the choice. */
export interface DecideOptions {
  /** Clips that characters play: what clones load as well as instances. @default all of them */
  readonly played?: readonly string[];
  /** Address of the file whose rest pose the clips are made for. @default that in the clips' own files */
  readonly reference?: string | undefined;
}

/** Conventions of loaded files, by the rest reference of the clips. */
const chosen = new WeakMap<Pick<Model, 'skeleton'>, Map<string, RetargetConvention>>();

/**
 * Chooses how clips are retargeted, and says so in a debug message where it makes a difference. Clones and instances choose
 * alike: both look at the clips that characters play, and what was chosen once for a loaded file and its rest reference
 * holds for every crowd of it.
 */
export function decideConvention(
  clips: readonly SourceClip[],
  model: Pick<Model, 'skeleton' | 'url'>,
  { played, reference = '' }: DecideOptions = {},
): RetargetConvention {
  const known = chosen.get(model) ?? new Map<string, RetargetConvention>();
  const earlier = known.get(reference);
  if (earlier) return earlier;
  const ofPlayed = CLIP_NAMES.filter((name) => played?.includes(name)).flatMap((name) =>
    clips.filter(({ clip }) => clip.name === name),
  );
  const { convention, difference, misfit, isSame } = chooseConvention(
    ofPlayed.length > 0 ? ofPlayed : clips,
    model.skeleton,
  );
  chosen.set(model, known.set(reference, convention));
  if (!isSame) {
    const [other] = (['pose-matched', 'rest-relative'] as const).filter((name) => name !== convention);
    const millimetres = (metres: number): string => `${Math.round(metres * 1000)} mm`;
    console.debug(
      `three-crowd: nothing to do. Clips of ${model.url} are retargeted ${convention} (feet and ` +
        `symmetry off by ${millimetres(misfit[convention])}; ${other} ${millimetres(misfit[other])}; up to ` +
        `${millimetres(difference)} apart). The option retarget chooses.`,
    );
  }
  return convention;
}
