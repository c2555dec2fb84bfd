import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { decodeBoneTexture, encodeBoneTexture, readBoneMatrix } from '../../../src/rig/index.js';
import { errorOf } from '../../support/error-of.js';

const BONES = 2;
const FRAMES = 6;
const NAMES = ['Hips', 'Head.top'];

/** Matrix k of the texture, rows of a 3×4. */
const matrices = matricesOf(9);

function matricesOf(seed: number): number[][] {
  const random = mulberry32(seed);
  return Array.from({ length: FRAMES * BONES }, () =>
    Array.from({ length: 12 }, () => Math.fround(random() * 2 - 1)),
  );
}

const rows = Float32Array.from(matrices.flat());
const columns = Float32Array.from(
  matrices.flatMap((m) => [0, 1, 2, 3].flatMap((c) => [m[c], m[4 + c], m[8 + c], c === 3 ? 1 : 0])),
);

const idle = { name: 'idle', startFrame: 0, frameCount: 2, duration: 0.1, loop: true, speed: 0 };
const walk = {
  name: 'walk',
  startFrame: 2,
  frameCount: 3,
  duration: 0.15,
  loop: false,
  bounds: [-1, 0, -1, 1, 2, 1],
  speed: 1.3,
};
const complete = {
  version: 1,
  layout: 'affine3x4',
  texWidth: 6,
  texHeight: 6,
  nBones: BONES,
  bakeFps: 20,
  boneNames: NAMES,
  clipInfo: [idle, walk],
  walkClip: 1,
};

/** The bytes of numbers, and of nothing after them. */
function bytesOf(numbers: Float32Array, texels = numbers.length / 4): ArrayBuffer {
  const bytes = new ArrayBuffer(texels * 16);
  const view = new DataView(bytes);
  numbers.forEach((number, i) => {
    view.setFloat32(i * 4, number, true);
  });
  return bytes;
}

function without(...keys: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(complete).filter(([key]) => !keys.includes(key)));
}

test('this project’s own form comes back as it is', () => {
  const { manifest, data } = decodeBoneTexture(bytesOf(rows), complete, { boneNames: NAMES });
  expect(manifest).toEqual(complete);
  expect(data).toEqual(rows);
});

test('bytes are little-endian', () => {
  const texture = decodeBoneTexture(bytesOf(rows), complete);
  expect(encodeBoneTexture(texture)).toEqual(bytesOf(rows));
  const one = new Uint8Array(encodeBoneTexture({ ...texture, data: Float32Array.of(1) }));
  expect([...one]).toEqual([0, 0, 0x80, 0x3f]);
});

