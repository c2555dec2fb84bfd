import { CrowdError } from '../../errors/index.js';
import { forEachOf } from '../controls/apply-command.js';
import type { Command } from '../controls/command.js';
import { Controls } from '../controls/controls.js';
import { releaseCompanions } from '../goals/accompany.js';
import { assignGoal } from '../goals/assign-goal.js';
import { INTENT, Population } from '../population.js';
import type { SimulationEvent, TimedSimulation } from '../running-simulation.js';
import type { Goal, Scenario } from '../scenario.js';
import { MAX_CATCH_UP_SECONDS } from '../simulation.js';
import { shapeGrid } from '../step/neighbor-grid.js';
import { STEP_SECONDS } from '../step/steering-options.js';
import { minCellSizeFor } from '../step/step-room.js';
import type { Path } from '../world/path.js';
import { World } from '../world/world.js';
import { AgentTable } from './agent-table.js';
import { type WalkGround, walkDeclarations } from './walk-declarations.js';

const NO_EVENTS: readonly SimulationEvent[] = [];

/** Obstacles that there may be at once; a recipe has 64 at most. */
const MAX_OBSTACLES = 128;

/** Goals that shaders know. */
const GPU_GOALS: readonly Goal['kind'][] = ['stand', 'wander', 'follow', 'go', 'gather', 'accompany', 'gone'];

/**
 * People who walk on the GPU: the same step as {@link import('../simulation.js').Simulation}, of which this keeps the clock,
 * and all that the shaders start from and are told later. Nobody but the GPU knows where they are.
 */
