import { type Characters, GaitClips } from '../render/characters/index.js';
import type { CreateSimulation } from './create-simulation.js';
import type { FootSampler } from './feet/foot-sampler.js';
import type { StepFollower } from './follower/step-follower.js';
import type { SteadyGround } from './ground.js';
import type { Mover } from './mover.js';

/** Ground speeds and feet of the clips. */
export interface ClipFeet {
  /** Ground that a clip covers at playback speed 1, metres a second at scale 1. */
  groundSpeed(clip: number): number;
  /** Downloads and measures the feet at the first call. Undefined for a rig without legs that can be found. */
  sampler(): Promise<FootSampler | undefined>;
}

interface MoverSettings {
  /** @default even ground at height 0 */
  readonly ground?: SteadyGround | undefined;
  /** @default console.warn */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Starts the download of the simulation and of all that moves characters. Callers that need it get its errors. */
export function preloadMotion(): void {
  import('../simulate/worker/index.js').catch(() => {});
  import('./walking.js').catch(() => {});
}

/** Creates the simulation of a crowd and connects it with the characters. */
export async function createMover(
  characters: Characters,
  clipFeet: ClipFeet,
  createSimulation: CreateSimulation,
  { ground, onWarning }: MoverSettings,
): Promise<Mover> {
  const walking = import('./walking.js');
  // Awaited below, after what may fail before it.
  walking.catch(() => {});
  const { clips } = characters;
  const gaits = new GaitClips(clips, clipFeet.groundSpeed);
  const created = await createSimulation((walkClip) => gaits.walkNamed(walkClip).speed);
  const { simulation } = created;
  try {
    const { createStopClip, FootPlanting, Mover: MoverClass, StepFollower: Follower } = await walking;
    const sampler = await clipFeet.sampler();
    const feet = sampler && new FootPlanting(characters.table, sampler, simulation.size, ground);
    const follower: StepFollower = new Follower({
      characters,
      simulation,
      gaits,
      stop: sampler && createStopClip(clips, gaits.walk, sampler),
      standing: sampler && clips.tryFind('idle'),
      feet,
      // The simulation computes the heights of a recipe's terrain itself, in its worker.
      ground: simulation.scenario.terrain?.active ? undefined : ground,
    });
    return new MoverClass({ ...created, characters, follower, onWarning });
  } catch (error) {
    simulation.dispose?.();
    throw error;
  }
}
