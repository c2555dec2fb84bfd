import type { Command } from '../controls/command.js';
import type { Goal, Scenario } from '../scenario.js';

/** Obstacles that there may be at once; a recipe has 64 at most. */
export const MAX_OBSTACLES = 128;

/** Goals that shaders know. */
const GPU_GOALS: readonly Goal['kind'][] = ['stand', 'wander', 'follow', 'go', 'gather', 'accompany', 'gone'];

/** Goals that people walk straight to. */
const STRAIGHT_GOALS: readonly Goal['kind'][] = ['wander', 'go', 'gather'];

/** Commands that shaders do not know, and what they tell people. */
const UNKNOWN_COMMANDS: Partial<Record<Command['kind'], string>> = {
  add: 'add people',
  goalVia: 'lead people by corners',
  followLine: 'lead people along a path of their own',
  flee: 'have people flee',
  march: 'have people march in ranks',
  place: 'place people by hand',
  places: 'place people by hand',
};

/** Why people of a scenario cannot walk on the GPU; undefined where they can. */
export function whyNotOnGpu(scenario: Scenario): string | undefined {
  const { people, boundary, exits, obstacles } = scenario;
  if (people.length === 0) return 'it has no people at the start';
  if (exits && exits.length > 0) return 'it has exits';
  if (boundary.kind === 'endless') return 'its ground is endless';
  if (obstacles.length > MAX_OBSTACLES) return `it has more than ${MAX_OBSTACLES} obstacles`;
  const reasons = people
    .map(({ goal }) => whyNotGoal(goal, scenario))
    .filter((reason) => reason !== undefined);
  return reasons.length > 0 ? `it has people ${reasons[0]}` : undefined;
}

/**
 * What a command would have done that shaders do not know; undefined where they do what it says.
 *
 * @param obstacles numbers of those that there are
 */
export function whyNotCommand(
  command: Command,
  scenario: Scenario,
  obstacles: { readonly size: number; has(id: number): boolean },
): string | undefined {
  switch (command.kind) {
    case 'goal': {
      const reason = whyNotGoal(command.goal, scenario);
      return reason && `send people ${reason}`;
    }
    case 'setObstacle': {
      const isFull = obstacles.size >= MAX_OBSTACLES && !obstacles.has(command.id);
      return isFull ? `have more than ${MAX_OBSTACLES} obstacles` : undefined;
    }
    default:
      return UNKNOWN_COMMANDS[command.kind];
  }
}

function whyNotGoal(goal: Goal, { boundary, walls }: Scenario): string | undefined {
  if (goal.kind === 'go' && goal.leaves) return 'who leave on arrival';
  if (!GPU_GOALS.includes(goal.kind)) return `whose goal is \`${goal.kind}\``;
  const isBent = walls.length > 0 || boundary.kind === 'ring' || boundary.kind === 'strip';
  if (isBent && STRAIGHT_GOALS.includes(goal.kind))
    return 'whom flow fields lead round walls or the ground’s edge';
  return undefined;
}