export class GpuSimulation implements TimedSimulation {
  readonly scenario: Scenario;
  readonly controls = new Controls((command) => this.#apply(command));
  timeScale = 1;
  readonly agents: AgentTable;
  /** The scenario's paths, as `crowd-walk-edges.wgsl` reads them. */
  readonly corners: Float32Array<ArrayBuffer>;
  /** Four numbers each: x, z, radius, 0. Room for as many as there may be. */
  readonly obstacles = new Float32Array(4 * MAX_OBSTACLES);
  readonly ground: WalkGround;
  /** Changes with each change of the obstacles. */
  obstacleVersion = 0;

  readonly #people: Population;
  readonly #world: World;
  #steps = 0;
  #taken = 0;
  #owed = 0;

  /** @throws {CrowdError} for a scenario that {@link whyNotOnGpu} has something against */
  constructor(scenario: Scenario) {
    const reason = whyNotOnGpu(scenario);
    if (reason) throw new CrowdError(`This crowd cannot be moved on the GPU: ${reason}.`);
    this.scenario = scenario;
    const people = new Population(scenario.people);
    this.#people = people;
    this.#world = new World(scenario, people, () => {});
    scenario.people.forEach(({ goal }, person) => {
      assignGoal(people, person, goal);
    });
    const { boundary, paths, seed, personalSpace, foresight } = this.#world;
    this.agents = new AgentTable(people, this.#world);
    this.corners = packPaths(paths);
    this.ground = {
      size: people.size,
      seed,
      boundary: scenario.boundary,
      grid: shapeGrid({ bounds: boundary.bounds, size: people.size, minCellSize: minCellSizeFor(people) }),
      personalSpace,
      foresight,
    };
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

  /** Numbers of the step, and of this crowd, for its shaders. */
  get declarations(): string {
    return walkDeclarations(this.ground);
  }

  advance(seconds: number): number {
    this.#owed += Math.min(MAX_CATCH_UP_SECONDS, Math.max(0, seconds)) * this.timeScale;
    let steps = 0;
    for (; this.#owed >= STEP_SECONDS; this.#owed -= STEP_SECONDS) steps += 1;
    this.#steps += steps;
    return steps;
  }

  /** Nothing: what happens to people is known on the GPU alone. */
  takeEvents(): readonly SimulationEvent[] {
    return NO_EVENTS;
  }

  /** How many steps the GPU is behind; it is then taken to have made them. */
  takeSteps(): number {
    const steps = this.#steps - this.#taken;
    this.#taken = this.#steps;
    return steps;
  }

  #apply(command: Command): void {
    switch (command.kind) {
      case 'goal': {
        const reason = whyNotGoal(command.goal);
        if (reason) throw refusal(`people ${reason}`);
        forEachOf(command.who, this.#people, (person) => this.#setGoal(person, command.goal));
        break;
      }
      case 'speed':
        forEachOf(command.who, this.#people, (person) => {
          this.#people.preferredSpeed[person] = command.speed;
          this.agents.tellSpeed(person);
        });
        break;
      case 'setObstacle':
        if (this.obstacleCount >= MAX_OBSTACLES && !this.#world.obstacles.has(command.id)) {
          throw refusal(`more than ${MAX_OBSTACLES} obstacles`);
        }
        this.#world.setObstacle(command.id, command.obstacle);
        this.#packObstacles();
        break;
      case 'removeObstacle':
        this.#world.removeObstacle(command.id);
        this.#packObstacles();
        break;
      default:
        throw refusal(REFUSED[command.kind]);
    }
  }

  #setGoal(person: number, goal: Goal): void {
    const people = this.#people;
    assignGoal(people, person, goal);
    this.agents.tellGoal(person);
    if (goal.kind !== 'gone') return;
    const companions = Array.from(people.leader.keys()).filter(
      (i) => people.intent[i] === INTENT.accompany && people.leader[i] === person,
    );
    releaseCompanions(person, people);
    for (const companion of companions) this.agents.tellGoal(companion);
  }

  #packObstacles(): void {
    let at = 0;
    for (const { x, z, radius } of this.#world.obstacles.values()) {
      this.obstacles.set([x, z, radius, 0], at);
      at += 4;
    }
    this.obstacleVersion += 1;
  }
}

/** What a simulation on the GPU has no shaders for, by the command. */
const REFUSED = {
  add: 'people who are added later',
  goalVia: 'ways that are given by their corners',
  followLine: 'paths that are added later',
  flee: 'people who flee',
  march: 'people who march in ranks',
  place: 'people who are placed by hand',
  places: 'people who are placed by hand',
} as const satisfies Partial<Record<Command['kind'], string>>;

function refusal(what: string): CrowdError {
  return new CrowdError(
    `A crowd that moves on the GPU has no room for ${what}. Make it with motion: { gpu: false }, which moves it in a worker.`,
  );
}

/** Why people of a scenario cannot walk on the GPU; undefined where they can. */
export function whyNotOnGpu({
  people,
  boundary,
  walls,
  exits,
  terrain,
  obstacles,
}: Scenario): string | undefined {
  if (people.length === 0) return 'it has no people at the start';
  if (walls.length > 0) return 'it has walls, round which flow fields lead';
  if (exits && exits.length > 0) return 'it has exits';
  if (terrain?.active) return 'its ground has hills';
  if (boundary.kind === 'endless') return 'its ground is endless';
  if (obstacles.length > MAX_OBSTACLES) return `it has more than ${MAX_OBSTACLES} obstacles`;
  const reasons = people.map(({ goal }) => whyNotGoal(goal)).filter((reason) => reason !== undefined);
  if (reasons.length > 0) return `it has people ${reasons[0]}`;
  if (boundary.kind === 'strip' && people.some(({ goal }) => goal.kind === 'wander')) {
    return 'it has people who wander along a path';
  }
  return undefined;
}

function whyNotGoal(goal: Goal): string | undefined {
  if (goal.kind === 'go' && goal.leaves) return 'who leave on arrival';
  return GPU_GOALS.includes(goal.kind) ? undefined : `whose goal is \`${goal.kind}\``;
}

function packPaths(paths: readonly Path[]): Float32Array<ArrayBuffer> {
  const heads: number[] = [];
  const corners: number[] = [];
  for (const path of paths) {
    const first = 2 * paths.length + corners.length / 4;
    heads.push(first, path.pieces, path.isClosed ? 1 : 0, path.keepRight, path.halfWidth, path.length, 0, 0);
    for (let n = 0; n <= path.pieces; n++) {
      const [x, z, arc, directionX, directionZ] = path.corner(n);
      corners.push(x, z, arc, 0, directionX, directionZ, 0, 0);
    }
  }
  // GPUs take no buffer without a byte.
  return Float32Array.from(paths.length > 0 ? [...heads, ...corners] : [0, 0, 0, 0]);
}
