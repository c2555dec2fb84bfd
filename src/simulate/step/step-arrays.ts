/** Numbers of a record in `bodies` and `lanes`, as `sight.ts` lays them out. */
const RECORD_SIZE = 8;

/** Intermediate results of one step, by index in the grid's order unless noted. */
export class StepArrays {
  /** By person: direction to the goal, round the obstacles before it, length 1. */
  readonly aimX: Float64Array;
  readonly aimZ: Float64Array;
  /** By person: metres to the goal; infinite where it has no end. */
  readonly aimDistance: Float64Array;
  /** By person: speed in this step, metres a second. */
  readonly speed: Float64Array;
  /** Avoidance, metres a second squared. */
  readonly forceX: Float64Array;
  readonly forceZ: Float64Array;
  /** The part of it that avoids others. */
  readonly avoidX: Float64Array;
  readonly avoidZ: Float64Array;
  /** 1 for agents that look about. */
  readonly sees: Uint8Array;
  /** 1 for agents that press past a standing one. */
  readonly presses: Uint8Array;
  /** Records that other agents read, and sums over the agents ahead; `sight.ts` has both layouts. */
  readonly bodies: Float64Array;
  readonly lanes: Float64Array;
  /** Agents near one, by index of the order. */
  readonly near: Int32Array;
  /** Clear distance ahead, metres. */
  readonly gap: Float64Array;
  /** The agent at that distance, by index of the order; −1 for none or something else. */
  readonly ahead: Int32Array;
  /** Speed of that agent in the same direction, metres a second; negative if it approaches. */
  readonly following: Float64Array;
  /** Offset of the agents ahead that go the same way from those that come the other way: 1 for a metre farther left. */
  readonly lane: Float64Array;
  /** Velocity that takes a standing agent out of the way of others, metres a second. */
  readonly wayX: Float64Array;
  readonly wayZ: Float64Array;
  /** Sums of the contacts' corrections, metres, and how many there are. */
  readonly pushX: Float64Array;
  readonly pushZ: Float64Array;
  readonly contacts: Uint8Array;
  /** Mobility in contacts; 0 for an agent that contacts do not move. */
  readonly mobility: Float64Array;

  constructor(size: number) {
    this.aimX = new Float64Array(size);
    this.aimZ = new Float64Array(size);
    this.aimDistance = new Float64Array(size);
    this.speed = new Float64Array(size);
    this.forceX = new Float64Array(size);
    this.forceZ = new Float64Array(size);
    this.avoidX = new Float64Array(size);
    this.avoidZ = new Float64Array(size);
    this.sees = new Uint8Array(size);
    this.presses = new Uint8Array(size);
    this.bodies = new Float64Array(RECORD_SIZE * size);
    this.lanes = new Float64Array(RECORD_SIZE * size);
    this.near = new Int32Array(size);
    this.gap = new Float64Array(size);
    this.ahead = new Int32Array(size);
    this.following = new Float64Array(size);
    this.lane = new Float64Array(size);
    this.wayX = new Float64Array(size);
    this.wayZ = new Float64Array(size);
    this.pushX = new Float64Array(size);
    this.pushZ = new Float64Array(size);
    this.contacts = new Uint8Array(size);
    this.mobility = new Float64Array(size);
  }

  clear(): void {
    this.forceX.fill(0);
    this.forceZ.fill(0);
    this.avoidX.fill(0);
    this.avoidZ.fill(0);
    this.lanes.fill(0);
    this.gap.fill(Number.POSITIVE_INFINITY);
    this.ahead.fill(-1);
    this.following.fill(0);
    this.lane.fill(0);
    this.wayX.fill(0);
    this.wayZ.fill(0);
  }
}
