import type { BufferGeometry } from 'three';
import type { StorageBufferAttribute, WebGPURenderer } from 'three/webgpu';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import type { Character } from '../../../src/protocol/index.js';
import { createAnimationState, cutTo, fadeTo } from '../../../src/render/characters/animation-state.js';
import { CharacterTable } from '../../../src/render/characters/character-table.js';
import { ROW_WORDS } from '../../../src/render/characters/row-table.js';
import { type BoundedClip, boundClips } from '../../../src/render/poses/clip-bounds.js';
import { skinVertices } from '../../../src/render/poses/skin-vertices.js';
import type { ComputeFrame } from '../../../src/render/webgpu/compute-frame.js';
import { loadShaderFunctions, type ShaderFunctions } from '../../../src/render/webgpu/shader-functions.js';
import { deriveLocalPoses } from '../../../src/rig/index.js';
import {
  createFigure,
  type Figure,
  type FigureScales,
  figureCharacters,
} from '../../support/browser/figure.js';
import { greatestDistance } from '../../support/browser/greatest-distance.js';
import { createNearFrame, createNodeRenderer, readBuffer } from '../../support/render/node-renderer.js';
import { moveAtRandom } from '../../support/render/random-moves.js';

const SEED = 50;
const COUNT = 50;
/** More than fit in a row of workgroups, of 64 invocations, one a bone of each. */
const MANY = 1_100_000;
const PARTS = ['body_a', 'hands'];
const IDLE = 0;
const WALK = 1;

let renderer: WebGPURenderer;
let shaders: ShaderFunctions;

beforeAll(async () => {
  renderer = await createNodeRenderer(['maxStorageBufferBindingSize', 'maxBufferSize']);
  shaders = await loadShaderFunctions('wgsl');
});

afterAll(() => renderer.dispose());

const characters = figureCharacters(COUNT, SEED);

/** A figure and its clips as the kernels take them. */
interface Subject {
  readonly figure: Figure;
  readonly clips: readonly BoundedClip[];
}

function createSubject(scales: FigureScales): Subject {
  const figure = createFigure({ scales });
  return { figure, clips: boundClips(figure.assets.boneTexture, figure.assets.parts).manifest.clipInfo };
}

/** The kernels over characters that play their clips. */
function createPosed(
  subject: Subject,
  shown: readonly Character[] = characters,
): { table: CharacterTable; frame: ComputeFrame } {
  const { clips } = subject;
  const table = new CharacterTable(shown.length);
  shown.forEach((character, i) => {
    const clip = character.anim_clip === 'walk' ? WALK : IDLE;
    table.setTransform(i, character.x, 0, character.z, character.rot_y, character.scale);
    table.setPlayback(i, { clip, start: -character.phase * clips[clip].duration, speed: 1 });
    table.setParts(i, 0, 1, 1);
    table.setHidden(i, false);
  });
  return { table, frame: createFrame(subject, table) };
}

function createFrame({ figure: { assets }, clips }: Subject, table: CharacterTable): ComputeFrame {
  const localPoses = deriveLocalPoses(assets.boneTexture, assets.skeleton, assets.skin);
  if (!localPoses) throw new Error('The figure should have local poses.');
  const parts = PARTS.map((name) => assets.parts.get(name)!);
  return createNearFrame(renderer, shaders, { table, parts, clips, localPoses });
}

/** The matrices of every character, 12 numbers a joint, by the character's index. */
async function readPalette(frame: ComputeFrame, seconds: number): Promise<Float64Array[]> {
  frame.run(seconds, undefined, [], 0);
  return readMatrices(frame, frame.matrices);
}

/** The matrices that a buffer has, by the character's index. */
async function readMatrices(frame: ComputeFrame, node: MatrixNode): Promise<Float64Array[]> {
  const slots = await slotsOf(frame);
  const rows = await rowsOf(node);
  expect(slots).toHaveLength(COUNT);
  const size = rows.length / COUNT;
  const palette: Float64Array[] = [];
  slots.forEach((i, slot) => {
    palette[i] = Float64Array.from(rows.subarray(slot * size, (slot + 1) * size));
  });
  return palette;
}

/** Metres between the posed hands and where three has them. */
function errorOfHands(subject: Subject, i: number, matrices: Float64Array, seconds: number): number {
  const expected = subject.figure.expected('hands', characters[i], seconds);
  return greatestDistance(posed(subject, 'hands', matrices), 0, expected);
}

