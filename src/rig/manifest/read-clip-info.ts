import { BoneTextureError } from '../../errors/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import { clipLoops } from '../clip.js';
import {
  at,
  type Fields,
  findField,
  isObject,
  missing,
  mustBe,
  readInteger,
  show,
} from './manifest-fields.js';

const NAME = ['name', 'clipName'];
const START = ['startFrame', 'start', 'offset', 'frameOffset', 'firstFrame', 'frameStart'];
const COUNT = ['frameCount', 'frames', 'count', 'numFrames', 'nFrames'];
const END = ['endFrame', 'end', 'lastFrame', 'frameEnd'];
const FPS = ['bakeFps', 'fps'];
const DURATION = ['duration', 'length', 'seconds'];

/**
 * Reads the clips of a manifest, from an array or an object keyed by clip name, in order.
 *
 * Frames are given as start and count, start and end, or a pair `[start, end]`. Whether ends are inclusive follows from
 * the next clip's start, a count or a duration; without any of these, they are exclusive.
 *
 * Defaults: `loop` is true except for clips named `…_stop`; `speed` is 0; `duration` is `frameCount / bakeFps`, and a
 * value that differs by more than 1.5 frames is an error.
 *
 * @param path path of `value` in the manifest
 * @throws {BoneTextureError}
 */
export function readClipInfo(value: unknown, path: string, bakeFps: number): ClipInfo[] {
  const entries = listEntries(value, path);
  const hasInclusiveEnds = readsInclusiveEnds(entries, bakeFps);
  const clips = entries.map(({ key, where, fields }) =>
    readClip(fields, where, key, bakeFps, hasInclusiveEnds),
  );
  clips.forEach(({ name }, index) => {
    const first = clips.findIndex((other) => other.name === name);
    if (first === index) return;
    throw new BoneTextureError(
      `The manifest's ${entries[index].where} and ${entries[first].where} are both called "${name}". Rename one.`,
      `${entries[index].where}.name`,
    );
  });
  checkOverlaps(clips, path);
  return clips;
}

interface Entry {
  /** Clip name, if the entry's key is one. */
  readonly key: string | undefined;
  readonly where: string;
  readonly fields: Fields;
}

function listEntries(value: unknown, path: string): Entry[] {
  const isArray = Array.isArray(value);
  if (!isArray && !isObject(value)) {
    return mustBe('the list of clips: an array, or an object keyed by name', { value, path }, 'clipInfo');
  }
  const entries = Object.entries(value).map(([key, fields]) => {
    const where = `clipInfo[${isArray ? key : JSON.stringify(key)}]`;
    const name = isArray || /^\d+$/.test(key) ? undefined : key;
    if (isObject(fields)) return { key: name, where, fields };
    if (Array.isArray(fields) && fields.length === 2) {
      return { key: name, where, fields: { startFrame: fields[0], endFrame: fields[1] } };
    }
    return mustBe('an object with startFrame and frameCount', { value: fields, path: where });
  });
  if (entries.length === 0) {
    throw new BoneTextureError(
      `The manifest's ${path} lists no clips. Bake the texture with at least one.`,
      'clipInfo',
    );
  }
  return entries;
}

/**
 * True if ends are inclusive. Decided by the first clip that ends just before the next one starts, or that has a count
 * or duration beside its end.
 */
function readsInclusiveEnds(entries: readonly Entry[], bakeFps: number): boolean {
  const ranges = entries.flatMap(({ fields, where }) => {
    const range = readRange(fields, where);
    return range ? [{ ...range, fields, where }] : [];
  });
  const starts = new Set(ranges.map(({ start }) => start));
  for (const { start, end, fields, where } of ranges) {
    const count = findField(fields, where, COUNT)?.value;
    const seconds = findField(fields, where, DURATION)?.value;
    const frames =
      typeof count === 'number' ? count : typeof seconds === 'number' ? seconds * bakeFps : undefined;
    if (frames !== undefined && Math.abs(frames - (end - start + 1)) < 0.25) return true;
    if (frames !== undefined && Math.abs(frames - (end - start)) < 0.25) return false;
  }
  if (ranges.some(({ start, end }) => start === end)) return true;
  const touching = ranges.filter(({ end }) => starts.has(end)).length;
  const following = ranges.filter(({ end }) => starts.has(end + 1)).length;
  return following > touching;
}

