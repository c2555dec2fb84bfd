import { chooseConvention, type RetargetConvention } from '../../rig/index.js';
import type { Warn } from '../fetch/warn.js';
import type { Model } from '../model/model.js';
import type { SourceClip } from './source-clips.js';

/** Ratio of the two misfits from which on they say too little to choose by. */
const UNCLEAR_RATIO = 2 / 3;

/**
 * Chooses how clips are retargeted where no bone texture shows it. Says so where it makes a difference: in a debug message, or
 * in a warning where the choice is unclear.
 */
export function decideConvention(
  clips: readonly SourceClip[],
  { skeleton, url }: Pick<Model, 'skeleton' | 'url'>,
  warn: Warn,
): RetargetConvention {
  const { convention, difference, misfit, isSame } = chooseConvention(clips, skeleton);
  if (isSame) return convention;
  const [other] = (['pose-matched', 'rest-relative'] as const).filter((name) => name !== convention);
  const millimetres = (metres: number): string => `${Math.round(metres * 1000)} mm`;
  const choice =
    `Clips of ${url} are retargeted ${convention} (feet and symmetry off by ${millimetres(misfit[convention])}; ${other} ` +
    `${millimetres(misfit[other])}; up to ${millimetres(difference)} apart).`;
  const misfits = Object.values(misfit);
  if (Math.min(...misfits) >= UNCLEAR_RATIO * Math.max(...misfits)) {
    warn(
      `${choice} That is a guess: give the option retarget, '${other}' if characters stand wrong, '${convention}' if not.`,
    );
  } else console.debug(`three-crowd: nothing to do. ${choice} The option retarget chooses.`);
  return convention;
}
