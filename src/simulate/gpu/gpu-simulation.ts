import { CrowdError } from '../../errors/index.js';
import { terrainNoise } from '../../generate/terrain-noise.js';
import type { Bounds, Point } from '../../math/index.js';
import { forEachOf } from '../controls/apply-command.js';
import type { Command } from '../controls/command.js';
import { Controls } from '../controls/controls.js';
import { goOnAlone, releaseCompanions } from '../goals/accompany.js';
import { assignGoal } from '../goals/assign-goal.js';
import { sharedPlaces } from '../goals/wander.js';
import { INTENT, Population } from '../population.js';
import type { SimulationEvent, TimedSimulation } from '../running-simulation.js';
import type { Goal, PathDescription, Scenario } from '../scenario.js';
import { MAX_CATCH_UP_SECONDS } from '../simulation.js';
import { copyPopulation, restorePopulation } from '../snapshot.js';
import { shapeGrid } from '../step/neighbor-grid.js';
import { STEP_SECONDS } from '../step/steering-options.js';
import { minCellSizeFor } from '../step/step-buffers.js';
import type { DriverState } from '../worker/frame-pair.js';
import { formUp } from '../world/formation.js';
import { Ground } from '../world/ground.js';
import { World } from '../world/world.js';
import { framesOf, restoreFormations, restorePeople, restoreRoutes, unreported } from './agent-state.js';
import { AgentTable, EVENT_KINDS, HAPPENED, ROUTE_BEGINS } from './agent-table.js';
import { FieldTable } from './field-table.js';
import { MAX_DANGERS, MAX_OBSTACLES, whyNotCommand, whyNotOnGpu } from './gpu-limits.js';
import { packHills } from './hills.js';
import { PathTable } from './path-table.js';
import { type WalkGround, walkDeclarations } from './walk-declarations.js';
import { packWalls, type WallBlocks } from './walls.js';

/** Where the shaders run that these people walk by. */
export interface WalkDevice {
  /** Everybody as the GPU has them; `AGENT` has the layout. */
  readAgents(): Promise<Float32Array>;
  /**
   * Milliseconds that a step takes; only roughly where it takes more than `most`. People stay where they are.
   */
  measureStep(most: number): Promise<number>;
}

/** What another simulation goes on from, and everybody's numbers on the GPU. */
export interface GpuState extends DriverState {
  /** As `AGENT` has the layout. */
  readonly agents: Float32Array;
}

/**
 * People who walk on the GPU: the same step as {@link import('../simulation.js').Simulation}, of which this keeps the clock,
 * and all that the shaders start from and are told later. Nobody but the GPU knows where they are, until
 * {@link GpuSimulation.stop} asks it.
 */
export class GpuSimulation implements TimedSimulation {
  readonly scenario: Scenario;
  readonly controls = new Controls((command) => this.apply(command));
  timeScale = 1;
  readonly agents: AgentTable;
  readonly paths: PathTable;
  /** Eight numbers each: x, z, radius, 0, velocity in x and z, 0, 0. Room for as many as there may be. */
  readonly obstacles = new Float32Array(8 * MAX_OBSTACLES);
  /** Four numbers each: x, z, how far people flee from there, 0. Room for as many as may be told between two frames. */
  readonly dangers = new Float32Array(4 * MAX_DANGERS);
  readonly walls: WallBlocks;
  /** Ways round walls and the ground's edge. */
  readonly fields: FieldTable;
  readonly ground: WalkGround;
  /** The noise of hills, as `crowd-walk-hills.wgsl` reads it; zeros where there are none. */
  readonly hills: Float32Array<ArrayBuffer>;
  /** Changes with each change of the obstacles. */
  obstacleVersion = 0;
  /** Set by what draws these people. */
  device: WalkDevice | undefined;
  /**
   * Told what shaders cannot do and are asked for, such as "place people by hand". Then this and all further commands are kept
   * for {@link takeCommands}.
   *
   * @default throws a `CrowdError`
   */
  onUnknownCommand: (what: string) => void = refuse;
  /** Whether somebody wants to hear what happens to people, which few crowds do … */
  isAsked = false;
  /** … and the device tells it by now: not what happened before. */
  isHeard = false;
  /** Whether another simulation still moves these people, so that shaders only try what steps take. */
  isWaiting: boolean;
  /** Whether another simulation has taken these people over, so that shaders leave them alone. */
  isOver = false;

