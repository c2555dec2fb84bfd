import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { createMarket } from '../../../examples/models/market/market.js';
import { buildHands } from '../../../src/kit/bodies/hands.js';
import { buildFeltHat } from '../../../src/kit/hair/felt-hat.js';
import { buildHeadscarf, buildPorterScarf } from '../../../src/kit/hair/headscarf.js';
import type { MeshBuilder, Vertex } from '../../../src/kit/mesh/mesh-builder.js';
import { PARTS } from '../../../src/kit/parts.js';
import { SCENES } from '../../../src/kit/scenes.js';
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

const BOTH_SIDES = new MeshBasicMaterial({ side: DoubleSide });
const DOWN = new Vector3(0, -1, 0);

/** Height of a mesh below a point, as a ray of three meets it. */
function heightBelow(mesh: Mesh, [x, y, z]: Point): number | undefined {
  return new Raycaster(new Vector3(x, y, z), DOWN).intersectObject(mesh)[0]?.point.y;
}

/** Smallest distance of a hand above what is below it, metres; a sixth of its vertices. Rays start `up` metres above these. */
function gapBelow(mesh: Mesh, clip: PlayedClip, seconds: number, bone: string, up: number): number {
  const skin = buildHands('near').vertices.filter(({ weights }) => weights.some(([name]) => name === bone));
  const gaps = skin
    .filter((_, k) => k % 6 === 0)
    .map((vertex) => {
      const [x, y, z] = posed(vertex, clip, seconds);
      return y - (heightBelow(mesh, [x, y + up, z]) ?? Number.NEGATIVE_INFINITY);
    });
  expect(gaps.length).toBeGreaterThan(20);
  return Math.min(...gaps);
}

const bodyOf = (id: string): MeshBuilder => PARTS.find((part) => part.id === `body_${id}`)!.build('near');

/** A body in a pose, without its sleeves. */
function bodyMesh(id: string, clip: PlayedClip, seconds: number): Mesh {
  const { vertices, indices } = bodyOf(id);
  const geometry = new BufferGeometry();
  const positions = vertices.flatMap((vertex) => posed(vertex, clip, seconds));
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  const isSleeve = vertices.map(({ weights }) =>
    weights.some(([bone, share]) => /sleeve|Arm/.test(bone) && share > 0.3),
  );
  const corners = Array.from({ length: indices.length / 3 }, (_, k) => indices.slice(3 * k, 3 * k + 3));
  geometry.setIndex(corners.filter((three) => !three.some((i) => isSleeve[i])).flat());
  return new Mesh(geometry, BOTH_SIDES);
}

const { slots, things = [] } = SCENES['market'];
/** The stalls of the market in the space of those who do something there, one for each model. */
function stallsAt(clip: string): [name: string, stall: Mesh][] {
  const market = createMarket();
  const found = new Map<string, Mesh>();
  for (const { x, z, rot_y = 0 } of slots.filter((slot) => slot.clip === clip)) {
    const away = (thing: (typeof things)[number]) => Math.hypot(thing.x - x, thing.z - z);
    const thing = things.reduce((nearest, other) => (away(other) < away(nearest) ? other : nearest));
    if (found.has(thing.type)) continue;
    const mesh = new Mesh((market.getObjectByName(thing.type) as Mesh).geometry, BOTH_SIDES);
    mesh.position.set(thing.x - x, 0, thing.z - z).applyAxisAngle(new Vector3(0, 1, 0), -rot_y);
    mesh.rotation.y = (thing.rot_y ?? 0) - rot_y;
    mesh.updateMatrixWorld();
    found.set(thing.type, mesh);
  }
  expect(found.size).toBeGreaterThan(0);
  return [...found];
}

test.each(stallsAt('browse'))(
  'browse: the hand lies on the %s within 2 cm, and goes through nothing',
  async (_, stall) => {
    const clip = await playClip('browse');
    const gaps = moments(clip.clip.duration, 40).map((seconds) =>
      gapBelow(stall, clip, seconds, 'handR', 0.7),
    );
    for (const gap of gaps) expect(gap).toBeGreaterThan(-0.02);
    for (const gap of gaps.slice(11, 20)) expect(gap).toBeLessThan(0.02);
  },
);

test('cook: the ladle that the first page puts into the hand is in the soup', async () => {
  const clip = await playClip('cook');
  const [[, stall]] = stallsAt('cook');
  for (const seconds of moments(clip.clip.duration, 24)) {
    const [x, y, z] = clip.pointAt(seconds, 'handR', [-0.475, 0.823, 0.026]);
    // Middle of the ladle's rim, from the palm; the pot is 0.28 m wide inside, and the soup 0.84 m high.
    const rim: Point = [x, y - 0.15, z + 0.26];
    expect(Math.hypot(rim[0] - stall.position.x, rim[2] - stall.position.z)).toBeLessThan(0.28 - 0.055);
    expect(rim[1]).toBeGreaterThan(0.8);
    expect(rim[1] - 0.05).toBeLessThan(0.84);
  }
});

test.each(['official', 'scholar', 'merchant', 'farmer', 'townswoman', 'monk'])(
  'sit: the hands of the %s lie on the lap within 2 cm',
  async (id) => {
    const clip = await playClip('sit');
    for (const seconds of moments(clip.clip.duration, 4)) {
      const body = bodyMesh(id, clip, seconds);
      for (const bone of ['handL', 'handR'])
        expect(Math.abs(gapBelow(body, clip, seconds, bone, 0.08)), `${bone} at ${seconds} s`).toBeLessThan(
          0.02,
        );
    }
  },
);

test.each(['official', 'scholar', 'court_lady', 'monk'])(
  'sit: the sleeves of the %s lie between the ground and the table',
  async (id) => {
    const clip = await playClip('sit');
    const sleeves = onBones(bodyOf(id), 'sleeveElbowL', 'sleeveWristL');
    for (const seconds of moments(clip.clip.duration, 4)) {
      const points = sleeves.map((vertex) => posed(vertex, clip, seconds));
      // The edge of a tea table is 0.35 m before the middle of the stool.
      expect(Math.max(...points.map(([, , z]) => z))).toBeLessThan(0.2);
      expect(Math.min(...points.map(([, y]) => y))).toBeGreaterThan(0);
    }
  },
);

test.each(['walk', 'idle', 'talk'])('in %s, the pole lies on the shoulder within 2 cm', async (name) => {
  const clip = await playClip(name);
  const pole = onBones(buildPorterScarf('near'), 'chest').filter(
    ({ position: [x, y, z] }) => y > 1.38 && Math.abs(z + 0.01) < 0.01 && x > 0.1,
  );
  for (const seconds of moments(clip.clip.duration, 4)) {
    const lowest = pole.map((vertex) => posed(vertex, clip, seconds)).sort((a, b) => a[1] - b[1])[0];
    const shoulder = heightBelow(bodyMesh('farmer', clip, seconds), [lowest[0], lowest[1] + 0.1, lowest[2]]);
    expect(Math.abs(lowest[1] - (shoulder ?? 0)), `at ${seconds} s`).toBeLessThan(0.02);
  }
});
