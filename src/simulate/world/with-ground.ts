import { type Bounds, boundsOf, fillHoles, type Point } from '../../math/index.js';
import { Population } from '../population/population.js';
import type { Scenario } from '../population/scenario.js';
import { createBoundary } from './boundary.js';
import { Path } from './path.js';

/** Distance of the nodes, metres, and their largest number along a side: slopes are smoothed over about as much. */
const NODE_DISTANCE = 0.5;
const MOST_NODES = 512;
/** Distance that the grid extends beyond everybody, metres: agents can be sent anywhere on open ground. */
const MARGIN = { open: 64, closed: 2 } as const;

/**
 * The scenario on a ground that is a function, which cannot go to a worker: its heights where agents walk, on a grid. Agents
 * slow down on its slopes. Beyond the grid, the ground counts as even.
 *
 * @param heightAt metres; a node where it throws, or returns no finite number, gets the height beside it
 */
export function withGround(scenario: Scenario, heightAt: (x: number, z: number) => number): Scenario {
  const [minX, minZ, maxX, maxZ] = reachOf(scenario);
  const columns = nodesAlong(maxX - minX);
  const rows = nodesAlong(maxZ - minZ);
  const data = new Float32Array(columns * rows);
  for (let k = 0; k < data.length; k++) {
    const x = minX + ((k % columns) / (columns - 1)) * (maxX - minX);
    const z = minZ + (Math.floor(k / columns) / (rows - 1)) * (maxZ - minZ);
    try {
      data[k] = heightAt(x, z);
    } catch {
      data[k] = Number.NaN;
    }
  }
  if (fillHoles(data, columns, rows) === data.length) data.fill(0);
  const { terrain: _terrain, ...rest } = scenario;
  return { ...rest, heights: { data, columns, rows, minX, minZ, maxX, maxZ } };
}

function nodesAlong(metres: number): number {
  return Math.min(MOST_NODES, Math.ceil(metres / NODE_DISTANCE) + 1);
}

/** The box around the boundary and all agents. */
function reachOf({ boundary, paths, people }: Scenario): Bounds {
  const lines = paths.map((line) => new Path(line));
  const { bounds } = createBoundary(boundary, lines, new Population([]));
  const [minX, minZ, maxX, maxZ] = boundsOf([
    [bounds[0], bounds[1]],
    [bounds[2], bounds[3]],
    ...people.map(({ x, z }): Point => [x, z]),
  ]);
  const margin = boundary.kind === 'open' ? MARGIN.open : MARGIN.closed;
  return [minX - margin, minZ - margin, maxX + margin, maxZ + margin];
}
