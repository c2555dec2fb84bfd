import type { Command } from '../controls/command.js';
import { beginWherePlaced } from '../goals/assign-goal.js';
import { INTENT, type Population } from '../population.js';
import { STEP_SECONDS } from '../step/steering-options.js';
import { emptyPlace, type PlaceOnPath } from './path.js';
import type { World } from './world.js';

const USUAL_ABREAST = 4;
/** Metres. */
const USUAL_SPACING = 1;
/** A formation waits while one of its members is this far from their place, metres … */
export const MAX_LAG = 3;
/** … and goes at full speed up to this. */
export const SMALL_LAG = 0.5;

/** People who march in ranks: a place that moves along a path, and everybody's place beside it. */
export interface Formation {
  readonly path: number;
  /** Where the first rank is, metres along the path. */
  arc: number;
  /** Metres a second. */
  readonly speed: number;
  /** The speed at present. */
  pace: number;
  /** The largest distance of a member from their place in the last step, metres. */
  lag: number;
}

/** Starts a formation. Its first rank begins where all others fit behind it. */
export function formUp(
  { who, corners, isClosed, options }: Extract<Command, { kind: 'march' }>,
  people: Population,
  world: World,
): void {
  const { abreast = USUAL_ABREAST, spacing = USUAL_SPACING } = options;
  const halfWidth = (abreast * spacing) / 2;
  const path = world.addPath({ corners, isClosed, halfWidth, keepRight: 0 }, people);
  const slowest = who.reduce(
    (least, person) => Math.min(least, people.preferredSpeed[person]),
    Number.POSITIVE_INFINITY,
  );
  const speed = Math.min(slowest, options.speed ?? slowest);
  const ranks = Math.ceil(who.length / abreast);
  const arc = (ranks - 1) * spacing;
  const formation = world.formations.push({ path, arc, speed, pace: 0, lag: 0 }) - 1;
  who.forEach((person, k) => {
    const rank = Math.floor(k / abreast);
    const inRank = Math.min(abreast, who.length - rank * abreast);
    beginWherePlaced(people, person);
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

/** Moves every formation on, slower where its members lag behind. */
export function advanceFormations({ formations, paths }: World): void {
  for (const formation of formations) {
    const share = Math.min(1, Math.max(0, (MAX_LAG - formation.lag) / (MAX_LAG - SMALL_LAG)));
    const { length, isClosed } = paths[formation.path];
    const isAtEnd = !isClosed && formation.arc >= length;
    formation.pace = isAtEnd ? 0 : formation.speed * share;
    const arc = formation.arc + formation.pace * STEP_SECONDS;
    formation.arc = isClosed ? arc : Math.min(length, arc);
    formation.lag = 0;
  }
}

const beside = emptyPlace();

/** Where someone's place in a formation is, and the way it moves. */
export function placeInFormation(
  person: number,
  people: Population,
  { formations, paths }: World,
): PlaceOnPath {
  const formation = formations[people.leader[person]];
  paths[formation.path].at(formation.arc + people.slotAhead[person], beside);
  const left = people.slotLeft[person];
  beside.x += beside.directionZ * left;
  beside.z -= beside.directionX * left;
  return beside;
}
