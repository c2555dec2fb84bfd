import { terrainHeight } from '../../generate/index.js';
import { exp, heightInGrid } from '../../math/index.js';
import type { Agents, Population } from '../population/population.js';
import type { Scenario } from '../population/scenario.js';
import { STEP_SECONDS } from '../population/steering-options.js';

/** Tobler's law: speed falls with the slope's distance from this, … */
const EASIEST_SLOPE = -0.05;
/** … by this power of e for each unit of slope. */
const SLOPE_EXPONENT = 3.5;
/** Slopes are smoothed over this, seconds: about one stride. */
export const SMOOTHING_SECONDS = 0.5;
/** Shortest way of a step from which a slope is computed, metres. */
const MIN_WAY = 0.01;

/** The ground of a scenario: the height of agents, and the slope of their ways. */
export class Ground {
  readonly #isFlat: boolean;
  readonly #heightAt: (x: number, z: number) => number;

  constructor({ seed, terrain, heights }: Pick<Scenario, 'seed' | 'terrain' | 'heights'>) {
    this.#isFlat = !heights && terrain?.active !== true;
    if (heights) this.#heightAt = (x, z) => heightInGrid(heights, x, z);
    else this.#heightAt = terrain ? terrainHeight({ seed, terrain }) : () => 0;
  }

  /** Sets the height and slope of agents. */
  measure({ x, z, height, slope, velocityX, velocityZ }: Population, { list, count }: Agents): void {
    if (this.#isFlat) return;
    for (let n = 0; n < count; n++) {
      const i = list[n];
      const now = this.#heightAt(x[i], z[i]);
      const speed = Math.sqrt(velocityX[i] * velocityX[i] + velocityZ[i] * velocityZ[i]);
      const way = speed * STEP_SECONDS;
      const rise = way > MIN_WAY ? (now - height[i]) / way : 0;
      slope[i] += (rise - slope[i]) * (STEP_SECONDS / SMOOTHING_SECONDS);
      height[i] = now;
    }
  }

  /** Sets the height of agents, and the slope of their ways in the next `seconds`. */
  lookAhead(
    { x, z, height, slope, velocityX, velocityZ }: Population,
    agents: Agents,
    seconds: number,
  ): void {
    if (this.#isFlat) return;
    for (let n = 0; n < agents.count; n++) {
      const i = agents.list[n];
      const [onX, onZ] = [velocityX[i] * seconds, velocityZ[i] * seconds];
      const way = Math.sqrt(onX * onX + onZ * onZ);
      height[i] = this.#heightAt(x[i], z[i]);
      slope[i] = way > MIN_WAY ? (this.#heightAt(x[i] + onX, z[i] + onZ) - height[i]) / way : 0;
    }
  }

  /**
   * Slows down agents that walk up, or steeply down.
   *
   * @see W. Tobler, "Three presentations on geographical analysis and modeling", 1993
   */
  slowDown({ slope, wishSpeed }: Population, { list, count }: Agents): void {
    if (this.#isFlat) return;
    const level = exp(-SLOPE_EXPONENT * -EASIEST_SLOPE);
    for (let n = 0; n < count; n++) {
      const i = list[n];
      const steepness = Math.abs(slope[i] - EASIEST_SLOPE);
      wishSpeed[i] *= exp(-SLOPE_EXPONENT * steepness) / level;
    }
  }
}
