import { streamSeed } from '../../math/index.js';
import { INTENT, type Population } from '../population/population.js';
import type { ObstacleDescription, PathDescription, Scenario, Wall } from '../population/scenario.js';
import { type Foresight, foresightOf } from '../population/steering-options.js';
import { type Boundary, createBoundary, nearestInside } from './boundary.js';
import { Exits } from './exits.js';
import { FlowFields } from './flow-fields.js';
import type { Focus } from './focus.js';
import type { Formation } from './formation.js';
import { CLEARANCE, coverOf, LOOK_AHEAD, type Obstacle, STANDING_STEPS, settle } from './obstacles.js';
import { Path } from './path.js';

/** Tag of the simulation's stream of draws: SIMU. */
const SIMULATION_STREAM = 0x53494d55;

/** `arrived`: at the goal; `blocked`: wants to walk and could not for three seconds. */
export type EventKind = 'arrived' | 'blocked';

/** The parts of a world that change while people walk; plain data, for snapshots. */
export interface WorldState {
  readonly obstacles: readonly (readonly [id: number, obstacle: Obstacle])[];
  readonly paths: readonly PathDescription[];
  readonly formations: readonly Formation[];
  /** Not in states of earlier versions. */
  readonly focus?: Focus | undefined;
}

/** Surroundings of the agents: boundary, walls, obstacles, paths, exits and formations. */
export class World {
  /** Seed of the simulation's own draws. */
  readonly seed: number;
  readonly boundary: Boundary;
  readonly walls: readonly Wall[];
  readonly fields: FlowFields;
  readonly exits: Exits;
  readonly personalSpace: number;
  readonly foresight: Foresight;
  /** By number; the scenario's own are numbered from 0. */
  readonly obstacles = new Map<number, Obstacle>();
  readonly paths: Path[] = [];
  formations: Formation[] = [];
  /** Steps made so far. */
  steps = 0;
  /** Undefined if all agents are stepped in full. */
  focus: Focus | undefined;
  /** Emits an event of an agent in this step. */
  readonly report: (kind: EventKind, person: number) => void;

  /** No obstacle has ever been larger, metres. */
  #largestRadius = 0;
  readonly #ownPaths: number;
  readonly #lines: PathDescription[] = [];
  #haveObstaclesChanged = false;