describe('forms of the manifest that mean the same', () => {
  const { name: _1, ...idleFields } = idle;
  const { name: _2, ...walkFields } = walk;

  test.each<[string, object]>([
    ['clips keyed by name', { ...complete, clipInfo: { idle: idleFields, walk: walkFields } }],
    ['clips keyed by name, and named', { ...complete, clipInfo: { idle, walk } }],
    ['clips keyed by number', { ...complete, clipInfo: { 0: idle, 1: walk } }],
    ['clips under "clips"', { ...without('clipInfo'), clips: [idle, walk] }],
    ['a version in words', { ...complete, version: '1.0.0' }],
    ['a later version', { ...complete, version: 2 }],
    ['no version', without('version')],
    ['no layout', without('layout')],
    ['a layout in texels', { ...without('layout'), texelsPerBone: 3 }],
    ['no bone names, where they are expected', without('boneNames')],
    ['names as a loader leaves them', { ...complete, boneNames: ['Hips', 'Headtop'] }],
    ['jointNames', { ...without('boneNames'), jointNames: NAMES }],
    ['fps', { ...without('bakeFps'), fps: 20 }],
    ['frameRate', { ...without('bakeFps'), frame_rate: 20 }],
    ['the same rate twice', { ...complete, fps: 20 }],
    ['width and height', { ...without('texWidth', 'texHeight'), width: 6, height: 6 }],
    ['other cases', { ...without('texWidth', 'nBones'), tex_width: 6, n_bones: 2 }],
    ['boneCount', { ...without('nBones'), boneCount: 2 }],
    ['fields of others', { ...complete, generator: 'baker', walkSpeed: 3 }],
  ])('%s', (_, manifest) => {
    const read = decodeBoneTexture(bytesOf(rows), manifest, { boneNames: NAMES });
    expect(read.manifest).toEqual(complete);
  });

  test.each([
    ...['startFrame', 'start', 'offset', 'start_frame', 'firstFrame'].map(
      (key) => ['startFrame', key] as const,
    ),
    ...['frameCount', 'frames', 'count', 'numFrames', 'num_frames'].map(
      (key) => ['frameCount', key] as const,
    ),
  ])('%s as %s', (field, key) => {
    const { [field]: value, ...fields } = walk;
    const clipInfo = [idle, { ...fields, [key]: value }];
    expect(decodeBoneTexture(bytesOf(rows), { ...complete, clipInfo }).manifest).toEqual(complete);
  });

  test.each<[string, unknown]>([
    ['walkClip', 1],
    ['walkClipIndex', 1],
    ['walk_clip_index', 1],
    ['walk', 1],
    ['walkIndex', 1],
    ['defaultWalkClip', 1],
    ['walkingAnimation', 1],
    ['clipIndexWalk', 1],
    ['walkClipName', 'walk'],
    ['WALK_CLIP', 'walk'],
  ])('the walk clip as %s: %j', (key, value) => {
    const manifest = { ...without('walkClip'), [key]: value };
    expect(decodeBoneTexture(bytesOf(rows), manifest).manifest.walkClip).toBe(1);
  });

  test('no walk index, but a clip called walk', () => {
    expect(decodeBoneTexture(bytesOf(rows), without('walkClip')).manifest.walkClip).toBe(1);
  });

  test.each([0, 7, 'jog', -1])('a clip called walk is surer than a walk clip of %j', (walkClip) => {
    expect(decodeBoneTexture(bytesOf(rows), { ...complete, walkClip }).manifest.walkClip).toBe(1);
  });

  test.each<[string, unknown]>([
    ['pairs, the end after the last frame', { idle: [0, 1], walk: [1, 5] }],
    [
      'pairs, the end the last frame',
      [
        { name: 'idle', range: 0, start: 0, end: 0 },
        { name: 'walk', start: 1, end: 4 },
      ],
    ],
    [
      'startFrame and endFrame',
      { idle: { startFrame: 0, endFrame: 1 }, walk: { startFrame: 1, endFrame: 5 } },
    ],
    [
      'start and end with a duration',
      { walk: { start: 1, end: 4, duration: 4 / 20 }, idle: { start: 0, end: 0 } },
    ],
    ['start and frames', { idle: { start: 0, frames: 1 }, walk: { start: 1, frames: 4 } }],
  ])('clipInfo as ranges: %s', (_how, clipInfo) => {
    const { manifest } = decodeBoneTexture(bytesOf(rows), { ...without('clipInfo'), clipInfo });
    const frames = Object.fromEntries(
      manifest.clipInfo.map(({ name, startFrame, frameCount }) => [name, [startFrame, frameCount]]),
    );
    expect(frames).toEqual({ idle: [0, 1], walk: [1, 4] });
  });

  test('a clip whose name ends in _stop does not loop, where nothing says that it does', () => {
    const clipInfo = { idle: { start: 0, frames: 1 }, walk_stop: { start: 1, frames: 4 } };
    const { manifest } = decodeBoneTexture(bytesOf(rows), { ...without('clipInfo'), clipInfo, walkClip: -1 });
    expect(manifest.clipInfo.map(({ loop }) => loop)).toEqual([true, false]);
  });

  test('no walk clip, said so', () => {
    const manifest = { ...complete, clipInfo: [idle], walkClip: -1 };
    expect(decodeBoneTexture(bytesOf(rows), manifest).manifest.walkClip).toBe(-1);
  });

  test('what a clip may leave out', () => {
    const clipInfo = { walk: { start: 1, frames: 4 } };
    const { manifest } = decodeBoneTexture(bytesOf(rows), { ...complete, clipInfo, walkClip: 0 });
    expect(manifest.clipInfo).toEqual([
      { name: 'walk', startFrame: 1, frameCount: 4, duration: 0.2, loop: true, speed: 0 },
    ]);
  });

  test('a held clip whose duration leaves its last frame out', () => {
    const clipInfo = [idle, { ...walk, duration: 0.1 }];
    expect(decodeBoneTexture(bytesOf(rows), { ...complete, clipInfo }).manifest).toEqual(complete);
  });
});

