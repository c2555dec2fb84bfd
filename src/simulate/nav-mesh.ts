import type { Point } from '../math/index.js';

/** Metres from the end of a way to its target from which on the target counts as not to be reached. */
const MAX_MISS = 1;

/** Finds the way from one place to another: the corners between them, metres; undefined where there is no way. */
export type PathFinder = (from: Point, to: Point) => readonly Point[] | undefined;

interface GroundPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Query of a navigation mesh, such as `NavMeshQuery` of recast-navigation 0.30 and later. */
export interface NavMeshQueryLike {
  computePath(
    start: GroundPoint,
    end: GroundPoint,
  ): { readonly success: boolean; readonly path: readonly GroundPoint[] };
}

/**
 * Finds ways over walkable geometry of your own, with a navigation mesh of recast-navigation's: its path, our steering.
 *
 * Build the mesh with a `walkableRadius` of at least 0.4 m, since people cut corners by up to 0.2 m beside their own
 * half width.
 *
 * @param heightAt height of the ground, metres, where the mesh is not near 0
 *
 * @example
 * const findPath = navMeshPathFinder(new NavMeshQuery(navMesh));
 * crowd.motion?.goTo(7, [3, 4], { findPath });
 */
export function navMeshPathFinder(
  query: NavMeshQueryLike,
  heightAt: (x: number, z: number) => number = () => 0,
): PathFinder {
  return ([fromX, fromZ], [toX, toZ]) => {
    const { success, path } = query.computePath(
      { x: fromX, y: heightAt(fromX, fromZ), z: fromZ },
      { x: toX, y: heightAt(toX, toZ), z: toZ },
    );
    // Where the target cannot be reached, the way ends at the nearest place that can.
    const last = path.at(-1);
    if (!success || !last) return undefined;
    const dx = last.x - toX;
    const dz = last.z - toZ;
    if (dx * dx + dz * dz > MAX_MISS * MAX_MISS) return undefined;
    return path.slice(1, -1).map(({ x, z }) => [x, z]);
  };
}