  constructor(scenario: Scenario, people: Population, report: World['report']) {
    this.seed = streamSeed(scenario.seed, SIMULATION_STREAM);
    this.report = report;
    this.walls = scenario.walls;
    this.personalSpace = scenario.personalSpace;
    this.foresight = foresightOf(scenario.anticipation);
    this.#ownPaths = scenario.paths.length;
    scenario.paths.forEach((line, number) => {
      this.#setPath(number, line);
    });
    scenario.obstacles.forEach((obstacle, id) => {
      this.#addObstacle(id, obstacle, STANDING_STEPS);
    });
    this.boundary = createBoundary(scenario.boundary, this.paths, people);
    const exits = scenario.exits ?? [];
    this.exits = new Exits(
      exits.map((exit) => {
        const [x, z] = nearestInside(this.boundary, [exit.x, exit.z]);
        return { ...exit, x, z };
      }),
    );
    this.fields = new FlowFields(this.boundary, scenario.walls, () => this.#standingObstacles());
  }

  /**
   * Least distance that an agent can reach to its target, metres, if an obstacle covers the target; 0 for a free
   * target, or for one too far away to matter.
   *
   * @param left metres to the target
   */
  coverOfTarget(left: number, person: number, { targetX, targetZ, radius }: Population): number {
    if (left > this.#largestRadius + radius[person] + CLEARANCE + LOOK_AHEAD) return 0;
    return coverOf(targetX[person], targetZ[person], radius[person], this.obstacles.values());
  }

  setObstacle(id: number, { x, z, radius }: ObstacleDescription): void {
    const known = this.obstacles.get(id);
    if (!known) {
      this.#addObstacle(id, { x, z, radius }, 0);
      return;
    }
    if (known.x === x && known.z === z && known.radius === radius) return;
    this.#haveObstaclesChanged ||= isStanding(known);
    this.#largestRadius = Math.max(this.#largestRadius, radius);
    this.obstacles.set(id, { ...known, x, z, radius, stoodSteps: 0 });
  }

  removeObstacle(id: number): void {
    const known = this.obstacles.get(id);
    this.#haveObstaclesChanged ||= known !== undefined && isStanding(known);
    this.obstacles.delete(id);
  }

  /** Discards the flow fields when an obstacle has come to stand, or no longer stands where it did. */
  settleObstacles(people: Population): void {
    for (const obstacle of this.obstacles.values()) {
      if (isStanding(obstacle)) continue;
      settle(obstacle);
      this.#haveObstaclesChanged ||= isStanding(obstacle);
    }
    if (!this.#haveObstaclesChanged) return;
    this.#haveObstaclesChanged = false;
    this.fields.clear();
    people.field.fill(-1);
  }

  /**
   * Adds a path under the number of an added one that no agent uses any more, if there is one. Corners outside of the
   * boundary are moved to its edge, unless that makes one place of all.
   *
   * @returns the number of the path
   */
  addPath(line: PathDescription, people: Population): number {
    const isInUse = this.#findPathsInUse(people);
    let number = this.#ownPaths;
    while (number < this.paths.length && isInUse[number] === 1) number += 1;
    const corners = line.corners.map((corner) => nearestInside(this.boundary, corner));
    const [first] = corners;
    const isPlace = corners.every(([x, z]) => x === first[0] && z === first[1]);
    this.#setPath(number, isPlace ? line : { ...line, corners });
    return number;
  }

  takeState(): WorldState {
    return {
      obstacles: Array.from(this.obstacles, ([id, obstacle]) => [id, { ...obstacle }] as const),
      paths: [...this.#lines],
      formations: this.formations.map((formation) => ({ ...formation })),
      focus: this.focus,
    };
  }

  restoreState({ obstacles, paths, formations, focus }: WorldState): void {
    this.obstacles.clear();
    for (const [id, obstacle] of obstacles) {
      this.obstacles.set(id, { ...obstacle });
      this.#largestRadius = Math.max(this.#largestRadius, obstacle.radius);
    }
    this.#haveObstaclesChanged = false;
    this.fields.clear();
    this.paths.length = 0;
    paths.forEach((line, number) => {
      this.#setPath(number, line);
    });
    this.formations = formations.map((formation) => ({ ...formation }));
    this.focus = focus;
  }

  #addObstacle(id: number, { x, z, radius }: ObstacleDescription, stoodSteps: number): void {
    this.#largestRadius = Math.max(this.#largestRadius, radius);
    const still = { beforeX: x, beforeZ: z, velocityX: 0, velocityZ: 0, stoodSteps };
    this.obstacles.set(id, { x, z, radius, ...still });
  }

  *#standingObstacles(): Iterable<ObstacleDescription> {
    for (const obstacle of this.obstacles.values()) if (isStanding(obstacle)) yield obstacle;
  }

  #setPath(number: number, line: PathDescription): void {
    this.#lines[number] = line;
    this.paths[number] = new Path(line);
  }

  /** Returns 1 for each path that an agent walks along, or will after fleeing. */
  #findPathsInUse({ path, route, intent, intentBefore, size }: Population): Uint8Array {
    const isInUse = new Uint8Array(this.paths.length);
    for (let i = 0; i < size; i++) {
      const about = intent[i] === INTENT.flee ? intentBefore[i] : intent[i];
      if (walksAlongPaths(about)) isInUse[path[i]] = 1;
      else if (about === INTENT.go || about === INTENT.gather) isInUse[route[i]] = 1;
    }
    return isInUse;
  }
}

function isStanding({ stoodSteps }: Obstacle): boolean {
  return stoodSteps === STANDING_STEPS;
}

function walksAlongPaths(intent: number): boolean {
  return intent === INTENT.follow || intent === INTENT.march;
}