describe('4 texels a bone', () => {
  const wide = { ...complete, texWidth: 8 };

  test.each<[string, object]>([
    ['told by layout', { ...wide, layout: 'mat4' }],
    ['told by a number', { ...without('layout'), texWidth: 8, texelsPerBone: 4 }],
    ['told by the size', { ...without('layout'), texWidth: 8 }],
  ])('%s', (_, manifest) => {
    const texture = decodeBoneTexture(bytesOf(columns), manifest);
    const { texWidth, texHeight, layout } = texture.manifest;
    expect(layout).toBe('affine3x4');
    expect(texWidth % 3).toBe(0);
    expect(texture.data).toHaveLength(texWidth * texHeight * 4);
    const matrix = new Float32Array(13);
    // The last frame belongs to no clip.
    for (let i = 0; i < (FRAMES - 1) * BONES; i++) {
      readBoneMatrix(texture, Math.floor(i / BONES), i % BONES, matrix, 1);
      expect([...matrix.slice(1)]).toEqual(matrices[i]);
    }
  });

  test.each([
    ['filled to the last texel', 12, 4, 3, 4],
    ['with a ragged end', 12, 5, 3, 5],
    ['filled to the last texel', 12, 4, 4, 3],
  ])('or 3, told by a texture %s: %i × %i as %i', (_, texWidth, texHeight, size, bones) => {
    const frames = Math.floor((texWidth * texHeight) / bones / size);
    const clipInfo = [{ name: 'walk', start: 0, frames }];
    const manifest = {
      texWidth,
      texHeight,
      nBones: bones,
      bakeFps: 30,
      clipInfo,
      boneNames: Array(bones).fill('b'),
    };
    const data = new Float32Array(texWidth * texHeight * 4);
    if (size === 4) for (let i = 0; i < frames * bones; i++) data[i * 16 + 15] = 1;
    data[3] = size === 3 ? 1 : 0;
    const texture = decodeBoneTexture(bytesOf(data), manifest);
    expect(texture.data[3]).toBe(size === 3 ? 1 : 0);
  });
});

const NaNs = rows.slice();
NaNs[5 * 12 + 3] = Number.NaN;
const infinite = rows.slice();
infinite[0] = Number.POSITIVE_INFINITY;
const clips = (...clipInfo: unknown[]): object => ({ ...complete, clipInfo });
const spread = (index: number, change: object): object =>
  clips(...[idle, walk].map((clip, i) => (i === index ? { ...clip, ...change } : clip)));
const drop = (key: string): object => {
  const { [key]: _, ...rest } = walk as Record<string, unknown>;
  return clips(idle, rest);
};

