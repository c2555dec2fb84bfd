import { atan2, type Point } from '../../math/index.js';
import { createFrame, FRAME, FRAME_STRIDE, writeFrame } from '../frame.js';
import { goOnAlone } from '../goals/accompany.js';
import { INTENT, type Population } from '../population.js';
import type { PathDescription } from '../scenario.js';
import type { Formation } from '../world/formation.js';
import {
  AGENT,
  AGENT_TEXELS,
  ENDLESS,
  EVENT_KINDS,
  FIRST_ROUTE,
  formationNumber,
  ROUTE_BEGINS,
} from './agent-table.js';

/** Index of the first number of a person's texel. */
export function agentNumber(person: number, texel: number): number {
  return 4 * (person * AGENT_TEXELS + texel);
}

/**
 * Puts people where the GPU has them, with what they are doing there. What they are about they were told here, so that
 * only what follows from walking is read.
 *
 * @param agents everybody, as {@link AGENT} has the layout
 */
export function restorePeople(agents: Float32Array, people: Population): void {
  for (let i = 0; i < people.size; i++) {
    restorePlace(agents, i, people);
    restoreGoal(agents, i, people);
  }
}

/** The last two states, of people who were restored from the same numbers. The way walked counts from the first. */
export function framesOf(
  agents: Float32Array,
  people: Population,
): { previous: Float32Array<ArrayBuffer>; current: Float32Array<ArrayBuffer> } {
  const current = createFrame(people.size);
  writeFrame(people, current);
  const previous = current.slice();
  for (let i = 0; i < people.size; i++) {
    const before = agentNumber(i, AGENT.before);
    const o = i * FRAME_STRIDE;
    previous[o + FRAME.x] = agents[before];
    previous[o + FRAME.z] = agents[before + 1];
    previous[o + FRAME.heading] = atan2(agents[before + 2], agents[before + 3]);
    previous[o + FRAME.y] = agents[agentNumber(i, AGENT.ground) + 2];
    previous[o + FRAME.distance] = 0;
  }
  return { previous, current };
}

function restorePlace(agents: Float32Array, i: number, people: Population): void {
  const place = agentNumber(i, AGENT.place);
  people.x[i] = agents[place];
  people.z[i] = agents[place + 1];
  people.velocityX[i] = agents[place + 2];
  people.velocityZ[i] = agents[place + 3];
  const body = agentNumber(i, AGENT.body);
  people.headingX[i] = agents[body];
  people.headingZ[i] = agents[body + 1];
  people.shownSpeed[i] = agents[body + 2];
  people.distance[i] = agents[body + 3];
  const wish = agentNumber(i, AGENT.wish);
  people.wishX[i] = agents[wish];
  people.wishZ[i] = agents[wish + 1];
  people.wishSpeed[i] = agents[wish + 2];
  people.wait[i] = agents[wish + 3];
  const sight = agentNumber(i, AGENT.sight);
  people.gap[i] = orInfinity(agents[sight]);
  people.ahead[i] = agents[sight + 1];
  people.edgePiece[i] = agents[sight + 2];
  people.isWalking[i] = agents[sight + 3] > 0 ? 1 : 0;
  const ground = agentNumber(i, AGENT.ground);
  people.height[i] = agents[ground];
  people.slope[i] = agents[ground + 1];
}

