import type { Command } from '../controls/command.js';
import { INTENT } from '../population.js';
import type { Goal, Scenario } from '../scenario.js';
import type { SimulationSnapshot } from '../snapshot.js';
import { targetKey } from '../world/flow-fields.js';
import { type FieldTable, MAX_TARGETS } from './field-table.js';

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
  /** Whether somebody is led along a path that is not the scenario's. */
  readonly isOnOwnPath?: boolean;
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
  'leave',
  'gone',
];

/** Commands that shaders do not know, and what they tell people. */
const UNKNOWN_COMMANDS: Partial<Record<Command['kind'], string>> = {
  add: 'add people',
  goalVia: 'lead people by corners',
  followLine: 'lead people along a path of their own',
  march: 'have people march in ranks',
  place: 'place people by hand',
  places: 'place people by hand',
};

/**
 * Why people of a scenario cannot walk on the GPU; undefined where they can.
 *
 * @param snapshot where they are by now and what they are about. @default as they begin
 */
export function whyNotOnGpu(scenario: Scenario, snapshot?: SimulationSnapshot): string | undefined {
  const { people, boundary, walls, exits = [] } = scenario;
  const goals: readonly PresentGoal[] = snapshot
    ? goalsOf(snapshot, scenario)
    : people.map(({ x, z, goal }) => ({ x, z, ...goal }));
  if (goals.every(({ kind }) => kind === 'gone')) return 'it has no people at the start';
  if (boundary.kind === 'endless') return 'its ground is endless';
  const { obstacles } = snapshot?.world ?? scenario;
  if (obstacles.length > MAX_OBSTACLES) return `it has more than ${MAX_OBSTACLES} obstacles`;
  const reason = goals.map(whyNotGoal).find((found) => found !== undefined);
  if (reason) return `it has people ${reason}`;
  const isBent = walls.length > 0 || boundary.kind === 'ring' || boundary.kind === 'strip';
  const targets = new Set([...goals.filter(hasTarget), ...exits].map(({ x, z }) => targetKey(x, z)));
  return isBent && targets.size > MAX_TARGETS
    ? `it has people who go to more than ${MAX_TARGETS} places round walls or the ground’s edge`
    : undefined;
}

/** What everybody is about, or goes back to after fleeing. */
function goalsOf({ people }: SimulationSnapshot, { paths }: Scenario): PresentGoal[] {
  const { intent, intentBefore, targetX, targetZ, route, path } = people;
  return Array.from(intent, (now, i) => {
    const kind = INTENTS[now === INTENT.flee ? intentBefore[i] : now];
    const goal = { kind, x: targetX[i], z: targetZ[i] };
    const isOnOwnPath = hasTarget(goal) ? route[i] >= 0 : kind === 'follow' && path[i] >= paths.length;
    return { ...goal, isOnOwnPath };
  });
}

/**
 * What a command would have done that shaders do not know; undefined where they do what it says.
 *
 * @param obstacles numbers of those that there are
 * @param fields that lead round walls
 * @param dangers number of those that the GPU is yet to be told of
 */
export function whyNotCommand(
  command: Command,
  obstacles: { readonly size: number; has(id: number): boolean },
  fields: FieldTable,
  dangers: number,
): string | undefined {
  switch (command.kind) {
    case 'goal': {
      const { goal } = command;
      const reason = whyNotGoal(goal);
      if (reason) return `send people ${reason}`;
      const hasRoom = !hasTarget(goal) || fields.hasRoomFor(goal.x, goal.z);
      return hasRoom ? undefined : `lead people to more than ${MAX_TARGETS} places round walls`;
    }
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
  if ('isOnOwnPath' in goal && goal.isOnOwnPath) return 'on a path of their own';
  return GPU_GOALS.includes(goal.kind) ? undefined : `whose goal is \`${goal.kind}\``;
}

function hasTarget<G extends Goal | PresentGoal>(goal: G): goal is G & { readonly kind: 'go' | 'gather' } {
  return goal.kind === 'go' || goal.kind === 'gather';
}
