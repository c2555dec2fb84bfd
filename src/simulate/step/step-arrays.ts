/** Numbers of a record in `bodies` and `lanes`, as `sight.ts` lays them out. */
const RECORD_SIZE = 8;

/** Intermediate results of one step, by index in the grid's order unless noted. */
export type StepArrays = Readonly<ReturnType<typeof createStepArrays>>;

export function createStepArrays(size: number) {
  return {
    /** By person: direction to the goal, round the obstacles before it, length 1. */
    aimX: new Float64Array(size),
    aimZ: new Float64Array(size),
    /** By person: metres to the goal; infinite where it has no end. */
    aimDistance: new Float64Array(size),
    /** By person: speed in this step, metres a second. */
    speed: new Float64Array(size),
    /** Avoidance, metres a second squared. */
    forceX: new Float64Array(size),
    forceZ: new Float64Array(size),
    /** The part of it that avoids others. */
    avoidX: new Float64Array(size),
    avoidZ: new Float64Array(size),
    /** 1 for agents that look about. */
    sees: new Uint8Array(size),
    /** 1 for agents that press past a standing one. */
    presses: new Uint8Array(size),
    /** Records that other agents read, and sums over the agents ahead; `sight.ts` has both layouts. */
    bodies: new Float64Array(RECORD_SIZE * size),
    lanes: new Float64Array(RECORD_SIZE * size),
    /** Agents near one, by index of the order. */
    near: new Int32Array(size),
    /** Clear distance ahead, metres. */
    gap: new Float64Array(size),
    /** The agent at that distance, by index of the order; −1 for none or something else. */
    ahead: new Int32Array(size),
    /** Speed of that agent in the same direction, metres a second; negative if it approaches. */
    following: new Float64Array(size),
    /** Offset of the agents ahead that go the same way from those that come the other way: 1 for a metre farther left. */
    lane: new Float64Array(size),
    /** Velocity that takes a standing agent out of the way of others, metres a second. */
    wayX: new Float64Array(size),
    wayZ: new Float64Array(size),
    /** Sums of the contacts' corrections, metres, and how many there are. */
    pushX: new Float64Array(size),
    pushZ: new Float64Array(size),
    contacts: new Uint8Array(size),
    /** Mobility in contacts; 0 for an agent that contacts do not move. */
    mobility: new Float64Array(size),
  };
}

/** Resets the results of the previous step, for the first `count` agents of the grid's order. */
export function clearStepArrays(arrays: StepArrays, count: number): void {
  arrays.forceX.fill(0, 0, count);
  arrays.forceZ.fill(0, 0, count);
  arrays.avoidX.fill(0, 0, count);
  arrays.avoidZ.fill(0, 0, count);
  arrays.lanes.fill(0, 0, RECORD_SIZE * count);
  arrays.gap.fill(Number.POSITIVE_INFINITY, 0, count);
  arrays.ahead.fill(-1, 0, count);
  arrays.following.fill(0, 0, count);
  arrays.lane.fill(0, 0, count);
  arrays.wayX.fill(0, 0, count);
  arrays.wayZ.fill(0, 0, count);
}