/** Returns the range of an entry with start and end. */
function readRange(fields: Fields, where: string): { start: number; end: number } | undefined {
  const end = findField(fields, where, END)?.value;
  const start = findField(fields, where, START)?.value;
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : undefined;
}

function readClip(
  fields: Fields,
  where: string,
  key: string | undefined,
  bakeFps: number,
  hasInclusiveEnds: boolean,
): ClipInfo {
  const name = readName(fields, where, key);
  const startFrame = readInteger(fields, where, START, 0);
  const range = findField(fields, where, COUNT) ? undefined : readRange(fields, where);
  const frameCount = range
    ? checkCount(range.end - range.start + (hasInclusiveEnds ? 1 : 0), where)
    : readInteger(fields, where, COUNT, 1);
  const loop = findField(fields, where, ['loop'])?.value ?? clipLoops(name, undefined);
  if (typeof loop !== 'boolean') {
    return mustBe('true or false', { value: loop, path: `${where}.loop` });
  }
  const fps = findField(fields, where, FPS);
  if (fps && fps.value !== bakeFps) {
    throw new BoneTextureError(
      `The manifest's ${fps.path} is ${show(fps.value)} but the texture's bakeFps is ${bakeFps}. Bake every clip at one rate.`,
      fps.path,
    );
  }
  const duration = frameCount / bakeFps;
  // Exporters count the duration of n frames as n or n − 1 steps.
  checkDuration(fields, where, duration, 1.5 / bakeFps);
  const bounds = readBounds(fields, where);
  const speed = findField(fields, where, ['speed'])?.value ?? 0;
  if (typeof speed !== 'number' || !Number.isFinite(speed)) {
    return mustBe('a number of metres a second', { value: speed, path: `${where}.speed` });
  }
  return { name, startFrame, frameCount, duration, loop, ...(bounds && { bounds }), speed };
}

function checkCount(count: number, where: string): number {
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new BoneTextureError(
    `The manifest's ${where} ends before it starts: its frames make a count of ${count}. Give an end after the start.`,
    `${where}.endFrame`,
  );
}

function readName(fields: Fields, where: string, key: string | undefined): string {
  const found = findField(fields, where, NAME);
  const name = found?.value ?? key ?? missing(where, NAME);
  if (typeof name !== 'string' || name === '') {
    return mustBe("the clip's name", { value: name, path: `${where}.name` });
  }
  if (key !== undefined && name !== key) {
    throw new BoneTextureError(
      `The manifest's ${at(where, 'name')} is "${name}" but the entry stands under "${key}". Make them agree.`,
      `${where}.name`,
    );
  }
  return name;
}

function checkDuration(fields: Fields, where: string, expected: number, tolerance: number): void {
  const found = findField(fields, where, DURATION);
  if (!found) return;
  const { value, path } = found;
  if (typeof value === 'number' && Math.abs(value - expected) <= tolerance * 1.001) return;
  throw new BoneTextureError(
    `The manifest's ${path} is ${show(value)} but its frames last ${expected} s (frameCount / bakeFps). Correct whichever is wrong.`,
    `${where}.duration`,
  );
}

function readBounds(fields: Fields, where: string): ClipInfo['bounds'] {
  const value = findField(fields, where, ['bounds'])?.value;
  if (value === undefined) return undefined;
  const isBox =
    Array.isArray(value) &&
    value.length === 6 &&
    value.every((number) => typeof number === 'number' && Number.isFinite(number)) &&
    [0, 1, 2].every((axis) => value[axis] <= value[axis + 3]);
  if (isBox) return [...value] as ClipInfo['bounds'] & object;
  return mustBe('minX, minY, minZ, maxX, maxY, maxZ in metres', { value, path: `${where}.bounds` });
}

function checkOverlaps(clips: readonly ClipInfo[], path: string): void {
  const sorted = [...clips].sort((a, b) => a.startFrame - b.startFrame);
  for (let i = 1; i < sorted.length; i++) {
    const before = sorted[i - 1];
    const end = before.startFrame + before.frameCount;
    if (sorted[i].startFrame >= end) continue;
    throw new BoneTextureError(
      `The manifest's ${path}: "${sorted[i].name}" starts at frame ${sorted[i].startFrame}, within "${before.name}" (frames ` +
        `${before.startFrame} to ${end - 1}). Give each clip frames of its own.`,
      'clipInfo',
    );
  }
}
