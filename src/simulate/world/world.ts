import { streamSeed } from '../../math/index.js';
import type { Population } from '../population.js';
import type { Scenario, Wall } from '../scenario.js';
import { type Foresight, foresightOf } from '../step/steering-options.js';
import { type Boundary, createBoundary } from './boundary.js';
import { FlowFields } from './flow-fields.js';
import type { Obstacle } from './obstacles.js';
import { Path } from './path.js';

/** Tag of the simulation's stream of draws: SIMU. */
const SIMULATION_STREAM = 0x53494d55;

/** `arrived`: at the goal; `blocked`: wants to walk and could not for three seconds. */
export type EventKind = 'arrived' | 'blocked';

/** What people walk in. */
export interface World {
  /** Seed of the simulation's own draws. */
  readonly seed: number;
  readonly boundary: Boundary;
  readonly paths: Path[];
  readonly obstacles: Obstacle[];
  readonly walls: readonly Wall[];
  readonly fields: FlowFields;
  readonly personalSpace: number;
  readonly foresight: Foresight;
  /** Tells that something happened to someone in this step. */
  report(kind: EventKind, person: number): void;
}

export function createWorld(scenario: Scenario, people: Population, report: World['report']): World {
  const paths = scenario.paths.map((path) => new Path(path));
  const boundary = createBoundary(scenario.boundary, scenario.paths, paths, people);
  return {
    seed: streamSeed(scenario.seed, SIMULATION_STREAM),
    boundary,
    paths,
    obstacles: scenario.obstacles.map(({ x, z, radius }, id) => ({ id, x, z, radius })),
    walls: scenario.walls,
    fields: new FlowFields(boundary, scenario.walls),
    personalSpace: scenario.personalSpace,
    foresight: foresightOf(scenario.anticipation),
    report,
  };
}
