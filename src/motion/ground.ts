import type { Object3D } from 'three';
import { CrowdError } from '../errors/index.js';
import { type Heightmap, heightInGrid } from '../math/index.js';

/** Metres above the crowd's plane of the ground at a point of the crowd's space. */
export type GroundHeight = (x: number, z: number) => number;

/** As {@link GroundHeight}, but returns `otherwise` where that fails, so that frames go on. */
export type SteadyGround = (x: number, z: number, otherwise: number) => number;

/** The ground that a crowd stands and walks on. */
export type Ground = GroundHeight | Heightmap | Object3D;

/** Results of {@link readGround}: `buildCrowd` need not check again what `createCrowd` has read before it loads files. */
const READ = new WeakSet<GroundHeight>();

/**
 * The heights of a ground. A mesh is sampled once, its uppermost surface, where it stands in the world at this moment.
 *
 * @throws {CrowdError} for a value that is no ground, a heightmap whose numbers do not fit one another, or a mesh without triangles; the
 *   returned function, for a function that gives no finite number
 */
export async function readGround(
  ground: Ground,
  onWarning: (message: string) => void = console.warn,
): Promise<GroundHeight> {
  if (typeof ground === 'function' && READ.has(ground)) return ground;
  let heightAt: GroundHeight;
  if (typeof ground === 'function') heightAt = checkedHeight(ground);
  else {
    const { readGrid } = await import('./ground-grid.js');
    const grid = readGrid(ground, onWarning);
    heightAt = (x, z) => heightInGrid(grid, x, z);
  }
  READ.add(heightAt);
  return heightAt;
}

/** A ground whose failures are told once, for calls in every frame. */
export function steadyGround(
  ground: GroundHeight,
  onWarning: (message: string) => void = console.warn,
): SteadyGround {
  let hasWarned = false;
  return (x, z, otherwise) => {
    try {
      return ground(x, z);
    } catch (error) {
      if (!hasWarned)
        onWarning(
          `three-crowd: ${(error as Error).message} Until then, characters keep the height that they have.`,
        );
      hasWarned = true;
      return otherwise;
    }
  };
}

function checkedHeight(heightAt: GroundHeight): GroundHeight {
  const refuse = (failure: string, x: number, z: number, cause?: unknown): never => {
    throw new CrowdError(`ground ${failure} at x = ${x}, z = ${z}; it must return metres there.`, { cause });
  };
  return (x, z) => {
    let height: number;
    try {
      height = heightAt(x, z);
    } catch (error) {
      return refuse(`threw "${error instanceof Error ? error.message : error}"`, x, z, error);
    }
    return Number.isFinite(height) ? height : refuse(`returned ${height}`, x, z);
  };
}
