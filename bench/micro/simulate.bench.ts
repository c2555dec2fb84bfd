/**
 * Times a step of 0.05 s, against the crowds of recast-navigation (WebAssembly) and navcat: agents with a
 * radius of 0.2 m walk along a wide street, half of them each way. A second table compares 3,000 agents with a larger crowd of
 * which the nearest 3,000 are stepped in full.
 *
 * `npx tsx bench/micro/simulate.bench.ts [filter]`
 */
import { DEFAULT_QUERY_FILTER } from 'navcat';
import { generateSoloNavMesh as generateNavcatMesh, crowd as navcatCrowd } from 'navcat/blocks';
import { Crowd, init } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';
import { type Person, Simulation, STEP_SECONDS } from 'three-crowd/simulate';
import { scenarioOf, straight } from '../../test/support/simulate/scenarios.js';
import { measureOf } from '../measure/statistics.js';
import { timeProcessor } from '../measure/time-processor.js';

const RADIUS = 0.2;
const WIDTH = 40;
/** Steps until the code is compiled. */
const SETTLING_STEPS = 60;
const MEASURED_STEPS = 40;

interface Walker {
  readonly x: number;
  readonly z: number;
  /** Metres a second along Z. */
  readonly velocity: number;
}

/** Walkers on a lattice, with small offsets. */
function walkersAt(count: number, density: number): Walker[] {
  const columns = Math.round(WIDTH * Math.sqrt(density));
  const pitch = WIDTH / columns;
  return Array.from({ length: count }, (_, i) => ({
    x: ((i % columns) + 0.35 + (0.3 * ((i * 7) % 11)) / 11) * pitch - WIDTH / 2,
    z: (Math.floor(i / columns) + 0.35 + (0.3 * ((i * 5) % 13)) / 13) * pitch,
    velocity: (i % 2 === 0 ? 1 : -1) * (1.1 + (0.4 * ((i * 3) % 17)) / 17),
  }));
}

const lengthOf = (count: number, density: number): number => count / density / WIDTH;

type StepOf = (walkers: readonly Walker[], length: number) => () => void;

const ours: StepOf = (walkers, length) => {
  const simulation = simulationOf(walkers, length);
  return () => simulation.step();
};

function simulationOf(walkers: readonly Walker[], length: number): Simulation {
  const people = walkers.map(({ x, z, velocity }): Person => {
    const direction = velocity > 0 ? 1 : -1;
    const goal = { kind: 'follow', path: 0, direction } as const;
    return { x, z, heading: velocity > 0 ? 0 : Math.PI, radius: RADIUS, speed: Math.abs(velocity), goal };
  });
  return new Simulation(
    scenarioOf(people, {
      boundary: { kind: 'endless', halfWidth: WIDTH / 2, length },
      paths: [straight([0, -1e6], [0, 1e6], WIDTH / 2)],
      anticipation: 0.5,
    }),
  );
}

/** A flat street with room at both ends, as positions and indices of two triangles. */
function streetMesh(length: number): { positions: number[]; indices: number[] } {
  const [x, from, to] = [WIDTH / 2 + 2, -20, length + 20];
  return { positions: [-x, 0, from, x, 0, from, x, 0, to, -x, 0, to], indices: [0, 2, 1, 0, 3, 2] };
}

const recast: StepOf = (walkers, length) => {
  const { positions, indices } = streetMesh(length);
  const { success, navMesh } = generateSoloNavMesh(positions, indices, {
    cs: 0.5,
    ch: 0.2,
    walkableRadius: 1,
  });
  if (!success) throw new Error('recast-navigation made no mesh of the street.');
  const crowd = new Crowd(navMesh, { maxAgents: walkers.length, maxAgentRadius: RADIUS });
  for (const { x, z, velocity } of walkers) {
    const agent = crowd.addAgent(
      { x, y: 0, z },
      { radius: RADIUS, height: 1.7, maxSpeed: Math.abs(velocity) },
    );
    agent.requestMoveVelocity({ x: 0, y: 0, z: velocity });
  }
  return () => crowd.update(STEP_SECONDS);
};

