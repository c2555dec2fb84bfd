import { CrowdError } from '../../errors/index.js';
import type { Point } from '../../math/index.js';
import type { MarchOptions } from './command.js';
import type { GoOptions } from './controls.js';

// One number that is none would spread to everybody nearby within seconds, and where steps are made nobody hears of it.

/**
 * Checks where somebody is to go.
 *
 * @throws {CrowdError} for points that are none, or a distance that is not above 0
 */
export function checkGo(point: Point, { within, via = [] }: Omit<GoOptions, 'leaves'> = {}): void {
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
  // A path of one place leads nowhere.
  if (path.every(([x, z]) => x === path[0][0] && z === path[0][1])) refuse(method, 'the path', path, rule);
}

/** @throws {CrowdError} for something else than 1 or −1 */
export function checkDirection(direction: number): void {
  if (direction !== 1 && direction !== -1) refuse('follow', 'direction', direction, '1 or -1');
}

/** @throws {CrowdError} for ranks that make no sense */
export function checkMarch({ abreast = 1, spacing = 1, speed = 1 }: MarchOptions): void {
  if (!(Number.isInteger(abreast) && abreast > 0))
    refuse('march', 'abreast', abreast, 'a whole number above 0');
  checkAbove0('march', 'spacing', spacing);
  checkAbove0('march', 'speed', speed);
}

/** @throws {CrowdError} for something else than two numbers */
export function checkPoint(method: string, what: string, point: Point): void {
  if (Number.isFinite(point?.[0]) && Number.isFinite(point?.[1])) return;
  refuse(method, what, point, '[x, z], two finite numbers in metres');
}

/** @throws {CrowdError} for something else than a finite number of 0 or more */
export function checkFrom0(method: string, what: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) refuse(method, what, value, 'a number of 0 or more');
}

/** @throws {CrowdError} for a field that is a number and not a finite one */
export function checkNumbers(method: string, values: object): void {
  for (const [field, value] of Object.entries(values)) {
    if (typeof value === 'number' && !Number.isFinite(value)) refuse(method, field, value, 'a finite number');
  }
}

function checkAbove0(method: string, what: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) refuse(method, what, value, 'a number above 0');
}

function refuse(method: string, what: string, value: unknown, rule: string): never {
  throw new CrowdError(`${method}: ${what} is ${shown(value)}; give ${rule}.`);
}

/** A value as somebody wrote it, who is to find it again. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  return typeof value === 'object' && value !== null ? `{ ${Object.keys(value).join(', ')} }` : String(value);
}