describe('errors name the field and say what to do', () => {
  test.each<[object | null, string, RegExp]>([
    [null, 'manifest', /is null\. Pass the object/],
    [[], 'manifest', /is \[\]\. Pass the object/],
    [without('texWidth'), 'texWidth', /texWidth is missing \(also read as width/],
    [without('texHeight'), 'texHeight', /texHeight is missing/],
    [without('nBones'), 'nBones', /nBones is missing/],
    [without('bakeFps'), 'bakeFps', /bakeFps is missing \(also read as fps/],
    [without('clipInfo'), 'clipInfo', /clipInfo is missing/],
    [without('boneNames'), 'boneNames', /boneNames is missing/],
    [{ ...complete, texWidth: '6' }, 'texWidth', /texWidth is "6"\. It must be a whole number/],
    [{ ...complete, texWidth: 6.5 }, 'texWidth', /is 6.5/],
    [{ ...complete, nBones: 0 }, 'nBones', /at least 1/],
    [{ ...complete, bakeFps: Number.NaN }, 'bakeFps', /bakeFps is NaN\. It must be a positive/],
    [{ ...complete, bakeFps: Infinity }, 'bakeFps', /is Infinity/],
    [{ ...complete, bakeFps: 0 }, 'bakeFps', /is 0/],
    [{ ...complete, fps: 30 }, 'bakeFps', /fps is 30 but bakeFps, which means the same, is 20/],
    [{ ...complete, layout: 'dualquat' }, 'layout', /layout is "dualquat"\. This reader knows/],
    [{ ...complete, texWidth: 4, texHeight: 9 }, 'texWidth', /is 4, not a multiple of 3/],
    [{ ...complete, layout: 'mat4' }, 'texWidth', /is 6, not a multiple of 4/],
    [{ ...without('layout'), texWidth: 36, texHeight: 1, nBones: 9 }, 'clipInfo[0].frameCount', /past/],
    [{ ...complete, boneNames: ['Hips'] }, 'boneNames', /1 names for 2 bones/],
    [{ ...complete, boneNames: [1, 2] }, 'boneNames', /must be the joints' names/],
    [{ ...complete, clipInfo: 'walk' }, 'clipInfo', /must be the list of clips/],
    [clips(), 'clipInfo', /lists no clips/],
    [clips(idle, 3), 'clipInfo[1]', /clipInfo\[1\] is 3\. It must be an object/],
    [drop('name'), 'clipInfo[1].name', /clipInfo\[1\]\.name is missing/],
    [spread(1, { name: 7 }), 'clipInfo[1].name', /is 7\. It must be the clip's name/],
    [
      { ...complete, clipInfo: { idle: walk } },
      'clipInfo["idle"].name',
      /"walk" but the entry stands under "idle"/,
    ],
    [spread(0, { name: 'walk' }), 'clipInfo[1].name', /both called "walk"/],
    [drop('startFrame'), 'clipInfo[1].startFrame', /is missing \(also read as start, offset/],
    [drop('frameCount'), 'clipInfo[1].frameCount', /is missing \(also read as frames/],
    [spread(0, { startFrame: -1 }), 'clipInfo[0].startFrame', /is -1/],
    [spread(1, { start: 3 }), 'clipInfo[1].startFrame', /start is 3 but clipInfo\[1\]\.startFrame/],
    [spread(1, { frameCount: 0 }), 'clipInfo[1].frameCount', /is 0\. It must be .* at least 1/],
    [
      spread(1, { frameCount: 5, duration: 0.25 }),
      'clipInfo[1].frameCount',
      /"walk" ends at frame 6, past the texture's last, 5/,
    ],
    [spread(1, { startFrame: 1 }), 'clipInfo', /"walk" starts at frame 1, within "idle" \(frames 0 to 1\)/],
    [spread(1, { fps: 60 }), 'clipInfo[1].fps', /fps is 60 but the texture's bakeFps is 20/],
    [spread(0, { duration: 2 }), 'clipInfo[0].duration', /is 2 but its frames last 0.1 s/],
    [spread(0, { loop: 'yes' }), 'clipInfo[0].loop', /must be true or false/],
    [spread(0, { bounds: [0, 0, 0] }), 'clipInfo[0].bounds', /must be minX/],
    [spread(0, { bounds: [1, 0, 0, 0, 1, 1] }), 'clipInfo[0].bounds', /must be minX/],
    [spread(0, { speed: 'fast' }), 'clipInfo[0].speed', /must be a number/],
    [{ ...complete, clipInfo: [idle], walkClip: 2 }, 'walkClip', /is 2, but the clips are 0 to 0 \(idle\)/],
    [{ ...complete, clipInfo: [idle], walkClip: 'jog' }, 'walkClip', /is "jog", but the clips/],
    [{ ...complete, clipInfo: [idle], walkClip: -2 }, 'walkClip', /is -2, but/],
    [{ ...complete, walk: 0 }, 'walkClip', /walk is 0 but walkClip, which means the same, is 1/],
  ])('a manifest %j: %s', async (manifest, field, message) => {
    await expectError(() => decodeBoneTexture(bytesOf(rows), manifest), field, message);
  });

  test.each<[ArrayBuffer, object, string, RegExp]>([
    [bytesOf(rows).slice(16), complete, 'data', /560 bytes, but 6 × 6 RGBA texels of Float32 take 576/],
    [bytesOf(rows, 37), complete, 'data', /592 bytes/],
    [bytesOf(NaNs), complete, 'data', /NaN at number 63 \(frame 2, bone "Head.top"\)/],
    [bytesOf(infinite), complete, 'data', /Infinity at number 0 \(frame 0, bone "Hips"\)/],
    [
      bytesOf(Float32Array.from({ length: 8 * 6 * 4 }, (_, i) => i)),
      { ...complete, layout: 'mat4', texWidth: 8 },
      'data',
      /Frame 0, bone "Hips" is not a 4×4 stored by columns/,
    ],
    [
      bytesOf(new Float32Array(0), 144),
      { ...without('layout'), texWidth: 12, texHeight: 12 },
      'layout',
      /layout is missing, and 12 × 12 texels hold 5 frames of 2 bones both as 3 and as 4/,
    ],
  ])('bytes %#', async (bytes, manifest, field, message) => {
    await expectError(() => decodeBoneTexture(bytes, manifest), field, message);
  });

  test.each<[string[], string, RegExp]>([
    [['Hips'], 'nBones', /nBones is 2 but the skeleton has 1 joints/],
    [['Hips', 'Hat'], 'boneNames', /boneNames\[1\] is "Head.top" but joint 1 of the skeleton is "Hat"/],
    [['Head.top', 'Hips'], 'boneNames', /boneNames\[0\] is "Hips"/],
  ])('a skeleton of %j', async (boneNames, field, message) => {
    await expectError(() => decodeBoneTexture(bytesOf(rows), complete, { boneNames }), field, message);
  });
});

async function expectError(failing: () => unknown, field: string, message: RegExp): Promise<void> {
  const error = await errorOf(failing, 'BoneTextureError');
  expect(error).toMatchObject({ field, message: expect.stringMatching(message) });
}
