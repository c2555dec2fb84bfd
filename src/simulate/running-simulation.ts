import type { SimulationCommands } from './commands/simulation-commands.js';
import type { Scenario } from './population/scenario.js';
import type { EventKind } from './world/world.js';

/** An event of an agent. */
export interface SimulationEvent {
  readonly kind: EventKind;
  readonly person: number;
  /** Seconds since the start. */
  readonly time: number;
}

/** A simulation that advances with time, in this thread or in a worker. */
export interface TimedSimulation {
  readonly scenario: Scenario;
  /** Number of places for people in a frame. Some are free where people have left, and where people were added. */
  readonly size: number;
  /** Commands to the agents. */
  readonly commands: SimulationCommands;
  /** Simulated seconds per second; 0 stops the time. @default 1 */
  timeScale: number;
  /** Simulated seconds since the start. */
  readonly time: number;
  /** Fraction of the time of the latest step that has passed, 0 to 1. */
  readonly fraction: number;
  /**
   * Advances the time.
   *
   * @param seconds since the last call; of a long time only the first 0.15 s count
   * @returns number of steps by which the latest state is later than before
   */
  advance(seconds: number): number;
  /** Returns the events since the last call. */
  takeEvents(): readonly SimulationEvent[];
}

/** A simulation with its two latest states: a {@link Simulation} in this thread, or one in a worker. */
export interface RunningSimulation extends TimedSimulation {
  /** The state before `current`; see `FRAME`. */
  readonly previous: Float32Array<ArrayBuffer>;
  /** The latest state; see `FRAME`. */
  readonly current: Float32Array<ArrayBuffer>;
}
