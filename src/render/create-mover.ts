import type { GpuSimulation } from '../simulate/gpu/index.js';
import type { RunningSimulation, TimedSimulation } from '../simulate/index.js';
import type { BuildCrowdOptions, CreatedSimulation } from './build-crowd-options.js';
import { type Characters, gaitClip } from './characters/index.js';
import type { ClipFeet } from './clip-feet.js';
import type { GpuWalkers } from './drawing/index.js';
import type { CharacterMover } from './motion/index.js';

/** What moves people, before it is known to the drawing. */
export interface Simulated extends CreatedSimulation {
  /** What the drawing needs to move them on the GPU; undefined where a simulation in JavaScript moves them. */
  readonly walkers: GpuWalkers | undefined;
}

/** Makes the simulation, if the crowd is to move. */
export async function createSimulated(
  { clips }: Characters,
  { groundSpeed }: ClipFeet,
  canMoveOnGpu: boolean,
  { createSimulation, characters: people }: BuildCrowdOptions,
): Promise<Simulated | undefined> {
  if (!createSimulation) return undefined;
  const walk = gaitClip('walk', clips, groundSpeed);
  const created = await createSimulation(walk.speed, canMoveOnGpu);
  const { simulation } = created;
  if (!isOnGpu(simulation)) return { ...created, walkers: undefined };
  people.forEach(({ idle_variant }, i) => {
    simulation.agents.setIdle(i, clips.findIdle(idle_variant) ?? -1);
  });
  return { ...created, walkers: { simulation, walk, jog: gaitClip('jog', clips, groundSpeed) } };
}

/** Brings a simulation and the characters together. The code for it is downloaded only where somebody is to move. */
export async function createMover(
  characters: Characters,
  { groundSpeed, sampler }: ClipFeet,
  { simulation, personOf }: Simulated,
  { groundHeight }: BuildCrowdOptions,
): Promise<CharacterMover> {
  const { CharacterMover, FootPlanting, StepFollower } = await import('./motion/index.js');
  if (!isRunning(simulation)) {
    return new CharacterMover({ characters, simulation, personOf, follower: undefined });
  }
  const feetOfClips = await sampler();
  const feet = feetOfClips && new FootPlanting(characters.table, feetOfClips, simulation.size, groundHeight);
  const follower = new StepFollower({ characters, simulation, groundSpeed, feet });
  return new CharacterMover({ characters, simulation, personOf, follower });
}

function isOnGpu(simulation: TimedSimulation): simulation is GpuSimulation {
  return 'agents' in simulation;
}

function isRunning(simulation: TimedSimulation): simulation is RunningSimulation {
  return 'current' in simulation;
}
