import {
  AGENT,
  type AgentTable,
  agentNumber,
  type GpuSimulation,
  type GpuState,
  UNKNOWN_GAIT,
} from '../../simulate/gpu/index.js';
import { FRAME, FRAME_STATE, FRAME_STRIDE, type SimulationDriver } from '../../simulate/index.js';
import {
  type Characters,
  type CharacterTable,
  createAnimationState,
  FADE_SECONDS,
  fadeWeight,
  GAIT,
} from '../characters/index.js';
import type { Arrival } from './gpu-entrance.js';
import { isShortened } from './short-strides.js';
import type { FollowerState, StepFollower } from './step-follower.js';

/** Who takes people over from the GPU. */
export interface GpuTakeoverOptions {
  readonly table: CharacterTable;
  readonly from: GpuSimulation;
  /** Another simulation of the same scenario, … */
  readonly to: SimulationDriver;
  /** … and what follows it. */
  readonly follower: StepFollower;
}

/**
 * Lets people go on in another simulation, from where the GPU has them: asks it once, and holds them for as long as it
 * takes to answer. What was asked of them meanwhile is told to the other simulation.
 *
 * @param now returns the crowd's seconds
 */
export async function takeOverFromGpu(
  { table, from, to, follower }: GpuTakeoverOptions,
  now: () => number,
): Promise<void> {
  const { rebasedSeconds } = table;
  const state = await from.stop();
  to.restoreState(state);
  to.timeScale = from.timeScale;
  // Clips are timed by the clock of the crowd, which may have been moved back meanwhile.
  writeAnimations(state, table, table.rebasedSeconds - rebasedSeconds);
  writeGone(state, table);
  follower.restoreState(followerStateOf(state, from.timeScale));
  follower.follow(true, 0, now(), new Set(), undefined, undefined);
  from.isOver = true;
  for (const command of from.takeCommands()) {
    if (command.kind === 'add') follower.begin(command.person);
    to.apply(command);
  }
}

/** Who takes people over from a worker. */
export interface WorkerTakeoverOptions {
  readonly characters: Characters;
  readonly from: SimulationDriver;
  /** What has followed it. */
  readonly follower: StepFollower;
  /** Where people go on, and from which state. */
  readonly arrival: Pick<Arrival, 'simulation' | 'state'>;
}

/**
 * Lets people go on on the GPU, from where a worker that has stopped has them. What was asked of them meanwhile is told to the
 * GPU.
 *
 * @param now the crowd's seconds
 */
export function takeOverFromWorker(
  { characters, from, follower, arrival }: WorkerTakeoverOptions,
  now: number,
): void {
  const { simulation: to, state } = arrival;
  const { previous, current } = from;
  to.resume({ snapshot: state.snapshot, shown: { previous, current, steps: state.snapshot.steps } });
  to.timeScale = from.timeScale;
  readAnimations(to.agents, characters, follower.takeState(), now);
  follower.feet?.leaveAll();
  for (const command of from.takeCommands()) to.apply(command);
  from.dispose();
}

/** Clips and fades, which shaders go on with. To be called at the end of a step. */
function readAnimations(
  { numbers: agents, size }: AgentTable,
  { table, clips }: Characters,
  { walkCycle: { gaits, stoodSteps, offsets, offsetClips } }: FollowerState,
  now: number,
): void {
  const animation = createAnimationState();
  for (let i = 0; i < size; i++) {
    if (table.isFree(i)) continue;
    table.animation(i, animation);
    if (isShortened(animation)) {
      // Shaders take whole strides: the walk comes in wholly, from where it is.
      animation.fadeStart = now - fadeWeight(animation, now) * FADE_SECONDS.toWalk;
      animation.fadeSeconds = FADE_SECONDS.toWalk;
    }
    const { clip, start, speed, oldClip, oldStart, oldSpeed, fadeStart, fadeSeconds } = animation;
    const isStopping = gaits[i] === GAIT.stopping && offsetClips[i] === clip;
    const seconds = (now - start) * speed;
    agents.set([clip, start, speed, isStopping ? offsets[i] : seconds], agentNumber(i, AGENT.clip));
    agents.set([oldClip, oldStart, oldSpeed, fadeStart], agentNumber(i, AGENT.oldClip));
    // Whose clip is no gait's stands, until they walk.
    const isGait = clips.infos[clip].speed > 0 || isStopping;
    const gait = isGait ? gaits[i] : GAIT.standing;
    agents.set([gait, stoodSteps[i], fadeSeconds, 0], agentNumber(i, AGENT.gait));
  }
}

/** Clips and fades, which shaders have set by how fast people are. */
function writeAnimations({ agents, shown }: GpuState, table: CharacterTable, shift: number): void {
  const size = shown.current.length / FRAME_STRIDE;
  for (let i = 0; i < size; i++) {
    const gait = agentNumber(i, AGENT.gait);
    if (table.isFree(i) || agents[gait] === UNKNOWN_GAIT) continue;
    const clip = agentNumber(i, AGENT.clip);
    const old = agentNumber(i, AGENT.oldClip);
    table.setAnimation(i, {
      clip: agents[clip],
      start: agents[clip + 1] - shift,
      speed: agents[clip + 2],
      oldClip: agents[old],
      oldStart: agents[old + 1] - shift,
      oldSpeed: agents[old + 2],
      fadeStart: agents[old + 3] - shift,
      fadeSeconds: agents[gait + 2],
    });
  }
}

/** Where those stand who are gone from the simulation, and drawn all the same: nobody follows them. */
function writeGone({ shown: { current } }: GpuState, table: CharacterTable): void {
  for (let i = 0; i < current.length / FRAME_STRIDE; i++) {
    const o = i * FRAME_STRIDE;
    if (current[o + FRAME.state] !== FRAME_STATE.gone || table.isFree(i)) continue;
    const heading = current[o + FRAME.heading];
    const [x, y, z] = [current[o + FRAME.x], current[o + FRAME.y], current[o + FRAME.z]];
    table.setStepEnd(i, x, y, z, Math.sin(heading), Math.cos(heading));
  }
}

function followerStateOf({ agents, shown }: GpuState, playedTimeScale: number): FollowerState {
  const size = shown.current.length / FRAME_STRIDE;
  const gaits = new Uint8Array(size);
  const stoodSteps = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    const gait = agentNumber(i, AGENT.gait);
    gaits[i] = agents[gait] === UNKNOWN_GAIT ? GAIT.walking : agents[gait];
    stoodSteps[i] = agents[gait + 1];
  }
  const offsets = new Float64Array(size);
  // Where the clips of those who walk on stand is read from the rows.
  const offsetClips = new Int16Array(size).fill(-1);
  for (let i = 0; i < size; i++) {
    if (gaits[i] !== GAIT.stopping) continue;
    const clip = agentNumber(i, AGENT.clip);
    offsetClips[i] = agents[clip];
    offsets[i] = agents[clip + 3];
  }
  return {
    playedTimeScale,
    paces: 0,
    walkCycle: { gaits, stoodSteps, offsets, offsetClips, holds: new Uint8Array(size) },
    hasMoved: new Uint8Array(size).fill(1),
    feet: null,
  };
}
