import type { Command } from '../controls/command.js';
import type { Goal, Scenario } from '../scenario.js';
import { targetKey } from '../world/flow-fields.js';
import { type FieldTable, MAX_TARGETS } from './field-table.js';

/** Obstacles that there may be at once; a recipe has 64 at most. */
export const MAX_OBSTACLES = 128;

/** Points that people may be told to flee from between two frames. */
export const MAX_DANGERS = 64;

/** Goals that shaders know. */
const GPU_GOALS: readonly Goal['kind'][] = ['stand', 'wander', 'follow', 'go', 'gather', 'accompany', 'gone'];

/** Commands that shaders do not know, and what they tell people. */
const UNKNOWN_COMMANDS: Partial<Record<Command['kind'], string>> = {
  add: 'add people',
  goalVia: 'lead people by corners',
  followLine: 'lead people along a path of their own',
  march: 'have people march in ranks',
  place: 'place people by hand',
  places: 'place people by hand',
};

/** Why people of a scenario cannot walk on the GPU; undefined where they can. */
export function whyNotOnGpu(scenario: Scenario): string | undefined {
  const { people, boundary, walls, exits, obstacles } = scenario;
  if (people.length === 0) return 'it has no people at the start';
  if (exits && exits.length > 0) return 'it has exits';
  if (boundary.kind === 'endless') return 'its ground is endless';
  if (obstacles.length > MAX_OBSTACLES) return `it has more than ${MAX_OBSTACLES} obstacles`;
  const reasons = people.map(({ goal }) => whyNotGoal(goal)).filter((reason) => reason !== undefined);
  if (reasons.length > 0) return `it has people ${reasons[0]}`;
  const isBent = walls.length > 0 || boundary.kind === 'ring' || boundary.kind === 'strip';
  const targets = new Set(people.flatMap(({ goal }) => (hasTarget(goal) ? targetKey(goal.x, goal.z) : [])));
  return isBent && targets.size > MAX_TARGETS
    ? `it has people who go to more than ${MAX_TARGETS} places round walls or the ground’s edge`
    : undefined;
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

function whyNotGoal(goal: Goal): string | undefined {
  if (goal.kind === 'go' && goal.leaves) return 'who leave on arrival';
  return GPU_GOALS.includes(goal.kind) ? undefined : `whose goal is \`${goal.kind}\``;
}

function hasTarget(goal: Goal): goal is Extract<Goal, { kind: 'go' | 'gather' }> {
  return goal.kind === 'go' || goal.kind === 'gather';
}