const navcat: StepOf = (walkers, length) => {
  const { navMesh } = generateNavcatMesh(streetMesh(length), {
    cellSize: 0.5,
    cellHeight: 0.2,
    walkableRadiusVoxels: 1,
    walkableRadiusWorld: 0.5,
    walkableClimbVoxels: 2,
    walkableClimbWorld: 0.4,
    walkableHeightVoxels: 9,
    walkableHeightWorld: 1.8,
    walkableSlopeAngleDegrees: 45,
    borderSize: 0,
    minRegionArea: 8,
    mergeRegionArea: 20,
    maxSimplificationError: 1.3,
    maxEdgeLength: 12,
    maxVerticesPerPoly: 6,
    detailSampleDistance: 6,
    detailSampleMaxError: 1,
  });
  const crowd = navcatCrowd.create(RADIUS);
  const { OBSTACLE_AVOIDANCE, SEPARATION } = navcatCrowd.CrowdUpdateFlags;
  for (const { x, z, velocity } of walkers) {
    const id = navcatCrowd.addAgent(crowd, navMesh, [x, 0, z], {
      radius: RADIUS,
      height: 1.7,
      maxAcceleration: 20,
      maxSpeed: Math.abs(velocity),
      collisionQueryRange: 2.5,
      separationWeight: 0.5,
      updateFlags: OBSTACLE_AVOIDANCE | SEPARATION,
      queryFilter: DEFAULT_QUERY_FILTER,
    });
    navcatCrowd.requestMoveVelocity(crowd, id, [0, 0, velocity]);
  }
  return () => navcatCrowd.update(crowd, navMesh, STEP_SECONDS);
};

/**
 * Returns the median processor time of a step, milliseconds. In turns, so that disturbances affect all of
 * them.
 */
function measure(steps: ReadonlyMap<string, () => void>): Map<string, number> {
  const times = new Map([...steps.keys()].map((name) => [name, [] as number[]]));
  for (let n = 0; n < SETTLING_STEPS; n++) for (const step of steps.values()) step();
  for (let n = 0; n < MEASURED_STEPS; n++) {
    for (const [name, step] of steps) times.get(name)?.push(timeProcessor(step));
  }
  return new Map([...times].map(([name, all]) => [name, measureOf(all).median]));
}

const CONTENDERS: Record<string, StepOf> = { 'three-crowd': ours, 'recast-navigation': recast, navcat };

await init();
const filter = process.argv[2] ?? '';
const rows = [];
for (const [count, density] of [
  [1_000, 1],
  [5_000, 1],
  [10_000, 1],
  [5_000, 2],
] as const) {
  const steps = new Map<string, () => void>();
  for (const [name, stepOf] of Object.entries(CONTENDERS)) {
    // navcat takes minutes for more.
    if (!name.includes(filter) || (name === 'navcat' && count > 1_000)) continue;
    steps.set(name, stepOf(walkersAt(count, density), lengthOf(count, density)));
  }
  const times = measure(steps);
  const own = times.get('three-crowd');
  const row: Record<string, string | number> = { people: count, 'per m²': density };
  for (const [name, time] of times) {
    row[`${name}, ms`] = Number(time.toFixed(2));
    if (own && time !== own) row[`of ${name}`] = Number((own / time).toFixed(3));
  }
  rows.push(row);
}
console.table(rows);

const NEAR = 3_000;
const nearRows = [];
for (const count of [20_000, 200_000]) {
  const alone = simulationOf(walkersAt(NEAR, 1), lengthOf(NEAR, 1));
  const length = lengthOf(count, 1);
  const many = simulationOf(walkersAt(count, 1), length);
  many.commands.focus([[0, length / 2]], NEAR);
  const times = measure(
    new Map([
      ['alone', () => alone.step()],
      ['many', () => many.step()],
    ]),
  );
  const [own, all] = [times.get('alone') ?? Number.NaN, times.get('many') ?? Number.NaN];
  nearRows.push({
    people: count,
    [`${NEAR} alone, ms`]: Number(own.toFixed(2)),
    [`${NEAR} near, ms`]: Number(all.toFixed(2)),
    ratio: Number((all / own).toFixed(2)),
  });
}
console.table(nearRows);
