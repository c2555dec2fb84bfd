import { sinCos } from '../../math/index.js';
import { FRAME, FRAME_STRIDE } from '../frame.js';
import { turnDistance } from '../goals/follow.js';
import { INTENT, type Population } from '../population.js';
import type { ShownFrames } from '../worker/frame-pair.js';
import type { World } from '../world/world.js';
import type { FieldTable } from './field-table.js';

/** Texels of four numbers that somebody has on the GPU, and which is which. Every number is a float, indices too. */
export const AGENT = {
  /** Position x and z, metres; velocity x and z, metres a second. */
  place: 0,
  /** The way the body faces, x and z; shown speed; metres walked within the last step. */
  body: 1,
  /** The way someone wants to go, x and z; how fast; seconds of being held up. */
  wish: 2,
  /** Radius; preferred speed; intent, one of `INTENT`; 1 for someone who has settled, 2 who slows down to stand. */
  self: 3,
  /**
   * By intent: a point, metres; a place beside a leader or in a formation. Then how near to the point counts as there, how far before an
   * end of the path someone turns, or the number of an exit, −1 for none yet, or, of who stands, the x of the point that they have
   * reached, `ENDLESS` for none; 1 where the point is to be where someone comes to a stand, `LEAVES` for someone who leaves on arrival.
   */
  goal: 4,
  /**
   * Piece of the path, or metres to the exit; direction along it; places visited, or steps until somebody looks for a better exit;
   * number of the path, of the leader, of the formation or of the flow field. On a route, which leads past corners to a target: piece,
   * `ROUTE_BEGINS` for somebody who begins where they are; where they began, x and z; `FIRST_ROUTE` less the path's number. Of who
   * stands: the way they turn back to, x and z; the z of the point that they have reached.
   */
  way: 5,
  /**
   * Clear metres ahead; who ends them, or did last while someone is held up, −1 for nobody; piece of the boundary's path; 1
   * while the legs walk, 2 to stand then.
   */
  sight: 6,
  /** What was decided in this step: the way, x and z; the speed; as `self` has it, 1 or 2, or `LEFT`. */
  aim: 7,
  /** Position and heading before the last step. */
  before: 8,
  /** What is played: number of the clip, start, speed; seconds into it at the end of the step, or as `walk_stop` is played. */
  clip: 9,
  /** What fades out: number of the clip, start, speed; start of the fade. */
  oldClip: 10,
  /** Gait; times in a row of standing; seconds of the fade; metres walked that the clip does not show yet. */
  gait: 11,
  /**
   * Number of the idle clip, −1 for none; 1 for someone who has left, whatever `self` says; the sum of what has happened to them,
   * as `HAPPENED` has it, and was not reported; 1 once they were reported to be blocked, until they move on.
   */
  idle: 12,
  /** On hills: height, metres; slope; height before the last step, metres. */
  ground: 13,
  /**
   * A point to flee from, metres; how far, metres; the intent to go back to. Below 0, the last one says that somebody was told
   * something since and does not heed the first of the dangers that are still to be told: `HEEDS_FROM` less their number.
   */
  danger: 14,
} as const;

/** The gait of those whose clip is still the one that they began with. */
export const UNKNOWN_GAIT = -1;

/** The last number of the goal of somebody who leaves on arrival. */
export const LEAVES = 2;

/** Told of routes where they begin; see {@link AGENT}. */
export const ROUTE_BEGINS = -2;
/** The number of a route along the path 0. */
export const FIRST_ROUTE = -2;

/** What may have happened to somebody, to be added up … */
export const HAPPENED = { arrived: 1, blocked: 2 } as const;
/** … to less than this. */
export const EVENT_KINDS = 4;

/** What somebody has decided who has left. */
export const LEFT = 3;

/** Of somebody who heeds the first danger. */
export const HEEDS_FROM = -1;

/** What shaders take for infinity. */
export const ENDLESS = 1e30;

/** Formations that there may be; each has a texel behind everybody's. */
export const MAX_FORMATIONS = 256;

/** Texels of one person. */
export const AGENT_TEXELS = 15;
/** Numbers of one person. */
const AGENT_NUMBERS = 4 * AGENT_TEXELS;

/** Numbers of the table that have changed, one after another. */
export interface NumberRun {
  readonly first: number;
  readonly count: number;
}

/** The texels that somebody's goal takes, which can be told to people while they walk. */
const GOAL_TEXELS = { first: AGENT.self, count: AGENT.way - AGENT.self + 1 } as const;

/**
 * Everybody as the GPU takes them at the start, and what they are told later. Where they are since then, the GPU alone
 * knows.
 */
