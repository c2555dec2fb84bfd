import { CrowdError } from '../../errors/index.js';
import type { Point } from '../../math/index.js';
import type { MarchOptions } from '../goals/march.js';
import type { Goal } from '../population/scenario.js';
import type { GoOptions, Who } from './command.js';

// A number that is not finite would spread to all neighbours within seconds, in a thread that reports nothing.

/** Sizes that the numbers in commands refer to. */
export interface CommandBounds {
  /** Number of agents, removed ones included. */
  readonly size: number;
  readonly scenario: { readonly paths: readonly unknown[] };
}

/** @throws {CrowdError} for an index of an agent that does not exist */
export function checkWho(method: string, who: Who, { size }: CommandBounds): void {
  if (who === 'all') return;
  for (const person of typeof who === 'number' ? [who] : who) {
    if (Number.isInteger(person) && person >= 0 && person < size) continue;
    refuse(method, 'the agent', person, `a whole number from 0 to ${size - 1}`);
  }
}

/** @throws {CrowdError} for numbers that are not finite, or a path or leader that does not exist */
export function checkGoal(method: string, goal: Goal, bounds: CommandBounds): void {
  checkNumbers(method, goal);
  if (goal.kind === 'accompany') checkWho(method, goal.leader, bounds);
  if (goal.kind !== 'follow') return;
  const { length } = bounds.scenario.paths;
  if (Number.isInteger(goal.path) && goal.path >= 0 && goal.path < length) return;
  const rule = length > 0 ? `a whole number from 0 to ${length - 1}` : 'points; the scenario has no paths';
  refuse(method, 'the path', goal.path, rule);
}

/** @throws {CrowdError} for points or a distance that make no sense */
export function checkGo(point: Point, { within, via = [] }: GoOptions = {}): void {
  checkPoint('goTo', 'the point', point);
  via.forEach((corner, k) => {
    checkPoint('goTo', `corner ${k} of the way`, corner);
  });
  if (within !== undefined) checkAbove0('goTo', 'within', within);
}

/** @throws {CrowdError} for points that are none, or that make no path */
export function checkPath(method: string, path: readonly Point[]): void {
  const rule = 'two different points or more, [[x, z], …]; `goTo` takes one';
  if (!Array.isArray(path)) refuse(method, 'the path', path, rule);
  path.forEach((point, k) => {
    checkPoint(method, `point ${k} of the path`, point);
  });
  if (path.every(([x, z]) => x === path[0][0] && z === path[0][1])) refuse(method, 'the path', path, rule);
}

/** @throws {CrowdError} for anything but 1 and −1 */
export function checkDirection(direction: number): void {
  if (direction !== 1 && direction !== -1) refuse('follow', 'direction', direction, '1 or -1');
}

/** @throws {CrowdError} for options that make no ranks */
export function checkMarch({ abreast = 1, spacing = 1, speed = 1 }: MarchOptions): void {
  if (!(Number.isInteger(abreast) && abreast > 0))
    refuse('march', 'abreast', abreast, 'a whole number above 0');
  checkAbove0('march', 'spacing', spacing);
  checkAbove0('march', 'speed', speed);
}

/** @throws {CrowdError} for anything but two finite numbers */
export function checkPoint(method: string, what: string, point: Point): void {
  if (Number.isFinite(point?.[0]) && Number.isFinite(point?.[1])) return;
  refuse(method, what, point, '[x, z], two finite numbers in metres');
}

/** @throws {CrowdError} for anything but a finite number of 0 or more */
export function checkFrom0(method: string, what: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) refuse(method, what, value, 'a number of 0 or more');
}

/** @throws {CrowdError} for a field that is a number and not finite */
export function checkNumbers(method: string, values: object): void {
  for (const [field, value] of Object.entries(values)) {
    if (typeof value === 'number' && !Number.isFinite(value)) refuse(method, field, value, 'a finite number');
  }
}

/**
 * @param seconds time that passes
 * @throws {CrowdError} for a time that is not finite
 */
export function checkTime(seconds: number, timeScale: number): void {
  checkNumbers('advance', { seconds, timeScale });
}

export function checkAbove0(method: string, what: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) refuse(method, what, value, 'a number above 0');
}

function refuse(method: string, what: string, value: unknown, rule: string): never {
  throw new CrowdError(`${method}: ${what} is ${describe(value)}; give ${rule}.`);
}

/** Writes a value as it stands in a program, so that it can be searched for. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(describe).join(', ')}]`;
  return typeof value === 'object' && value !== null ? `{ ${Object.keys(value).join(', ')} }` : String(value);
}
