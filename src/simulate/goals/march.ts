import type { Point } from '../../math/index.js';
import { INTENT, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import { emptyPlace } from '../world/path.js';
import type { World } from '../world/world.js';
import { approachPlace } from './approach-place.js';
import { beginHere } from './assign-goal.js';

/** Options of a formation. */
export interface MarchOptions {
  /**
   * Agents side by side, 1 or more.
   *
   * @default 4
   */
  readonly abreast?: number;
  /**
   * Metres between neighbours, both ways.
   *
   * @default 1
   */
  readonly spacing?: number;
  /**
   * Metres a second; never faster than the slowest member.
   *
   * @default the speed of the slowest member
   */
  readonly speed?: number;
}

/** A formation that is to be started. */
export interface MarchOrder {
  /** Agents; the first is the right end of the first rank. */
  readonly who: readonly number[];
  /** Path, metres. */
  readonly corners: readonly Point[];
  readonly isClosed: boolean;
  readonly options: MarchOptions;
}

const DEFAULT_ABREAST = 4;
/** Metres. */
const DEFAULT_SPACING = 1;

/** Starts a formation. Its first rank begins where all others fit behind it. */
export function formUp(
  { who, corners, isClosed, options }: MarchOrder,
  people: Population,
  world: World,
): void {
  const { abreast = DEFAULT_ABREAST, spacing = DEFAULT_SPACING } = options;
  const halfWidth = (abreast * spacing) / 2;
  const path = world.addPath({ corners, isClosed, halfWidth, keepRight: 0 }, people);
  const slowest = who.reduce(
    (least, person) => Math.min(least, people.preferredSpeed[person]),
    Number.POSITIVE_INFINITY,
  );
  const speed = Math.min(slowest, options.speed ?? slowest);
  const ranks = Math.ceil(who.length / abreast);
  const arc = (ranks - 1) * spacing;
  const formation = findFreeFormation(people, world);
  world.formations[formation] = { path, arc, speed, pace: 0, lag: 0 };
  who.forEach((person, k) => {
    const rank = Math.floor(k / abreast);
    const inRank = Math.min(abreast, who.length - rank * abreast);
    beginHere(people, person, world);
    people.intent[person] = INTENT.march;
    people.isSettled[person] = 0;
    people.isStopping[person] = 0;
    people.wait[person] = 0;
    people.path[person] = path;
    people.leader[person] = formation;
    people.slotLeft[person] = ((k % abreast) - (inRank - 1) / 2) * spacing;
    people.slotAhead[person] = -rank * spacing;
  });
}

const place = emptyPlace();

/** Keeps an agent in its place in a formation. It has arrived when it stands there after the formation has reached its end. */
export function march(person: number, people: Population, arrays: StepArrays, world: World): void {
  const formation = world.formations[people.leader[person]];
  const path = world.paths[formation.path];
  path.at(formation.arc + people.slotAhead[person], place);
  const { directionX, directionZ } = place;
  const left = people.slotLeft[person];
  const dx = place.x + directionZ * left - people.x[person];
  const dz = place.z - directionX * left - people.z[person];
  formation.lag = Math.max(formation.lag, Math.sqrt(dx * dx + dz * dz));
  const isThere = approachPlace(
    dx,
    dz,
    directionX * formation.pace,
    directionZ * formation.pace,
    person,
    people,
    arrays,
  );
  if (!isThere || path.isClosed || formation.arc < path.length || people.isSettled[person] === 1) return;
  people.isSettled[person] = 1;
  world.report('arrived', person);
}

/** Number of a formation without members, or of a new one. */
function findFreeFormation(
  { size, intent, intentBefore, leader }: Population,
  { formations }: World,
): number {
  const isInUse = new Uint8Array(formations.length + 1);
  for (let i = 0; i < size; i++) {
    const current = intent[i] === INTENT.flee ? intentBefore[i] : intent[i];
    if (current === INTENT.march) isInUse[leader[i]] = 1;
  }
  return isInUse.indexOf(0);
}
