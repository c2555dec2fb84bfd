import { streamSeed } from '../../math/index.js';
import { INTENT, type Population } from '../population.js';
import type { ObstacleDescription, PathDescription, Scenario, Wall } from '../scenario.js';
import { type Foresight, foresightOf } from '../step/steering-options.js';
import { type Boundary, createBoundary } from './boundary.js';
import { Exits } from './exits.js';
import { FlowFields } from './flow-fields.js';
import type { Formation } from './formation.js';
import { Path } from './path.js';

/** Tag of the simulation's stream of draws: SIMU. */
const SIMULATION_STREAM = 0x53494d55;

/** `arrived`: at the goal; `blocked`: wants to walk and could not for three seconds. */
export type EventKind = 'arrived' | 'blocked';

/** The parts of a world that change while people walk; plain data, for snapshots. */
export interface WorldState {
  readonly obstacles: readonly (readonly [id: number, obstacle: ObstacleDescription])[];
  readonly paths: readonly PathDescription[];
  readonly formations: readonly Formation[];
}

/** What people walk in. */
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
  readonly obstacles = new Map<number, ObstacleDescription>();
  readonly paths: Path[] = [];
  formations: Formation[] = [];
  /** Tells that something happened to someone in this step. */
  readonly report: (kind: EventKind, person: number) => void;

  readonly #ownPaths: number;
  readonly #lines: PathDescription[] = [];

  constructor(scenario: Scenario, people: Population, report: World['report']) {
    this.seed = streamSeed(scenario.seed, SIMULATION_STREAM);
    this.report = report;
    this.walls = scenario.walls;
    this.exits = new Exits(scenario.exits ?? []);
    this.personalSpace = scenario.personalSpace;
    this.foresight = foresightOf(scenario.anticipation);
    this.#ownPaths = scenario.paths.length;
    scenario.paths.forEach((line, number) => {
      this.#setPath(number, line);
    });
    scenario.obstacles.forEach((obstacle, id) => {
      this.setObstacle(id, obstacle);
    });
    this.boundary = createBoundary(scenario.boundary, this.paths, people);
    this.fields = new FlowFields(this.boundary, scenario.walls);
  }

  setObstacle(id: number, { x, z, radius }: ObstacleDescription): void {
    this.obstacles.set(id, { x, z, radius });
  }

  removeObstacle(id: number): void {
    this.obstacles.delete(id);
  }

  /**
   * Adds a path, in place of an added one that nobody walks along any more.
   *
   * @returns its number
   */
  addPath(line: PathDescription, people: Population): number {
    let number = this.#ownPaths;
    while (number < this.paths.length && this.#isInUse(number, people)) number += 1;
    this.#setPath(number, line);
    return number;
  }

  takeState(): WorldState {
    return {
      obstacles: [...this.obstacles],
      paths: [...this.#lines],
      formations: this.formations.map((formation) => ({ ...formation })),
    };
  }

  restoreState({ obstacles, paths, formations }: WorldState): void {
    this.obstacles.clear();
    for (const [id, obstacle] of obstacles) this.setObstacle(id, obstacle);
    this.paths.length = 0;
    paths.forEach((line, number) => {
      this.#setPath(number, line);
    });
    this.formations = formations.map((formation) => ({ ...formation }));
  }

  #setPath(number: number, line: PathDescription): void {
    this.#lines[number] = line;
    this.paths[number] = new Path(line);
  }

  #isInUse(number: number, { path, intent, intentBefore, size }: Population): boolean {
    for (let i = 0; i < size; i++) {
      const isWalked =
        walksAlongPaths(intent[i]) || (intent[i] === INTENT.flee && walksAlongPaths(intentBefore[i]));
      if (isWalked && path[i] === number) return true;
    }
    return false;
  }
}

function walksAlongPaths(intent: number): boolean {
  return intent === INTENT.follow || intent === INTENT.march;
}
