import { CrowdError } from '../errors/index.js';
import type { MotionState } from '../motion/index.js';
import type { CharactersState } from './characters/index.js';
import type { CrowdDependencies } from './crowd-dependencies.js';
import { packState, type State, unpackState } from './pack-state.js';
import type { LooksState } from './poses/look-targets.js';

interface CrowdState {
  readonly seconds: number;
  readonly characters: CharactersState;
  readonly looks: LooksState;
  readonly motion: MotionState | null;
}

/**
 * A crowd's state as bytes.
 *
 * @param now returns the crowd's present time, seconds
 * @throws {CrowdError} where the crowd is moved by something that cannot be saved
 */
export async function saveCrowd(
  { characters, lookTargets, mover }: CrowdDependencies,
  now: () => number,
): Promise<ArrayBuffer> {
  // Everything is of this moment; only the worker answers later.
  const motion = mover?.takeState() ?? null;
  const state = { seconds: now(), characters: characters.takeState(), looks: lookTargets.takeState() };
  const saved: CrowdState = { ...state, motion: await motion };
  return packState(saved as unknown as State);
}

/**
 * Takes a state over; heroes are instances afterwards. Returns the crowd's time.
 *
 * @throws {CrowdError} for bytes that are no saved crowd, or that of other clips or without motion; nothing is changed then
 * @throws {UnknownPartError} where somebody wears a part that the crowd lacks
 */
export function restoreCrowd(
  { characters, lookTargets, mover, heroes }: CrowdDependencies,
  saved: ArrayBuffer,
): number {
  const state = unpackState(saved) as unknown as CrowdState;
  if ((state.motion === null) !== (mover === undefined)) {
    throw new CrowdError(
      `The saved crowd ${state.motion ? 'walked' : 'stayed where it was put'}, and this one ` +
        `${mover ? 'walks' : 'does not'}. Make it with the same option \`motion\` as the one that was saved.`,
    );
  }
  mover?.checkRestorable();
  characters.checkState(state.characters);
  heroes.remove('all');
  characters.restoreState(state.characters);
  lookTargets.restoreState(state.looks);
  if (state.motion) mover?.restoreState(state.motion);
  return state.seconds;
}
