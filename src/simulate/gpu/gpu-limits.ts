import type { Point } from '../../math/index.js';
import type { Command } from '../controls/command.js';
import { INTENT, type Population } from '../population.js';
import type { Goal, Scenario } from '../scenario.js';
import type { SimulationSnapshot } from '../snapshot.js';
import { type Boundary, nearestInside } from '../world/boundary.js';
import { targetKey } from '../world/flow-fields.js';
import { boundaryOf } from '../world/outside.js';
import type { World } from '../world/world.js';
import { MAX_FORMATIONS } from './agent-table.js';
import { type FieldTable, MAX_TARGETS } from './field-table.js';
import { haveRoom, type PathTable } from './path-table.js';

/** Obstacles that there may be at once; a recipe has 64 at most. */
export const MAX_OBSTACLES = 128;

/** Points that people may be told to flee from between two frames. */
export const MAX_DANGERS = 64;

/** What somebody is about by now. */
interface PresentGoal {
  readonly kind: string;
  /** The point that somebody goes to, where they do, metres. */
  readonly x: number;
  readonly z: number;
  /** Whether corners lead there. */
  readonly hasRoute?: boolean;
}

/** Names of intents, by their codes. */
const INTENTS = Object.keys(INTENT);

/** Goals that shaders know. */
const GPU_GOALS: readonly string[] = [
  'stand',
  'wander',
  'follow',
  'go',
  'gather',
  'accompany',
  'march',
  'leave',
  'gone',
];

/** Commands that shaders do not know, and what they tell people. */
const UNKNOWN_COMMANDS: Partial<Record<Command['kind'], string>> = {
  add: 'add people',
  place: 'place people by hand',
  places: 'place people by hand',
};

/**
 * Why people of a scenario cannot walk on the GPU; undefined where they can.
 *
 * @param snapshot where they are by now and what they are about. @default as they begin
 */
export function whyNotOnGpu(scenario: Scenario, snapshot?: SimulationSnapshot): string | undefined {
  const { people, boundary, walls, paths, exits = [] } = scenario;
  const goals: readonly PresentGoal[] = snapshot
    ? goalsOf(snapshot)
    : people.map(({ x, z, goal }) => ({ x, z, ...goal }));
  if (goals.every(({ kind }) => kind === 'gone')) return 'it has no people at the start';
  if (boundary.kind === 'endless') return 'its ground is endless';
  const { obstacles } = snapshot?.world ?? scenario;
  if (obstacles.length > MAX_OBSTACLES) return `it has more than ${MAX_OBSTACLES} obstacles`;
  if (!haveRoom(snapshot?.world.paths ?? [], paths.length))
    return 'it has people on too many paths of their own';
  const formations = snapshot?.world.formations.length ?? 0;
  if (formations > MAX_FORMATIONS) return `it has people in more than ${MAX_FORMATIONS} formations`;
  const reason = goals.map(whyNotGoal).find((found) => found !== undefined);
  if (reason) return `it has people ${reason}`;
  const isBent = walls.length > 0 || boundary.kind === 'ring' || boundary.kind === 'strip';
  const ground = boundaryOf(scenario);
  const targets = new Set(
    [...goals.filter((goal) => hasTarget(goal) && !goal.hasRoute), ...exits].map((goal) =>
      targetKey(...fieldTarget(goal, ground)),
    ),
  );
  return isBent && targets.size > MAX_TARGETS
    ? `it has people who go to more than ${MAX_TARGETS} places round walls or the ground’s edge`
    : undefined;
}

/** What everybody is about, or goes back to after fleeing. */
function goalsOf({ people }: SimulationSnapshot): PresentGoal[] {
  const { intent, intentBefore, targetX, targetZ, route } = people;
  return Array.from(intent, (now, i) => {
    const kind = INTENTS[now === INTENT.flee ? intentBefore[i] : now];
    return { kind, x: targetX[i], z: targetZ[i], hasRoute: route[i] >= 0 };
  });
}

/** What a command may need room in. */
export interface GpuRoom {
  readonly people: Population;
  readonly world: World;
  /** Those that lead round walls. */
  readonly fields: FieldTable;
  readonly paths: PathTable;
  /** How many points to flee from the GPU is yet to be told of. */
  readonly dangers: number;
}

/** What a command would have done that shaders do not know; undefined where they do what it says. */
export function whyNotCommand(
  command: Command,
  { people, world, fields, paths, dangers }: GpuRoom,
): string | undefined {
  const { obstacles } = world;
  const whyNotAlong = (corners: number): string | undefined =>
    paths.hasRoomFor(world.nextPath(people), corners) ? undefined : 'lead people along so many paths';
  switch (command.kind) {
    case 'goal': {
      const { goal } = command;
      const reason = whyNotGoal(goal);
      if (reason) return `send people ${reason}`;
      const hasRoom = !hasTarget(goal) || fields.hasRoomFor(...fieldTarget(goal, world.boundary));
      return hasRoom ? undefined : `lead people to more than ${MAX_TARGETS} places round walls`;
    }
    case 'goalVia':
      return whyNotAlong(command.via.length + 2);
    case 'followLine':
      return whyNotAlong(command.line.corners.length);
    case 'march':
      return world.formations.length < MAX_FORMATIONS
        ? whyNotAlong(command.corners.length)
        : `have people march more than ${MAX_FORMATIONS} times`;
    case 'setObstacle': {
      const isFull = obstacles.size >= MAX_OBSTACLES && !obstacles.has(command.id);
      return isFull ? `have more than ${MAX_OBSTACLES} obstacles` : undefined;
    }
    case 'flee':
      return dangers < MAX_DANGERS
        ? undefined
        : `have people flee from more than ${MAX_DANGERS} points at once`;
    default:
      return UNKNOWN_COMMANDS[command.kind];
  }
}

function whyNotGoal(goal: Goal | PresentGoal): string | undefined {
  return GPU_GOALS.includes(goal.kind) ? undefined : `whose goal is \`${goal.kind}\``;
}

function hasTarget<G extends Goal | PresentGoal>(goal: G): goal is G & { readonly kind: 'go' | 'gather' } {
  return goal.kind === 'go' || goal.kind === 'gather';
}

/** Where the flow field leads of somebody who is sent to a point; those who gather look at it from where it can be reached. */
function fieldTarget(
  { kind, x, z }: { readonly kind?: string; readonly x: number; readonly z: number },
  boundary: Boundary,
): Point {
  return kind === 'gather' ? [x, z] : nearestInside(boundary, [x, z]);
}
