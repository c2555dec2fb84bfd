import { resized } from '../math/index.js';
import { applyCommand } from './commands/apply-command.js';
import { checkNumbers, checkTime } from './commands/check-input.js';
import type { Command } from './commands/command.js';
import { SimulationCommands } from './commands/simulation-commands.js';
import { assignGoal } from './goals/assign-goal.js';
import { decide } from './goals/decide.js';
import { createFrame, FRAME_STRIDE, writeChanges, writeFrame, writePerson } from './population/frame.js';
import {
  copyPopulation,
  INTENT,
  Population,
  restorePopulation,
  type StateArray,
} from './population/population.js';
import type { Scenario } from './population/scenario.js';
import { STEP_SECONDS } from './population/steering-options.js';
import type { RunningSimulation, SimulationEvent } from './running-simulation.js';
import { accelerate } from './step/accelerate.js';
import { pushOut, walkRound } from './step/avoid-obstacles.js';
import { avoidWall, pushOffWall } from './step/avoid-walls.js';
import { finishStep } from './step/finish-step.js';
import { avoidBoundary, keepInside } from './step/keep-inside.js';
import { makeWay } from './step/make-way.js';
import type { NeighborGrid } from './step/neighbor-grid.js';
import { seeNeighbors } from './step/see-neighbors.js';
import { clearStepArrays } from './step/step-arrays.js';
import { createStepBuffers, minCellSizeFor, type StepBuffers } from './step/step-buffers.js';
import { turnWishes } from './step/turn.js';
import { stepFar } from './step-far.js';
import { applyFocus, listNear } from './world/focus.js';
import { advanceFormations } from './world/formation.js';
import { Ground } from './world/ground.js';
import { World, type WorldState } from './world/world.js';

/**
 * Longest time that is caught up at once, seconds: after a long frame, or in a hidden tab, agents continue from where
 * they were.
 */
export const MAX_CATCH_UP_SECONDS = 0.15;

/**
 * Mobilities in contacts: agents that press past standing ones give way less than those. Agents that the page moves do
 * not give way. Where pressing agents give way as readily as standing ones (0.25), 85 of the 100 arrive that `sight.ts`
 * counts; at 0.05, some standing agents overlap by up to 9 %.
 */
const WALKING_MOBILITY = 1;
const STANDING_MOBILITY = 0.25;
export const PRESSING_MOBILITY = 0.1;

/**
 * Complete state of a simulation: plain data that can be sent to a worker.
 *
 * @experimental
 */
export interface SimulationSnapshot {
  /** Steps since the start. */
  readonly steps: number;
  /** Commands since the start. */
  readonly commands: number;
  /** Copies of the population's arrays, by name. */
  readonly people: Readonly<Record<string, StateArray>>;
  readonly world: WorldState;
}

/** Options of a simulation. */
export interface SimulationOptions {
  /**
   * Keeps commands, so that `jumpTo` can repeat them. Turn it off for a page that runs for days and moves an obstacle in each
   * frame.
   *
   * @default true
   */
  readonly recordsCommands?: boolean;
}

/**
 * Steps of walking people, a twentieth of a second each, with the same states on every engine and every machine.
 *
 * @example
 * const simulation = createSimulation(response.recipe, response.characters);
 * simulation.advance(delta);
 * interpolateFrames(simulation.previous, simulation.current, simulation.fraction, places);
 */
export class Simulation implements RunningSimulation {
  readonly scenario: Scenario;
  readonly commands: SimulationCommands;
  timeScale = 1;

  readonly #people: Population;
  readonly #world: World;
  #buffers: StepBuffers;
  readonly #ground: Ground;
  readonly #keepClear: (grid: NeighborGrid) => void;
  #previous: Float32Array<ArrayBuffer>;
  #current: Float32Array<ArrayBuffer>;
  #steps = 0;
  /** True until the next step after the focus has changed, and with it which agents are far. */
  #hasNewFocus = false;
  #owed = 0;
  #events: SimulationEvent[] = [];
  /** Commands with the number of steps before each. */
  readonly #history: { steps: number; command: Command }[] = [];
  readonly #recordsCommands: boolean;
  #given = 0;
  readonly #start: SimulationSnapshot;