function restoreGoal(agents: Float32Array, i: number, people: Population): void {
  const self = agentNumber(i, AGENT.self);
  const told = people.intent[i];
  const hasLeft = agents[agentNumber(i, AGENT.idle) + 1] > 0;
  const about = aboutOf(agents, i);
  // What the GPU does not keep of a goal is the leader's.
  if (told === INTENT.accompany && about !== INTENT.accompany) goOnAlone(i, people);
  const intent = hasLeft ? INTENT.gone : agents[self + 2];
  if (hasLeft) people.intentBefore[i] = about;
  people.isReported[i] = agents[agentNumber(i, AGENT.idle) + 3];
  people.isSettled[i] = agents[self + 3] === 1 ? 1 : 0;
  people.isStopping[i] = agents[self + 3] === 2 ? 1 : 0;
  // Those who have arrived stand, and remember what they came for.
  if (intent === INTENT.stand && told === INTENT.go) people.intentBefore[i] = INTENT.go;
  people.intent[i] = intent;
  if (intent === INTENT.flee) {
    const danger = agentNumber(i, AGENT.danger);
    people.dangerX[i] = agents[danger];
    people.dangerZ[i] = agents[danger + 1];
    people.dangerRadius[i] = agents[danger + 2];
    people.intentBefore[i] = agents[danger + 3];
  }
  const goal = agentNumber(i, AGENT.goal);
  const isHere = intent === INTENT.stand && agents[goal + 3] > 0;
  if (isHere) {
    people.isSettled[i] = 0;
    people.isStopping[i] = 1;
  }
  if (about !== INTENT.accompany && about !== INTENT.march) {
    people.targetX[i] = isHere ? people.x[i] : agents[goal];
    people.targetZ[i] = isHere ? people.z[i] : agents[goal + 1];
  }
  const way = agentNumber(i, AGENT.way);
  if (about === INTENT.stand) {
    people.standingX[i] = agents[way];
    people.standingZ[i] = agents[way + 1];
    people.reachedX[i] = orInfinity(agents[goal + 2]);
    people.reachedZ[i] = orInfinity(agents[way + 2]);
    return;
  }
  if (about === INTENT.leave) {
    people.exit[i] = agents[goal + 2];
    people.exitDistance[i] = agents[way];
  } else people.piece[i] = Math.max(agents[way], agents[way] === ROUTE_BEGINS ? 0 : -1);
  if (agents[way + 3] <= FIRST_ROUTE) return;
  people.direction[i] = agents[way + 1];
  people.visits[i] = agents[way + 2];
}

/** What has happened to people and was not reported, as `crowd-walk-report.wgsl` lists it. */
export function unreported(agents: Float32Array, size: number): number[] {
  const all = Array.from({ length: size }, (_, i) => agents[agentNumber(i, AGENT.idle) + 2]);
  return all.flatMap((happened, i) => (happened > 0 ? [EVENT_KINDS * i + happened] : []));
}

/** Puts formations where the GPU has them; how far their members lag is found in the next step. */
export function restoreFormations(
  agents: Float32Array,
  size: number,
  formations: readonly Formation[],
): void {
  formations.forEach((formation, n) => {
    const at = formationNumber(n, size);
    formation.arc = agents[at + 2];
    formation.pace = agents[at + 3];
    formation.lag = 0;
  });
}

/** The paths of a world, with routes from where people began: that is known on the GPU alone. */
export function restoreRoutes(
  agents: Float32Array,
  { size, intent, intentBefore }: Population,
  paths: readonly PathDescription[],
): PathDescription[] {
  const restored = paths.slice();
  for (let i = 0; i < size; i++) {
    const way = agentNumber(i, AGENT.way);
    const about = intent[i] === INTENT.flee ? intentBefore[i] : intent[i];
    if (agents[way + 3] > FIRST_ROUTE || (about !== INTENT.go && about !== INTENT.gather)) continue;
    const line = paths[FIRST_ROUTE - agents[way + 3]];
    const start = agents[way] === ROUTE_BEGINS ? agentNumber(i, AGENT.place) : way + 1;
    const corners: Point[] = [[agents[start], agents[start + 1]], ...line.corners.slice(1)];
    restored[FIRST_ROUTE - agents[way + 3]] = { ...line, corners };
  }
  return restored;
}

function orInfinity(number: number): number {
  return number < ENDLESS ? number : Number.POSITIVE_INFINITY;
}

/** What somebody is about, or goes back to after fleeing. */
function aboutOf(agents: Float32Array, i: number): number {
  const intent = agents[agentNumber(i, AGENT.self) + 2];
  return intent === INTENT.flee ? agents[agentNumber(i, AGENT.danger) + 3] : intent;
}