export class AgentTable {
  readonly size: number;
  readonly numbers: Float32Array<ArrayBuffer>;
  readonly #people: Population;
  readonly #world: World;
  readonly #fields: FieldTable;
  #changes: NumberRun[] = [];
  #areLed = false;
  /** Whether anybody may have left by now. */
  #mayHaveLeft = false;

  constructor(people: Population, world: World, fields: FieldTable) {
    this.size = people.size;
    this.#people = people;
    this.#world = world;
    this.#fields = fields;
    this.numbers = new Float32Array(people.size * AGENT_NUMBERS + 4 * MAX_FORMATIONS);
    for (let i = 0; i < people.size; i++) {
      this.#writeStart(i);
      this.#writeGoal(i, false);
      this.setIdle(i, -1);
    }
    world.formations.forEach((_, n) => {
      this.#writeFormation(n);
    });
  }

  /** Puts everybody where they are by now, at the end of a step that brought them there. */
  restart({ previous, current }: Pick<ShownFrames, 'previous' | 'current'>): void {
    for (let i = 0; i < this.size; i++) {
      this.#writeStart(i);
      this.#writeGoal(i, false);
      this.#writeStep(i, previous, current);
    }
    this.#world.formations.forEach((_, n) => {
      this.#writeFormation(n);
    });
    this.#changes = [{ first: 0, count: this.numbers.length }];
  }

  /** Whether somebody has been told to march, to leave by an exit or to go past corners. */
  get areLed(): boolean {
    return this.#areLed;
  }

  /** Sets the clip that somebody plays while standing, −1 for none. */
  setIdle(i: number, clip: number): void {
    this.#set(i, AGENT.idle, clip, 0, 0, 0);
  }

  /**
   * Tells the GPU what somebody is about by now.
   *
   * @param comesBack whether somebody is there again who has left
   */
  tellGoal(i: number, comesBack: boolean): void {
    this.#writeGoal(i, true);
    this.#changes.push({
      first: i * AGENT_NUMBERS + 4 * GOAL_TEXELS.first,
      count: 4 * GOAL_TEXELS.count,
    });
    if (comesBack && this.#mayHaveLeft) this.#tellGone(i, 0);
  }

  /** Tells the GPU that somebody has left; what they were about stays known there. */
  tellGone(i: number): void {
    this.#mayHaveLeft = true;
    this.#tellGone(i, 1);
  }

  /** Tells the GPU of a formation that is new. */
  tellFormation(n: number): void {
    this.#writeFormation(n);
    this.#changes.push({ first: formationNumber(n, this.size), count: 4 });
  }

  /** Has somebody not heed the first of the dangers that the GPU is yet to be told of: they were told something else since. */
  heedFrom(i: number, danger: number): void {
    this.#set(i, AGENT.danger, 0, 0, 0, HEEDS_FROM - danger);
    this.#changes.push({ first: i * AGENT_NUMBERS + 4 * AGENT.danger, count: 4 });
  }

  /** Tells the GPU how fast somebody walks on open ground. */
  tellSpeed(i: number): void {
    const first = i * AGENT_NUMBERS + 4 * AGENT.self + 1;
    this.numbers[first] = this.#people.preferredSpeed[i];
    this.#changes.push({ first, count: 1 });
  }

  /** Writes what has changed since {@link takeChanges} over what the GPU had. */
  writeChanges(agents: Float32Array): void {
    for (const { first, count } of this.#changes) {
      agents.set(this.numbers.subarray(first, first + count), first);
    }
  }

  /** What has changed since the last call. */
  takeChanges(): readonly NumberRun[] {
    const changes = this.#changes;
    if (changes.length > 0) this.#changes = [];
    return changes;
  }

  #tellGone(i: number, isGone: number): void {
    const first = i * AGENT_NUMBERS + 4 * AGENT.idle + 1;
    this.numbers[first] = isGone;
    this.#changes.push({ first, count: 1 });
  }

  #writeStart(i: number): void {
    const people = this.#people;
    const { x, z, headingX, headingZ } = people;
    this.#set(i, AGENT.place, x[i], z[i], people.velocityX[i], people.velocityZ[i]);
    this.#set(i, AGENT.body, headingX[i], headingZ[i], people.shownSpeed[i], 0);
    this.#set(i, AGENT.wish, people.wishX[i], people.wishZ[i], people.wishSpeed[i], people.wait[i]);
    this.#set(
      i,
      AGENT.sight,
      ENDLESS,
      people.ahead[i],
      people.edgePiece[i],
      people.isWalking[i] * (1 + people.isStopping[i]),
    );
    this.#set(
      i,
      AGENT.aim,
      people.wishX[i],
      people.wishZ[i],
      0,
      people.isSettled[i] + 2 * people.isStopping[i],
    );
    this.#set(i, AGENT.before, x[i], z[i], headingX[i], headingZ[i]);
    this.#set(i, AGENT.gait, UNKNOWN_GAIT, 0, 0, 0);
    this.#set(i, AGENT.ground, people.height[i], people.slope[i], people.height[i], 0);
    this.numbers[i * AGENT_NUMBERS + 4 * AGENT.idle + 3] = people.isReported[i];
    const flees = people.intent[i] === INTENT.flee;
    const { dangerX, dangerZ, dangerRadius, intentBefore } = people;
    if (flees) this.#set(i, AGENT.danger, dangerX[i], dangerZ[i], dangerRadius[i], intentBefore[i]);
    else this.#set(i, AGENT.danger, 0, 0, 0, 0);
  }

  #writeStep(i: number, previous: Float32Array, current: Float32Array): void {
    const o = i * FRAME_STRIDE;
    const [sin, cos] = sinCos(previous[o + FRAME.heading]);
    this.#set(i, AGENT.before, previous[o + FRAME.x], previous[o + FRAME.z], sin, cos);
    const at = i * AGENT_NUMBERS;
    this.numbers[at + 4 * AGENT.body + 3] = current[o + FRAME.distance] - previous[o + FRAME.distance];
    this.numbers[at + 4 * AGENT.ground + 2] = previous[o + FRAME.y];
  }

  /** @param isHere whether somebody who stands is to come to a stand wherever they are */
  #writeGoal(i: number, isHere: boolean): void {
    const people = this.#people;
    const isSettled = people.isSettled[i] + 2 * people.isStopping[i];
    this.#set(i, AGENT.self, people.radius[i], people.preferredSpeed[i], people.intent[i], isSettled);
    // Whoever flees goes back to it.
    const intent = people.intent[i] === INTENT.flee ? people.intentBefore[i] : people.intent[i];
    let x = people.targetX[i];
    let z = people.targetZ[i];
    let distance = people.reach[i];
    let number = people.path[i];
    let piece = people.piece[i];
    let direction = people.direction[i];
    let visits = people.visits[i];
    if (intent === INTENT.accompany || intent === INTENT.march) {
      x = people.slotLeft[i];
      z = people.slotAhead[i];
      number = people.leader[i];
    } else if (intent === INTENT.follow) {
      distance = turnDistance(i, this.#world.paths[number], this.#world.seed);
    } else if (intent === INTENT.go || intent === INTENT.gather) {
      const route = people.route[i];
      if (route >= 0) {
        number = FIRST_ROUTE - route;
        [direction, visits] = this.#world.paths[route].corner(0);
      } else number = this.#fields.numberOf(x, z);
    } else if (intent === INTENT.stand) {
      piece = people.standingX[i];
      direction = people.standingZ[i];
      distance = Math.min(people.reachedX[i], ENDLESS);
      visits = Math.min(people.reachedZ[i], ENDLESS);
      number = -1;
    } else if (intent === INTENT.wander) {
      this.#fields.makeShared();
    } else if (intent === INTENT.leave) {
      distance = people.exit[i];
      piece = people.exitDistance[i];
      number = this.#fields.numberOfExit(distance);
    }
    const isStopping = intent === INTENT.stand && (isHere || people.isStopping[i] === 1);
    this.#areLed ||= intent === INTENT.march || intent === INTENT.leave || number <= FIRST_ROUTE;
    const leaves = intent === INTENT.go && people.leaves[i] === 1;
    this.#mayHaveLeft ||= leaves || intent === INTENT.leave;
    this.#set(i, AGENT.goal, x, z, distance, leaves ? LEAVES : isStopping ? 1 : 0);
    this.#set(i, AGENT.way, piece, direction, visits, number);
  }

  #writeFormation(n: number): void {
    const { path, speed, arc, pace } = this.#world.formations[n];
    this.numbers.set([path, speed, arc, pace], formationNumber(n, this.size));
  }

  #set(i: number, texel: number, a: number, b: number, c: number, d: number): void {
    const at = i * AGENT_NUMBERS + 4 * texel;
    this.numbers[at] = a;
    this.numbers[at + 1] = b;
    this.numbers[at + 2] = c;
    this.numbers[at + 3] = d;
  }
}

/** Index of the first number of a formation's texel: the path, the speed, where the first rank is, the speed at present. */
export function formationNumber(n: number, people: number): number {
  return people * AGENT_NUMBERS + 4 * n;
}
