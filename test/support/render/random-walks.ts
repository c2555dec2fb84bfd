import {
  FRAME,
  FRAME_STATE,
  FRAME_STRIDE,
  type RunningSimulation,
  type Simulation,
  STEP_SECONDS,
} from 'three-crowd/simulate';
import { mulberry32, wrapAngle } from '../../../src/math/index.js';

/** Time over which people come to a new speed, seconds, and how they turn, radians a second. */
const RELAXATION_SECONDS = 0.54;
const TURN_RATE = Math.PI;
const STANDING_TURN_RATE = Math.PI / 3;
/** Speeds at which the walk cycle starts and stops in the simulation, metres a second. */
const START_SPEED = 0.3;
const STOP_SPEED = 0.15;

/** Current state of one walker. */
interface Whim {
  until: number;
  speed: number;
  heading: number;
}

/**
 * Walkers with random speeds of 0.3 to 1.8 m/s, turns of up to a right angle, and stops: all cases of foot planting within a
 * few seconds.
 *
 * @param of the simulation that it stands in for
 */
export function randomWalks(of: Simulation, seed: number): RunningSimulation {
  const random = mulberry32(seed);
  const { size, commands, scenario } = of;
  const current = of.current.slice();
  const previous = current.slice();
  const whims: Whim[] = Array.from({ length: size }, () => ({ until: 0, speed: 0, heading: 0 }));
  const speeds = new Float64Array(size);
  let time = 0;
  let rest = 0;

  const step = (): void => {
    previous.set(current);
    time += STEP_SECONDS;
    whims.forEach((whim, i) => {
      const o = i * FRAME_STRIDE;
      if (time >= whim.until) {
        const stops = random() < 0.25;
        whim.speed = stops ? 0 : 0.31 + 1.49 * random();
        whim.heading = current[o + FRAME.heading] + (random() - 0.5) * Math.PI;
        whim.until = time + (stops ? 1 + random() : 2 + 3 * random());
      }
      speeds[i] += (whim.speed - speeds[i]) * (STEP_SECONDS / RELAXATION_SECONDS);
      const isMoving = speeds[i] > STOP_SPEED;
      const rate = (isMoving ? TURN_RATE : STANDING_TURN_RATE) * STEP_SECONDS;
      const turn = wrapAngle(whim.heading - current[o + FRAME.heading]);
      const heading = wrapAngle(current[o + FRAME.heading] + Math.min(rate, Math.max(-rate, turn)));
      const wasWalking = previous[o + FRAME.state] >= FRAME_STATE.walking;
      const isWalking = speeds[i] > (wasWalking ? STOP_SPEED : START_SPEED);
      const moved = speeds[i] < 0.01 ? 0 : speeds[i] * STEP_SECONDS;
      current[o + FRAME.heading] = heading;
      current[o + FRAME.x] += Math.sin(heading) * moved;
      current[o + FRAME.z] += Math.cos(heading) * moved;
      current[o + FRAME.speed] = speeds[i];
      const walking = whim.speed === 0 ? FRAME_STATE.stopping : FRAME_STATE.walking;
      current[o + FRAME.state] = isWalking ? walking : FRAME_STATE.standing;
      if (isWalking) current[o + FRAME.distance] += moved;
    });
  };

  return {
    scenario,
    size,
    commands,
    timeScale: 1,
    previous,
    current,
    get time() {
      return time;
    },
    get fraction() {
      return rest / STEP_SECONDS;
    },
    advance: (seconds) => {
      let steps = 0;
      for (rest += seconds; rest >= STEP_SECONDS; rest -= STEP_SECONDS) {
        step();
        steps += 1;
      }
      return steps;
    },
    takeEvents: () => [],
  };
}
