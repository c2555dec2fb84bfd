import { type Bounds, type Point, sinCosTurns } from '../../math/index.js';
import type { Population } from '../population/population.js';
import type { BoundaryDescription } from '../population/scenario.js';
import { emptyPlace, type Path } from './path.js';

/** The part of a boundary's edge that is nearest to a place. */
export interface Edge {
  /** Metres to the nearest edge; negative outside. */
  distance: number;
  /** Direction inwards, length 1. */
  normalX: number;
  normalZ: number;
}

/** The area in which the centres of agents may be. */
export interface Boundary {
  readonly bounds: Bounds;
  readonly isEndless: boolean;
  /** True if the line between any two points inside stays inside. */
  readonly isConvex: boolean;
  /**
   * Finds the edge nearest to (x, z). `person` is the agent there, whose last piece of a path speeds up the search; −1
   * for none.
   */
  probe(x: number, z: number, person: number, edge: Edge): void;
  /** Writes a place inside for two numbers in [0, 1), metres, uniform over the area. */
  sample(u: number, v: number, out: { x: number; z: number }): void;
}

/** The corner of a rectangle takes two corrections: one a side. */
export const CORRECTIONS = 2;

const found: Edge = { distance: 0, normalX: 0, normalZ: 0 };

/** The place inside of a boundary that is nearest to a point, metres: the point itself, or one at the edge. */
export function nearestInside(boundary: Boundary, [x, z]: Point): Point {
  for (let correction = 0; correction < CORRECTIONS; correction++) {
    boundary.probe(x, z, -1, found);
    if (found.distance >= 0) break;
    x -= found.normalX * found.distance;
    z -= found.normalZ * found.distance;
  }
  return [x, z];
}

/** Builds a boundary from its description. */
export function createBoundary(
  description: BoundaryDescription,
  paths: readonly Path[],
  people: Population,
): Boundary {
  switch (description.kind) {
    case 'disc':
      return ring(0, description.radius);
    case 'ring':
      return ring(description.inner, description.outer);
    case 'rectangle':
      return rectangle(description.halfWidth, description.halfLength);
    case 'strip':
      return strip(paths[description.path], people);
    case 'endless':
      return endless(description.halfWidth, description.length);
    case 'open':
      return open([description.minX, description.minZ, description.maxX, description.maxZ]);
  }
}

function ring(inner: number, outer: number): Boundary {
  return {
    bounds: [-outer, -outer, outer, outer],
    isEndless: false,
    isConvex: inner === 0,
    probe(x, z, _person, edge) {
      const radius = Math.sqrt(x * x + z * z);
      const isNearOuter = inner === 0 || outer - radius < radius - inner;
      edge.distance = isNearOuter ? outer - radius : radius - inner;
      const outwards = isNearOuter ? -1 : 1;
      edge.normalX = radius > 0 ? (outwards * x) / radius : 1;
      edge.normalZ = radius > 0 ? (outwards * z) / radius : 0;
    },
    sample(u, v, out) {
      // Uniform in area: the square of the radius is uniform.
      const radius = Math.sqrt(inner * inner + u * (outer * outer - inner * inner));
      const [sin, cos] = sinCosTurns(v);
      out.x = radius * cos;
      out.z = radius * sin;
    },
  };
}

function rectangle(halfWidth: number, halfLength: number): Boundary {
  return {
    bounds: [-halfWidth, -halfLength, halfWidth, halfLength],
    isEndless: false,
    isConvex: true,
    probe(x, z, _person, edge) {
      const roomX = halfWidth - Math.abs(x);
      const roomZ = halfLength - Math.abs(z);
      edge.distance = Math.min(roomX, roomZ);
      edge.normalX = roomX < roomZ ? (x > 0 ? -1 : 1) : 0;
      edge.normalZ = roomX < roomZ ? 0 : z > 0 ? -1 : 1;
    },
    sample(u, v, out) {
      out.x = (2 * u - 1) * halfWidth;
      out.z = (2 * v - 1) * halfLength;
    },
  };
}

function strip(path: Path, people: Population): Boundary {
  const { halfWidth } = path;
  const [minX, minZ, maxX, maxZ] = path.bounds;
  const place = emptyPlace();
  return {
    bounds: [minX - halfWidth, minZ - halfWidth, maxX + halfWidth, maxZ + halfWidth],
    isEndless: false,
    isConvex: false,
    probe(x, z, person, edge) {
      path.locate(x, z, person < 0 ? -1 : people.edgePiece[person], place);
      if (person >= 0) people.edgePiece[person] = place.piece;
      edge.distance = halfWidth - place.distance;
      edge.normalX = place.distance > 0 ? (place.x - x) / place.distance : 1;
      edge.normalZ = place.distance > 0 ? (place.z - z) / place.distance : 0;
    },
    sample(u, v, out) {
      path.at(u * path.length, place);
      const left = (2 * v - 1) * halfWidth;
      out.x = place.x + place.directionZ * left;
      out.z = place.z - place.directionX * left;
    },
  };
}

function endless(halfWidth: number, length: number): Boundary {
  return {
    bounds: [-halfWidth, 0, halfWidth, length],
    isEndless: true,
    isConvex: true,
    probe(x, _z, _person, edge) {
      edge.distance = halfWidth - Math.abs(x);
      edge.normalX = x > 0 ? -1 : 1;
      edge.normalZ = 0;
    },
    sample(u, v, out) {
      out.x = (2 * u - 1) * halfWidth;
      out.z = v * length;
    },
  };
}

function open(bounds: Bounds): Boundary {
  const [minX, minZ, maxX, maxZ] = bounds;
  return {
    bounds,
    isEndless: false,
    isConvex: true,
    probe(_x, _z, _person, edge) {
      edge.distance = Number.POSITIVE_INFINITY;
      edge.normalX = 1;
      edge.normalZ = 0;
    },
    sample(u, v, out) {
      out.x = minX + u * (maxX - minX);
      out.z = minZ + v * (maxZ - minZ);
    },
  };
}
