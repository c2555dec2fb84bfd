import { BoneTextureError } from '../../errors/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import { at, type Fields, findField, isObject, missing, readInteger, show } from './manifest-fields.js';

const NAME = ['name', 'clipName'];
const START = ['startFrame', 'start', 'offset', 'frameOffset', 'firstFrame', 'frameStart'];
const COUNT = ['frameCount', 'frames', 'count', 'numFrames', 'nFrames'];
const FPS = ['bakeFps', 'fps'];

/**
 * The clips of a manifest, from an array or from an object keyed by clip name, in the order they stand in.
 *
 * Absent `loop` is true; absent `speed` is 0; `duration` is `frameCount / bakeFps`, and one that says otherwise by more than
 * half a frame (one and a half for clips that hold their last) is an error.
 *
 * @param path where `value` stands in the manifest
 * @throws BoneTextureError
 */
export function readClipInfo(value: unknown, path: string, bakeFps: number): ClipInfo[] {
  const entries = listEntries(value, path);
  const clips = entries.map(({ key, where, fields }) => readClip(fields, where, key, bakeFps));
  clips.forEach(({ name }, index) => {
    const first = clips.findIndex((other) => other.name === name);
    if (first === index) return;
    throw new BoneTextureError(
      `${entries[index].where} and ${entries[first].where} are both called "${name}"; rename one`,
      `${entries[index].where}.name`,
    );
  });
  checkOverlaps(clips, path);
  return clips;
}

interface Entry {
  /** The clip's name, where the entry's key gives it. */
  readonly key: string | undefined;
  readonly where: string;
  readonly fields: Fields;
}

function listEntries(value: unknown, path: string): Entry[] {
  const isArray = Array.isArray(value);
  if (!isArray && !isObject(value)) {
    throw new BoneTextureError(
      `${path} is ${show(value)}; it must list the clips, as an array or an object keyed by name`,
      'clipInfo',
    );
  }
  const entries = Object.entries(value).map(([key, fields]) => {
    const where = `clipInfo[${isArray ? key : JSON.stringify(key)}]`;
    if (isObject(fields)) return { key: isArray || /^\d+$/.test(key) ? undefined : key, where, fields };
    throw new BoneTextureError(
      `${where} is ${show(fields)}; it must be an object with startFrame and frameCount`,
      where,
    );
  });
  if (entries.length === 0) {
    throw new BoneTextureError(`${path} lists no clips; bake the texture with at least one`, 'clipInfo');
  }
  return entries;
}

function readClip(fields: Fields, where: string, key: string | undefined, bakeFps: number): ClipInfo {
  const name = readName(fields, where, key);
  const startFrame = readInteger(fields, where, START, 0);
  const frameCount = readInteger(fields, where, COUNT, 1);
  const loop = findField(fields, where, ['loop'])?.value ?? true;
  if (typeof loop !== 'boolean') {
    throw new BoneTextureError(`${where}.loop is ${show(loop)}; it must be true or false`, `${where}.loop`);
  }
  const fps = findField(fields, where, FPS);
  if (fps && fps.value !== bakeFps) {
    throw new BoneTextureError(
      `${fps.path} is ${show(fps.value)} but the texture's bakeFps is ${bakeFps}; bake every clip at one rate`,
      fps.path,
    );
  }
  const duration = frameCount / bakeFps;
  checkDuration(fields, where, duration, (loop ? 0.5 : 1.5) / bakeFps);
  const bounds = readBounds(fields, where);
  const speed = findField(fields, where, ['speed'])?.value ?? 0;
  if (typeof speed !== 'number' || !Number.isFinite(speed)) {
    throw new BoneTextureError(
      `${where}.speed is ${show(speed)}; it must be a number of metres a second`,
      `${where}.speed`,
    );
  }
  return { name, startFrame, frameCount, duration, loop, ...(bounds && { bounds }), speed };
}

function readName(fields: Fields, where: string, key: string | undefined): string {
  const found = findField(fields, where, NAME);
  const name = found?.value ?? key ?? missing(where, NAME);
  if (typeof name !== 'string' || name === '') {
    throw new BoneTextureError(`${where}.name is ${show(name)}; it must be the clip's name`, `${where}.name`);
  }
  if (key !== undefined && name !== key) {
    throw new BoneTextureError(
      `${at(where, 'name')} is "${name}" but the entry stands under "${key}"; make them agree`,
      `${where}.name`,
    );
  }
  return name;
}

function checkDuration(fields: Fields, where: string, expected: number, tolerance: number): void {
  const found = findField(fields, where, ['duration', 'length', 'seconds']);
  if (!found) return;
  const { value, path } = found;
  if (typeof value === 'number' && Math.abs(value - expected) <= tolerance * 1.001) return;
  throw new BoneTextureError(
    `${path} is ${show(value)} but its frames last ${expected} s (frameCount / bakeFps); correct whichever is wrong`,
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
  throw new BoneTextureError(
    `${where}.bounds is ${show(value)}; it must be minX, minY, minZ, maxX, maxY, maxZ in metres`,
    `${where}.bounds`,
  );
}

function checkOverlaps(clips: readonly ClipInfo[], path: string): void {
  const sorted = [...clips].sort((a, b) => a.startFrame - b.startFrame);
  for (let i = 1; i < sorted.length; i++) {
    const before = sorted[i - 1];
    const end = before.startFrame + before.frameCount;
    if (sorted[i].startFrame >= end) continue;
    throw new BoneTextureError(
      `${path}: "${sorted[i].name}" starts at frame ${sorted[i].startFrame}, within "${before.name}" (frames ` +
        `${before.startFrame} to ${end - 1}); give each clip frames of its own`,
      'clipInfo',
    );
  }
}
