import type { GpuSimulation } from '../simulate/gpu/index.js';
import type { RunningSimulation, SimulationDriver, TimedSimulation } from '../simulate/index.js';
import type { BuildCrowdOptions, CreatedSimulation, GpuFallback } from './build-crowd-options.js';
import { type Characters, gaitClip, type StopClip } from './characters/index.js';
import type { ClipFeet } from './clip-feet.js';
import type { GpuWalkers, WalkingGpu } from './drawing/index.js';
import type { CharacterMover, StepFollower } from './motion/index.js';

/**
 * Milliseconds that a step may take on a GPU that nobody asked for: a tenth of the time that it stands for, so that most of
 * the GPU is left to drawing.
 */
const MAX_GPU_STEP = 5;

/** What moves people, before it is known to the drawing. */
export interface Simulated extends CreatedSimulation {
  /** What the drawing needs to move them on the GPU; undefined where a simulation in JavaScript moves them. */
  readonly walkers: GpuWalkers | undefined;
}

/** Starts the download of what sets feet on the ground and moves people; whoever needs it sees its failure. */
export function preloadMotion(): void {
  import('./motion/index.js').catch(() => {});
}

/** Makes the simulation, if the crowd is to move. */
export async function createSimulated(
  { clips }: Characters,
  clipFeet: ClipFeet,
  gpu: WalkingGpu,
  { createSimulation, characters: people }: BuildCrowdOptions,
): Promise<Simulated | undefined> {
  if (!createSimulation) return undefined;
  const { groundSpeed } = clipFeet;
  const walk = gaitClip('walk', clips, groundSpeed);
  const created = await createSimulation(walk.speed, gpu);
  const { simulation } = created;
  if (!isOnGpu(simulation)) return { ...created, walkers: undefined };
  people.forEach(({ idle_variant }, i) => {
    simulation.agents.setIdle(i, clips.findIdle(idle_variant) ?? -1);
  });
  const jog = gaitClip('jog', clips, groundSpeed);
  const stop = await findStopClip(clips, clipFeet);
  return { ...created, walkers: { simulation, walk, jog, stop } };
}

/** What those who come to a stop play; undefined where the rig has no such clip, or no legs that can be found. */
async function findStopClip(
  clips: Characters['clips'],
  { groundSpeed, sampler }: ClipFeet,
): Promise<StopClip | undefined> {
  const feet = await sampler();
  if (!feet) return undefined;
  const { createStopClip } = await import('./motion/index.js');
  return createStopClip(clips, gaitClip('walk', clips, groundSpeed), feet);
}

/**
 * Brings a simulation and the characters together, once they are drawn. The code for it is downloaded only where somebody
 * is to move.
 */
export async function createMover(
  characters: Characters,
  clipFeet: ClipFeet,
  { simulation, personOf, fallback }: Simulated,
  { groundHeight, onWarning = console.warn }: BuildCrowdOptions,
): Promise<CharacterMover> {
  const { CharacterMover, FootPlanting, StepFollower } = await import('./motion/index.js');
  const { groundSpeed, sampler } = clipFeet;
  const createFollower = async (running: RunningSimulation): Promise<StepFollower> => {
    const feetOfClips = await sampler();
    const feet = feetOfClips && new FootPlanting(characters.table, feetOfClips, running.size, groundHeight);
    const { clips } = characters;
    const stop = await findStopClip(clips, clipFeet);
    const standing = feetOfClips && clips.tryFind('idle');
    const walk = gaitClip('walk', clips, groundSpeed);
    if (standing !== undefined && walk.clip >= 0) feetOfClips?.measureShortStrides(walk.clip, standing);
    return new StepFollower({ characters, simulation: running, groundSpeed, stop, standing, feet });
  };
  const chosen = isOnGpu(simulation) && fallback ? await keepIfQuick(simulation, fallback) : simulation;
  const follower = isRunning(chosen) ? await createFollower(chosen) : undefined;
  const gpu =
    isOnGpu(chosen) && fallback ? { simulation: chosen, fallback, createFollower, onWarning } : undefined;
  return new CharacterMover({ characters, simulation: chosen, personOf, follower, gpu, onWarning });
}

/** The simulation on the GPU; another one where nobody asked for the GPU and it takes long for a step. */
async function keepIfQuick(
  simulation: GpuSimulation,
  { isAutomatic, createDriver }: GpuFallback,
): Promise<GpuSimulation | SimulationDriver> {
  if (!isAutomatic) return simulation;
  const milliseconds = (await simulation.device?.measureStep(MAX_GPU_STEP)) ?? Number.POSITIVE_INFINITY;
  if (milliseconds <= MAX_GPU_STEP) return simulation;
  simulation.isOver = true;
  return createDriver();
}

function isOnGpu(simulation: TimedSimulation): simulation is GpuSimulation {
  return 'agents' in simulation;
}

function isRunning(simulation: TimedSimulation): simulation is RunningSimulation {
  return 'current' in simulation;
}
