import { expect, test } from 'vitest';
import { buildHands } from '../../../src/kit/bodies/hands.js';
import { buildFeltHat } from '../../../src/kit/hair/felt-hat.js';
import { buildHeadscarf } from '../../../src/kit/hair/headscarf.js';
import type { MeshBuilder, Vertex } from '../../../src/kit/mesh/mesh-builder.js';
import { CLIP_NAMES, type ClipName } from '../../../src/protocol/index.js';
import { moments, type PlayedClip, type Point, playClip } from '../../support/kit/played-clip.js';

/** A vertex moved by its weights. */
function posed({ position, weights }: Vertex, clip: PlayedClip, seconds: number): Point {
  const sum: Point = [0, 0, 0];
  for (const [bone, share] of weights) {
    clip.pointAt(seconds, bone, position).forEach((value, k) => {
      sum[k] += share * value;
    });
  }
  return sum;
}

function onBones(mesh: MeshBuilder, ...bones: string[]): Vertex[] {
  const found = mesh.vertices.filter(({ weights }) =>
    weights.some(([bone, share]) => share > 0 && bones.includes(bone)),
  );
  expect(found.length).toBeGreaterThan(10);
  return found;
}

const middle = (points: readonly Point[]): Point =>
  [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length) as Point;

const hand = onBones(buildHands('near'), 'handL');

/** Middle of the left hand. */
const handAt = (clip: PlayedClip, seconds: number): Point =>
  middle(hand.map((vertex) => posed(vertex, clip, seconds)));

/** Clips in which the left arm swings or is folded; in the others it hangs. */
const MOVED: ReadonlySet<ClipName> = new Set([
  'walk',
  'jog',
  'walk_stop',
  'idle_arms_crossed',
  'idle_hands_hip',
  'idle_clasp',
  'idle_look_around',
]);

test.each(CLIP_NAMES)('in %s, the mace stands upright in the hand', async (name) => {
  const clip = await playClip(name);
  const mace = onBones(buildFeltHat('near'), 'sleeveWristL');
  for (const seconds of moments(clip.clip.duration, 8)) {
    const points = mace.map((vertex) => posed(vertex, clip, seconds)).sort((a, b) => a[1] - b[1]);
    const [foot, head] = [middle(points.slice(0, 5)), middle(points.slice(-5))];
    const lean = Math.hypot(head[0] - foot[0], head[2] - foot[2]) / (head[1] - foot[1]);
    expect(lean, `lean at ${seconds} s`).toBeLessThan(name === 'jog' ? 0.4 : 0.25);
    const [x, y, z] = handAt(clip, seconds);
    const share = (y - foot[1]) / (head[1] - foot[1]);
    const away = Math.hypot(
      foot[0] + share * (head[0] - foot[0]) - x,
      foot[2] + share * (head[2] - foot[2]) - z,
    );
    expect(away, `from the hand at ${seconds} s`).toBeLessThan(MOVED.has(name) ? 0.065 : 0.03);
  }
});

test.each(CLIP_NAMES)('in %s, the basket hangs below the hand that holds its handle', async (name) => {
  const clip = await playClip(name);
  const mesh = buildHeadscarf('near');
  const handle = onBones(mesh, 'handL').filter(({ weights }) => weights[1][1] > 0.95);
  const basket = onBones(mesh, 'sleeveWristL').filter(({ weights }) => weights[0][1] === 1);
  for (const seconds of moments(clip.clip.duration, 8)) {
    const [held, hanging] = [handle, basket].map((part) =>
      middle(part.map((vertex) => posed(vertex, clip, seconds))),
    );
    const at = handAt(clip, seconds);
    const away = Math.hypot(...held.map((value, k) => value - at[k]));
    expect(away).toBeLessThan(0.03);
    expect(at[1] - hanging[1]).toBeGreaterThan(0.1);
    expect(Math.hypot(hanging[0] - at[0], hanging[2] - at[2])).toBeLessThan(0.15);
  }
});