  constructor(scenario: Scenario, { recordsCommands = true }: SimulationOptions = {}) {
    this.scenario = scenario;
    this.commands = new SimulationCommands((command) => this.apply(command), this);
    this.#people = new Population(scenario.people);
    this.#world = new World(scenario, this.#people, (kind, person) => {
      this.#events.push({ kind, person, time: this.time });
    });
    this.#buffers = createStepBuffers(this.#people, this.#world.boundary);
    this.#ground = new Ground(scenario);
    this.#keepClear = (grid) => {
      const { arrays } = this.#buffers;
      for (const obstacle of this.#world.obstacles.values()) pushOut(obstacle, grid, arrays);
      for (const wall of this.#world.walls) pushOffWall(wall, this.#people, grid, arrays);
      keepInside(this.#world.boundary, grid, arrays);
    };
    scenario.people.forEach(({ goal }, person) => {
      assignGoal(this.#people, person, goal, this.#world);
    });
    const { near } = this.#buffers;
    listNear(this.#people, near);
    this.#ground.measure(this.#people, near);
    this.#current = createFrame(this.size);
    writeFrame(this.#people, this.#current);
    this.#previous = this.#current.slice();
    this.#recordsCommands = recordsCommands;
    this.#start = this.takeSnapshot();
  }

  get size(): number {
    return this.#people.size;
  }

  get time(): number {
    return this.#steps * STEP_SECONDS;
  }

  /** Steps of a twentieth of a second made so far. */
  get steps(): number {
    return this.#steps;
  }

  get previous(): Float32Array<ArrayBuffer> {
    return this.#previous;
  }

  get current(): Float32Array<ArrayBuffer> {
    return this.#current;
  }

  get fraction(): number {
    return this.#owed / STEP_SECONDS;
  }

  /** Executes a command of `commands`. After a jump back, it replaces all later commands. */
  apply(command: Command): void {
    if (this.#recordsCommands) {
      this.#history.length = this.#given;
      this.#history.push({ steps: this.#steps, command });
      this.#given += 1;
    }
    this.#do(command);
  }

  /**
   * Goes to a time, back or ahead, by making the steps from now or from the start: a minute of 1,000 people takes about
   * two seconds. Commands are repeated at their times.
   *
   * @param time seconds since the start
   */
  jumpTo(time: number): void {
    checkNumbers('jumpTo', { time });
    const steps = Math.max(0, Math.round(time / STEP_SECONDS));
    if (steps < this.#steps) this.resume(this.#start);
    while (this.#steps < steps) this.step();
    this.#owed = 0;
    this.#events = [];
  }

  /** Copies the state. A simulation of the same scenario that resumes it goes on to the last bit as this one does. */
  takeSnapshot(): SimulationSnapshot {
    return {
      steps: this.#steps,
      commands: this.#given,
      people: copyPopulation(this.#people),
      world: this.#world.takeState(),
    };
  }

  /** Goes back, or ahead, to a state that was copied. */
  resume(snapshot: SimulationSnapshot): void {
    restorePopulation(this.#people, snapshot.people);
    this.#makeRoom();
    this.#world.restoreState(snapshot.world);
    this.#steps = snapshot.steps;
    this.#world.steps = snapshot.steps;
    this.#given = Math.min(snapshot.commands, this.#history.length);
    this.#owed = 0;
    this.#events = [];
    writeFrame(this.#people, this.#current);
    this.#previous.set(this.#current);
  }

  takeEvents(): readonly SimulationEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** @throws {CrowdError} for a time that is not finite */
  advance(seconds: number): number {
    checkTime(seconds, this.timeScale);
    this.#owed += Math.min(MAX_CATCH_UP_SECONDS, Math.max(0, seconds)) * this.timeScale;
    let steps = 0;
    for (; this.#owed >= STEP_SECONDS; this.#owed -= STEP_SECONDS) {
      this.step();
      steps += 1;
    }
    return steps;
  }

  /** Makes one step of a twentieth of a second. */
  step(): void {
    const people = this.#people;
    const world = this.#world;
    this.#giveAgain();
    const { near, grid, arrays, contacts } = this.#buffers;
    advanceFormations(world.formations, world.paths);
    world.settleObstacles(people);
    listNear(people, near);
    decide(people, near, arrays, world);
    this.#ground.slowDown(people, near);
    grid.sort(people, near);
    for (const obstacle of world.obstacles.values()) walkRound(obstacle, people, grid, arrays);
    turnWishes(people, near, arrays);
    clearStepArrays(arrays, grid.count);
    const { timeHorizon } = world.foresight;
    avoidBoundary(world.boundary, people, grid, arrays, timeHorizon);
    for (const wall of world.walls) avoidWall(wall, people, grid, arrays, timeHorizon);
    seeNeighbors(people, grid, arrays, world.foresight);
    makeWay(people, grid, arrays, world);
    accelerate(people, grid, arrays);
    this.#move();
    contacts.collect(grid);
    contacts.resolve(grid, arrays, this.#keepClear);
    finishStep(people, near, grid, arrays, world.report);
    this.#ground.measure(people, near);
    this.#steps += 1;
    world.steps = this.#steps;
    if (world.focus) {
      stepFar(people, this.#buffers, world, this.#ground, this.#keepClear);
      applyFocus(people, world.focus, this.#steps);
    }
    const oldest = this.#previous;
    this.#previous = this.#current;
    this.#current = oldest;
    if (this.#hasNewFocus) writeFrame(people, oldest);
    else writeChanges(people, oldest, this.#previous, this.#steps);
    this.#hasNewFocus = false;
  }

  /** Repeats the commands of this time that were recorded before a jump back. */
  #giveAgain(): void {
    for (; this.#given < this.#history.length; this.#given++) {
      const { steps, command } = this.#history[this.#given];
      if (steps > this.#steps) return;
      this.#do(command);
    }
  }

  #do(command: Command): void {
    const people = this.#people;
    if (command.kind === 'add' && command.person >= people.size) {
      people.resize(Math.max(command.person + 1, 2 * people.size));
    }
    applyCommand(command, people, this.#world);
    if (command.kind === 'focus') {
      this.#hasNewFocus = true;
      writeFrame(people, this.#current);
    }
    if (command.kind !== 'add') return;
    this.#makeRoom();
    this.#ground.measure(people, { list: Uint32Array.of(command.person), count: 1 });
    for (const frame of [this.#previous, this.#current]) writePerson(people, command.person, frame);
  }

  /** Resizes frames and buffers to the number of agents. */
  #makeRoom(): void {
    const people = this.#people;
    const { grid } = this.#buffers;
    if (people.size === grid.order.length && minCellSizeFor(people) === grid.minCellSize) return;
    this.#buffers = createStepBuffers(people, this.#world.boundary);
    this.#previous = resized(this.#previous, people.size * FRAME_STRIDE);
    this.#current = resized(this.#current, people.size * FRAME_STRIDE);
  }

  #move(): void {
    const { grid, arrays } = this.#buffers;
    const { count, order, x, z, velocityX, velocityZ } = grid;
    const { intent, wishSpeed, targetX, targetZ } = this.#people;
    const { mobility, presses } = arrays;
    for (let s = 0; s < count; s++) {
      const i = order[s];
      if (intent[i] === INTENT.manual) {
        x[s] = targetX[i];
        z[s] = targetZ[i];
        mobility[s] = 0;
        continue;
      }
      x[s] += velocityX[s] * STEP_SECONDS;
      z[s] += velocityZ[s] * STEP_SECONDS;
      if (presses[s] === 1) mobility[s] = PRESSING_MOBILITY;
      else mobility[s] = wishSpeed[i] > 0 ? WALKING_MOBILITY : STANDING_MOBILITY;
    }
  }
}