function nextFrame(): void {
  (renderer.info as { frame: number }).frame += 1;
}

function posed({ figure: { assets } }: Subject, part: string, matrices: Float64Array): Float32Array {
  const geometry = assets.parts.get(part)?.geometry as BufferGeometry;
  const positions = new Float64Array(geometry.getAttribute('position').count * 3);
  skinVertices(geometry, matrices, positions);
  return Float32Array.from(positions);
}

describe.each(['even', 'uneven'] as const)('where scales are %s,', (scales) => {
  const subject = createSubject(scales);

  test.each([
    ['on baked frames', (random: () => number) => Math.floor(random() * 300) / 30],
    ['between them', (random: () => number) => random() * 10],
  ])(`the palette poses as three's SkinnedMesh does, %s (seed ${SEED})`, async (_when, nextMoment) => {
    const random = mulberry32(SEED);
    const { frame } = createPosed(subject);
    let largest = 0;
    let compared = 0;
    for (let moment = 0; moment < 5; moment++) {
      const seconds = nextMoment(random);
      const palette = await readPalette(frame, seconds);
      // 50 pairs of a character and a moment: ten characters at each.
      for (let i = moment * 10; i < moment * 10 + 10; i++) {
        for (const part of PARTS) {
          const expected = subject.figure.expected(part, characters[i], seconds);
          largest = Math.max(largest, greatestDistance(posed(subject, part, palette[i]), 0, expected));
          compared += expected.length / 3;
        }
      }
    }
    expect(compared).toBeGreaterThan(50 * 50);
    expect(largest).toBeLessThan(0.0005);
    frame.dispose();
  });

  test(`a fade poses as three's crossFadeTo does (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const { table, frame } = createPosed(subject);
    let largest = 0;
    for (let fade = 0; fade < 10; fade++) {
      const character: Character = characters[fade];
      const begins = random();
      const lasts = 0.3 + random() * 0.6;
      const now = begins + lasts * (0.1 + 0.8 * random());
      const motion = createAnimationState();
      cutTo(motion, { clip: WALK, start: 0, speed: 1 });
      fadeTo(motion, { clip: IDLE, start: begins - 0.4, speed: 1 }, begins, lasts);
      table.setAnimation(fade, motion);
      frame.upload({ rows: [{ first: fade, count: 1 }], moves: [], layers: [] });
      const palette = await readPalette(frame, now);

      const actor = subject.figure.act(character);
      const [walk, idle] = [actor.action('walk').play(), actor.action('idle')];
      actor.mixer.update(begins);
      idle.play().time = 0.4;
      walk.crossFadeTo(idle, lasts, false);
      actor.mixer.update(now - begins);
      for (const part of PARTS) {
        const expected = actor.positions(part);
        largest = Math.max(largest, greatestDistance(posed(subject, part, palette[fade]), 0, expected));
      }
      actor.stop();
    }
    expect(largest).toBeLessThan(0.001);
    frame.dispose();
  });

  test(`the past of who is within a step is where they were in it (seed ${SEED})`, async () => {
    const { frame, table } = createPosed(subject);
    moveAtRandom(table, 1, SEED);
    uploadAll(frame);
    const drawn = await readPalette(frame, 1);
    const old = frame.previousMatrices();
    nextFrame();
    // The next step has begun.
    moveAtRandom(table, 1, SEED + 1);
    table.stepLeft = 0.9;
    uploadAll(frame);
    const now = await readPalette(frame, 1);
    const before = await readMatrices(frame, old);
    let moved = 0;
    for (let i = 0; i < COUNT; i++) {
      const [was, is, then] = [before, now, drawn].map((all) => posed(subject, 'hands', all[i]));
      expect(greatestDistance(was, 0, then)).toBeLessThan(1e-6);
      if (greatestDistance(was, 0, is) > 0.05) moved += 1;
    }
    expect(moved).toBeGreaterThan(COUNT / 2);
    frame.dispose();
  });

  test('the frame before is known from the second frame with motion vectors on, and to a new drawing at once', async () => {
    const { frame, table } = createPosed(subject);
    const hasPrevious = (made: ComputeFrame): number =>
      (made.hasPrevious as unknown as { value: number }).value;
    frame.run(1, undefined, [], 0);
    // Asked for while the first frame is drawn.
    frame.previousMatrices();
    expect(hasPrevious(frame)).toBe(0);
    nextFrame();
    frame.run(1.4, undefined, [], 0);
    expect(hasPrevious(frame)).toBe(1);
    await expectPrevious(frame, 1);
    nextFrame();
    const next = createFrame(subject, table);
    next.run(1.9, undefined, [], 0);
    expect(hasPrevious(next)).toBe(1);
    await expectPrevious(next, 1.4);
    frame.dispose();
    next.dispose();
  });

  test('a character that has just come has not moved', async () => {
    const { frame, table } = createPosed(subject);
    frame.run(1, undefined, [], 0);
    frame.previousMatrices();
    const kept = table.words.slice(0, ROW_WORDS);
    table.free(0);
    nextFrame();
    frame.run(1.2, undefined, [], 0);
    table.words.set(kept);
    table.setTransform(0, 50, 0, 50, 0, 1);
    nextFrame();
    frame.upload({ rows: [{ first: 0, count: 1 }], moves: [], layers: [] });
    frame.run(1.4, undefined, [], 0);
    const [matrices] = await readMatrices(frame, frame.previousMatrices());
    // The fourth number of each row is the translation.
    const [x, z] = [matrices[3], matrices[11]];
    expect(Math.hypot(x - 50, z - 50)).toBeLessThan(3);
    frame.dispose();
  });

  test('buffers that only the GPU writes have no copy in JavaScript', async () => {
    const { frame } = createPosed(subject);
    const palette = await readPalette(frame, 1);
    const bytes = (node: { value: unknown }): number =>
      (node.value as StorageBufferAttribute).array.byteLength;
    expect([frame.matrices, frame.instances, frame.pairs, frame.slots].map(bytes)).toEqual([0, 0, 0, 0]);
    expect(errorOfHands(subject, 3, palette[3], 1)).toBeLessThan(0.0005);
    frame.dispose();
  });

  /** The poses of the frame before are those of a moment. */
  async function expectPrevious(frame: ComputeFrame, seconds: number): Promise<void> {
    for (const [i, matrices] of (await readMatrices(frame, frame.previousMatrices())).entries()) {
      expect(errorOfHands(subject, i, matrices, seconds)).toBeLessThan(0.0005);
    }
  }
});

async function slotsOf(frame: ComputeFrame): Promise<number[]> {
  const words = new Uint32Array(await readBuffer(renderer, frame.slots.value as StorageBufferAttribute));
  return [...words.subarray(1, 1 + words[0])];
}

/** Uploads rows and moves of everybody. */
function uploadAll(frame: ComputeFrame): void {
  const all = [{ first: 0, count: COUNT }];
  frame.upload({ rows: all, moves: all, layers: [] });
}

type MatrixNode = ReturnType<ComputeFrame['previousMatrices']>;

async function rowsOf(node: MatrixNode): Promise<Float32Array> {
  return new Float32Array(await readBuffer(renderer, node.value as StorageBufferAttribute));
}

test(`${MANY} characters are posed at once, more than one row of workgroups`, {
  tags: ['nightly'],
}, async () => {
  const subject = createSubject('even');
  const shown = Array.from({ length: MANY }, (_, i) => characters[i % COUNT]);
  const { frame } = createPosed(subject, shown);
  frame.run(1.7, undefined, [], 0);
  const slots = await slotsOf(frame);
  const rows = await rowsOf(frame.matrices);
  expect(slots).toHaveLength(MANY);
  const size = rows.length / MANY;
  expect((MANY * size) / 12).toBeGreaterThan(64 * 65_535);
  // Those who are the same are posed the same, and one of each as three poses it.
  const first: Float32Array[] = [];
  let different = 0;
  for (let slot = 0; slot < MANY; slot++) {
    const who = slots[slot] % COUNT;
    const own = rows.subarray(slot * size, (slot + 1) * size);
    first[who] ??= own;
    different += +own.some((number, n) => number !== first[who][n]);
  }
  expect(different).toBe(0);
  for (const [who, matrices] of first.entries()) {
    expect(errorOfHands(subject, who, Float64Array.from(matrices), 1.7)).toBeLessThan(0.0005);
  }
  frame.dispose();
});