  readonly #people: Population;
  readonly #world: World;
  #steps = 0;
  #taken = 0;
  #owed = 0;
  #isStopped = false;
  #dangerCount = 0;
  /** Commands since the first of the {@link dangers} that the GPU is yet to be told of. */
  #untold: Command[] = [];
  #events: SimulationEvent[] = [];
  /** Commands for who takes these people over; undefined while shaders do what is asked. */
  #kept: Command[] | undefined;

  /**
   * @param state of another simulation of the same scenario, which moves people until {@link resume}. @default how the
   *   scenario begins
   * @throws {CrowdError} for people that {@link whyNotOnGpu} has something against
   */
  constructor(scenario: Scenario, state?: DriverState) {
    const reason = whyNotOnGpu(scenario, state?.snapshot);
    if (reason) throw new CrowdError(`This crowd cannot be moved on the GPU: ${reason}.`);
    this.scenario = scenario;
    const people = new Population(scenario.people);
    this.#people = people;
    this.#world = new World(scenario, people, () => {});
    this.isWaiting = state !== undefined;
    if (state) {
      restorePopulation(people, state.snapshot.people);
      releaseAll(people);
      people.resize(people.intent.findLastIndex((intent) => intent !== INTENT.gone) + 1);
      this.#world.restoreState(state.snapshot.world);
    } else {
      scenario.people.forEach(({ goal }, person) => {
        assignGoal(people, person, goal, this.#world);
      });
      new Ground(scenario).measure(people);
    }
    const { boundary, paths, seed, personalSpace, foresight } = this.#world;
    const { terrain } = scenario;
    const hills = terrain && terrainNoise({ seed: scenario.seed, terrain });
    this.fields = new FieldTable(this.#world.fields, sharedPlaces(this.#world), this.#world.exits.all);
    this.agents = new AgentTable(people, this.#world, this.fields);
    this.paths = new PathTable(paths, scenario.paths.length);
    const grid = shapeGrid({
      bounds: boundary.bounds,
      size: people.size,
      minCellSize: minCellSizeFor(people),
    });
    this.walls = packWalls(scenario.walls, grid);
    this.ground = {
      size: people.size,
      seed,
      boundary: scenario.boundary,
      grid,
      walls: this.walls,
      personalSpace,
      foresight,
      hills,
    };
    this.hills = hills ? packHills(hills) : new Float32Array(4);
    this.#packObstacles();
  }

  get size(): number {
    return this.#people.size;
  }

  get time(): number {
    return this.#steps * STEP_SECONDS;
  }

  get fraction(): number {
    return this.#owed / STEP_SECONDS;
  }

  get obstacleCount(): number {
    return this.#world.obstacles.size;
  }

  get formationCount(): number {
    return this.#world.formations.length;
  }

  /** Nobody's middle is outside of it, metres; of open ground, only as far as they began. */
  get bounds(): Bounds {
    const { minX, minZ, columns, rows, cellWidth, cellLength } = this.ground.grid;
    return [minX, minZ, minX + columns * cellWidth, minZ + rows * cellLength];
  }

  /** Numbers of the step, and of this crowd, for its shaders. */
  get declarations(): string {
    return [walkDeclarations(this.ground), ...this.fields.declare()].join('\n');
  }

  advance(seconds: number): number {
    if (this.#isStopped) return 0;
    this.#owed += Math.min(MAX_CATCH_UP_SECONDS, Math.max(0, seconds)) * this.timeScale;
    let steps = 0;
    for (; this.#owed >= STEP_SECONDS; this.#owed -= STEP_SECONDS) steps += 1;
    this.#steps += steps;
    return steps;
  }

  /** What the device has told so far of what happened to people, once that {@link isAsked} for. */
  takeEvents(): readonly SimulationEvent[] {
    const events = this.#events;
    if (events.length > 0) this.#events = [];
    return events;
  }

  /**
   * Takes what has happened to people.
   *
   * @param happened as `crowd-walk-report.wgsl` lists it
   */
  tell(happened: ArrayLike<number>): void {
    // In the order that a step of the CPU reports it in.
    const sorted = Uint32Array.from(happened).sort();
    for (const kind of ['arrived', 'blocked'] as const) {
      for (const one of sorted) {
        if ((one & HAPPENED[kind]) === 0) continue;
        this.#events.push({ kind, person: Math.floor(one / EVENT_KINDS), time: this.time });
      }
    }
  }

  /**
   * Finds the ways that people need for their first step, and lets the page go on every few milliseconds: 16 flow fields of the
   * largest ground take 170 to 260 ms. Without it, the first step finds them at once.
   *
   * @param pause resolves once the page has done what is due
   */
  async prepare(pause: () => Promise<void>): Promise<void> {
    while (this.fields.prepare() > 0) await pause();
  }

  /** How many steps the GPU is behind; it is then taken to have made them. */
  takeSteps(): number {
    const steps = this.#steps - this.#taken;
    while (steps > 0 && this.fields.prepare() > 0);
    this.#taken = this.#steps;
    const { areObstaclesMoving } = this.#world;
    for (let step = 0; step < steps; step++) {
      if (this.#world.settleObstacles(this.#people)) this.fields.remake();
      this.fields.advance();
    }
    if (steps > 0 && areObstaclesMoving) this.#packObstacles();
    return steps;
  }

  /** How many of the {@link dangers} people are to flee from; they are then taken to have heard of them. */
  takeDangers(): number {
    const count = this.#dangerCount;
    this.#dangerCount = 0;
    this.#untold = [];
    return count;
  }

  /** Whether shaders know what people are about in a state. */
  canResume({ snapshot }: Pick<DriverState, 'snapshot'>): boolean {
    return whyNotOnGpu(this.scenario, snapshot) === undefined;
  }

  /**
   * Has people go on here, from where another simulation has them at the end of a step. Nobody may have joined them since this
   * was made.
   */
  resume({ snapshot, shown }: Pick<DriverState, 'snapshot' | 'shown'>): void {
    const { size } = this;
    restorePopulation(this.#people, snapshot.people);
    releaseAll(this.#people);
    this.#people.resize(size);
    this.#world.restoreState(snapshot.world);
    this.paths.change();
    if (this.obstacleCount > 0) this.fields.remake();
    this.#packObstacles();
    this.agents.restart(shown);
    this.#steps = snapshot.steps;
    this.#taken = snapshot.steps;
    this.#owed = STEP_SECONDS;
    this.isWaiting = false;
  }

  /**
   * Stops time, and gets from the GPU what another simulation of the same scenario goes on from. Where the GPU was lost,
   * people are where they began here. What is told to people from now on is kept for {@link takeCommands}.
   */
  async stop(): Promise<GpuState> {
    this.#isStopped = true;
    this.#kept = [...this.#untold, ...(this.#kept ?? [])];
    this.takeDangers();
    this.#steps = this.#taken;
    // Before the first step there is nothing to ask for.
    const known = this.#taken > 0 ? await this.device?.readAgents().catch(() => undefined) : undefined;
    const agents = known ?? this.agents.numbers.slice();
    this.agents.writeChanges(agents);
    restorePeople(agents, this.#people);
    if (this.isHeard) this.tell(unreported(agents, this.size));
    restoreFormations(agents, this.size, this.#world.formations);
    const world = this.#world.takeState();
    const snapshot = {
      steps: this.#steps,
      commands: 0,
      people: copyPopulation(this.#people),
      world: { ...world, paths: restoreRoutes(agents, this.#people, world.paths) },
    };
    const shown = { ...framesOf(agents, this.#people), steps: this.#steps };
    return { snapshot, clock: this.#steps + this.fraction, shown, next: null, agents };
  }

  /** What people were told that shaders do not know, and all that they were told since. */
  takeCommands(): readonly Command[] {
    const kept = this.#kept ?? [];
    this.#kept = [];
    return kept;
  }

  /** Does what a command of `controls` says. */
  apply(command: Command): void {
    const room = {
      people: this.#people,
      world: this.#world,
      fields: this.fields,
      paths: this.paths,
      dangers: this.#dangerCount,
    };
    const unknown = this.#kept ? undefined : whyNotCommand(command, room);
    if (unknown) {
      this.onUnknownCommand(unknown);
      this.#kept = [];
    }
    if (this.#kept) this.#kept.push(command);
    else this.#do(command);
  }

  #do(command: Command): void {
    if (this.#dangerCount > 0 || command.kind === 'flee') this.#untold.push(command);
    switch (command.kind) {
      case 'goal':
        // Of all, only those are meant who are there, which the GPU alone knows.
        forEachOf(command.who, this.#people, (person) =>
          this.#setGoal(person, command.goal, command.who !== 'all'),
        );
        break;
      case 'goalVia':
        this.#leadVia(command);
        break;
      case 'followLine': {
        const goal = {
          kind: 'follow',
          path: this.#addPath(command.line),
          direction: command.direction,
        } as const;
        forEachOf(command.who, this.#people, (person) => this.#setGoal(person, goal, command.who !== 'all'));
        break;
      }
      case 'march':
        formUp(command, this.#people, this.#world);
        this.paths.change();
        this.agents.tellFormation(this.formationCount - 1);
        for (const person of command.who) this.#tellGoal(person, true);
        break;
      case 'speed':
        forEachOf(command.who, this.#people, (person) => {
          this.#people.preferredSpeed[person] = command.speed;
          this.agents.tellSpeed(person);
        });
        break;
      case 'flee':
        this.dangers.set([command.x, command.z, command.radius, 0], 4 * this.#dangerCount);
        this.#dangerCount += 1;
        break;
      case 'setObstacle':
        this.#world.setObstacle(command.id, command.obstacle);
        this.#packObstacles();
        break;
      case 'removeObstacle':
        this.#world.removeObstacle(command.id);
        this.#packObstacles();
    }
  }

  #setGoal(person: number, goal: Goal, comesBack: boolean): void {
    assignGoal(this.#people, person, goal, this.#world);
    if (goal.kind === 'gone') {
      this.#takeOut(person);
      return;
    }
    this.#tellGoal(person, comesBack);
  }

  #tellGoal(person: number, comesBack: boolean): void {
    this.agents.tellGoal(person, comesBack);
    if (this.#dangerCount > 0) this.agents.heedFrom(person, this.#dangerCount);
  }

  /** Leads someone past some corners to their target, from where the GPU has them. */
  #leadVia({ person, goal, via }: Extract<Command, { kind: 'goalVia' }>): void {
    const people = this.#people;
    assignGoal(people, person, goal, this.#world, true);
    const corners: Point[] = [...via, [people.targetX[person], people.targetZ[person]]];
    people.route[person] = this.#addPath({
      corners: [corners[0], ...corners],
      isClosed: false,
      halfWidth: 1,
      keepRight: 0,
    });
    people.piece[person] = ROUTE_BEGINS;
    this.#tellGoal(person, true);
  }

  #addPath(line: PathDescription): number {
    this.paths.change();
    return this.#world.addPath(line, this.#people);
  }

  #takeOut(person: number): void {
    const people = this.#people;
    this.agents.tellGone(person);
    const companions = Array.from(people.leader.keys()).filter(
      (i) => people.intent[i] === INTENT.accompany && people.leader[i] === person,
    );
    releaseCompanions(person, people);
    if (isFollowedUp(people.intentBefore[person])) return;
    for (const companion of companions) this.agents.tellGoal(companion, true);
  }

  #packObstacles(): void {
    let at = 0;
    for (const { x, z, radius, velocityX, velocityZ } of this.#world.obstacles.values()) {
      this.obstacles.set([x, z, radius, 0, velocityX, velocityZ, 0, 0], at);
      at += 8;
    }
    this.obstacleVersion += 1;
  }
}

/** Lets those go on alone whose leader has left, as they would in their next step. */
function releaseAll(people: Population): void {
  for (let i = 0; i < people.size; i++) {
    if (people.intent[i] !== INTENT.accompany) continue;
    if (people.intent[people.leader[i]] === INTENT.gone) goOnAlone(i, people);
  }
}

/** Whether shaders have those who accompany a leader with that intent go on alone: that one may have left by then. */
function isFollowedUp(intent: number): boolean {
  return intent === INTENT.go || intent === INTENT.leave;
}

function refuse(what: string): never {
  throw new CrowdError(
    `A crowd that moves on the GPU cannot ${what}. Make it with motion: { gpu: false }, which moves it in a worker.`,
  );
}
