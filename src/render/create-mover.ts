import type { GpuSimulation } from '../simulate/gpu/index.js';
import type { RunningSimulation, TimedSimulation } from '../simulate/index.js';
import type { BuildCrowdOptions, CreatedSimulation, GpuChoice } from './build-crowd-options.js';
import { type Characters, gaitClip, type StopClip } from './characters/index.js';
import type { ClipFeet } from './clip-feet.js';
import type { GpuWalkers, WalkingGpu } from './drawing/index.js';
import type { CharacterMover, GpuTrial, StepFollower } from './motion/index.js';

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
  characters: Characters,
  clipFeet: ClipFeet,
  gpu: WalkingGpu,
  { createSimulation }: BuildCrowdOptions,
): Promise<Simulated | undefined> {
  if (!createSimulation) return undefined;
  const created = await createSimulation(gaitClip('walk', characters.clips, clipFeet.groundSpeed).speed, gpu);
  const { simulation } = created;
  const walkers = isOnGpu(simulation) ? await walkersOf(simulation, characters, clipFeet) : undefined;
  return { ...created, walkers };
}

/** What the drawing needs to move people on the GPU. */
async function walkersOf(
  simulation: GpuSimulation,
  characters: Characters,
  clipFeet: ClipFeet,
): Promise<GpuWalkers> {
  const { clips } = characters;
  for (const i of characters.indices('all')) {
    const idle = characters.idleClip(i);
    if (idle !== undefined && i < simulation.size) simulation.agents.setIdle(i, clips.find(idle));
  }
  const walk = gaitClip('walk', clips, clipFeet.groundSpeed);
  const jog = gaitClip('jog', clips, clipFeet.groundSpeed);
  return { simulation, walk, jog, stop: await findStopClip(clips, clipFeet) };
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

/** What can let people walk on the GPU. */
export interface WalkingDrawing {
  /** The GPU that they would walk on now. */
  walkingGpu(): WalkingGpu;
  walk(walkers: GpuWalkers): Promise<void>;
}

/**
 * Brings a simulation and the characters together, once they are drawn. The code for it is downloaded only where somebody
 * is to move.
 *
 * @param drawing undefined where it draws clones
 */
export async function createMover(
  characters: Characters,
  clipFeet: ClipFeet,
  { simulation, personOf, gpu: choice }: Simulated,
  drawing: WalkingDrawing | undefined,
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
  let chosen = simulation;
  if (isOnGpu(simulation)) {
    await simulation.prepare(nextTask);
    if (choice?.isAutomatic && !(await isQuick(simulation))) {
      simulation.isOver = true;
      chosen = choice.createDriver();
    }
  }
  const follower = isRunning(chosen) ? await createFollower(chosen) : undefined;
  // A GPU that is too slow for so many is so for more.
  const mayTry = choice?.isAutomatic && drawing && chosen === simulation;
  const gpu = choice && {
    simulation: isOnGpu(chosen) ? chosen : undefined,
    choice,
    trial: mayTry ? createTrial(characters, clipFeet, choice, drawing) : undefined,
    createFollower,
  };
  return new CharacterMover({ characters, simulation: chosen, personOf, follower, gpu, onWarning });
}

/** How the GPU is tried for people who have become too many for their worker. */
function createTrial(
  characters: Characters,
  clipFeet: ClipFeet,
  { prefers, createOnGpu }: GpuChoice,
  drawing: WalkingDrawing,
): GpuTrial {
  return {
    isWorthwhile: () => prefers(characters.size, drawing.walkingGpu()),
    createOnGpu: async (state) => {
      const simulation = await createOnGpu(state);
      if (typeof simulation === 'string' || !isOnGpu(simulation)) return undefined;
      await simulation.prepare(nextTask);
      await drawing.walk(await walkersOf(simulation, characters, clipFeet));
      return simulation;
    },
    isQuick,
  };
}

/** Whether the GPU takes so little time for a step that drawing has most of it. */
async function isQuick({ device }: GpuSimulation): Promise<boolean> {
  return device !== undefined && (await device.measureStep(MAX_GPU_STEP)) <= MAX_GPU_STEP;
}

/** Lets the page do what is due. A timer would wait for 4 ms. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function isOnGpu(simulation: TimedSimulation): simulation is GpuSimulation {
  return 'agents' in simulation;
}

function isRunning(simulation: TimedSimulation): simulation is RunningSimulation {
  return 'current' in simulation;
}
