import { FRAME, FRAME_STRIDE, type Person, type Scenario, Simulation } from 'three-crowd/simulate';

/** Half the distance at which two people touch, metres. */
const BODY_RADIUS = 0.2;
/** Speeds on open ground, metres a second: Weidmann's mean and standard deviation, and the cut-off on both sides. */
const SPEED = { mean: 1.34, deviation: 0.26, min: 0.5, max: 2.2 };
const STEP_SECONDS = 0.05;
/** Distance to the ends of the line that people follow, metres; too far for anybody to reach and turn round. */
const FAR = 1e6;

export interface CorridorOptions {
  /** Metres. */
  readonly width: number;
  readonly length: number;
  /** People a square metre. */
  readonly density: number;
  /** True if every second person walks the other way. */
  readonly isTwoWay: boolean;
}

/** A corridor without ends: people who leave on one side enter on the other. */
export class Corridor {
  readonly simulation: Simulation;
  readonly options: CorridorOptions;
  /** 1 along the corridor, −1 back; of each person. */
  readonly directions: readonly (1 | -1)[];

  constructor(options: CorridorOptions) {
    this.options = options;
    const count = Math.round(options.density * options.width * options.length);
    this.directions = Array.from({ length: count }, (_, k) => (options.isTwoWay && k % 2 === 0 ? -1 : 1));
    this.simulation = new Simulation(scenarioOf(options, this.directions));
  }

  /** Mean speed along everybody's own way in the last step, metres a second. */
  meanSpeed(): number {
    const { previous, current } = this.simulation;
    const { length } = this.options;
    let sum = 0;
    for (const [person, direction] of this.directions.entries()) {
      const o = person * FRAME_STRIDE + FRAME.z;
      const moved = current[o] - previous[o];
      // A person who entered on the other side was moved by the length of the corridor.
      sum += (direction * (moved - length * Math.round(moved / length))) / STEP_SECONDS;
    }
    return sum / this.directions.length;
  }

  /**
   * Order of the lanes: the mean of ((same − opposite) / all)² of the people within 0.3 m to either side; 1 for perfect
   * lanes.
   */
  laneOrder(): number {
    const { current } = this.simulation;
    const across = this.directions.map((_, person) => current[person * FRAME_STRIDE + FRAME.x]);
    let sum = 0;
    for (const x of across) {
      let [balance, all] = [0, 0];
      for (const [other, direction] of this.directions.entries()) {
        if (Math.abs(across[other] - x) > 0.3) continue;
        balance += direction;
        all += 1;
      }
      sum += (balance / all) ** 2;
    }
    return sum / across.length;
  }
}

/** A number of the sequence of Roberts, evenly spread over 0 to 1; the same in each run. */
const spread = (k: number, step: number): number => (k * step) % 1;

/** A speed of a normal distribution, by Box and Muller's transform. */
function speedOf(k: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - spread(k, 0.618033989)));
  const speed = SPEED.mean + SPEED.deviation * radius * Math.cos(2 * Math.PI * spread(k, 0.324717957));
  return Math.min(SPEED.max, Math.max(SPEED.min, speed));
}

function scenarioOf({ width, length }: CorridorOptions, directions: readonly (1 | -1)[]): Scenario {
  const halfWidth = width / 2 - BODY_RADIUS;
  const people = directions.map((direction, k): Person => {
    return {
      x: (2 * spread(k, 0.754877666) - 1) * halfWidth,
      z: spread(k, 0.569840291) * length,
      heading: direction > 0 ? 0 : Math.PI,
      radius: BODY_RADIUS,
      speed: speedOf(k),
      goal: { kind: 'follow', path: 0, direction },
    };
  });
  return {
    seed: 1,
    people,
    boundary: { kind: 'endless', halfWidth, length },
    paths: [
      {
        corners: [
          [0, -FAR],
          [0, FAR],
        ],
        isClosed: false,
        halfWidth,
        keepRight: 0,
      },
    ],
    obstacles: [],
    walls: [],
    anticipation: 1,
    personalSpace: 0,
  };
}
