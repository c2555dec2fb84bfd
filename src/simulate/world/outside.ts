import type { Point } from '../../math/index.js';
import { Population } from '../population/population.js';
import type { Scenario } from '../population/scenario.js';
import { createBoundary } from './boundary.js';
import { Path } from './path.js';

/** Returns a function that measures how far a point is outside of a scenario's boundary, metres; 0 inside. */
export function measureOutside({
  boundary,
  paths,
}: Pick<Scenario, 'boundary' | 'paths'>): (point: Point) => number {
  const lines = paths.map((line) => new Path(line));
  const ground = createBoundary(boundary, lines, new Population([]));
  const edge = { distance: 0, normalX: 0, normalZ: 0 };
  return ([x, z]) => {
    ground.probe(x, z, -1, edge);
    return Math.max(0, -edge.distance);
  };
}

/** Describes a boundary, for messages. */
export function describeBoundary({ boundary, paths }: Pick<Scenario, 'boundary' | 'paths'>): string {
  switch (boundary.kind) {
    case 'disc':
      return `a circle of radius ${boundary.radius}`;
    case 'ring':
      return `a ring from radius ${boundary.inner} to ${boundary.outer}`;
    case 'rectangle':
      return `x from ${-boundary.halfWidth} to ${boundary.halfWidth}, z from ${-boundary.halfLength} to ${boundary.halfLength}`;
    case 'strip':
      return `${paths[boundary.path].halfWidth} to either side of a path`;
    case 'endless':
      return `x from ${-boundary.halfWidth} to ${boundary.halfWidth}`;
    case 'open':
      return 'open ground';
  }
}
