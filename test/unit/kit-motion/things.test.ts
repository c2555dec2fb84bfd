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
import { buildFace } from '../../../src/kit/head/face.js';
import { FACES } from '../../../src/kit/head/faces.js';
import type { MeshBuilder, Vertex } from '../../../src/kit/mesh/mesh-builder.js';
import { PARTS } from '../../../src/kit/parts.js';
import { SCENES } from '../../../src/kit/scenes.js';
import { ELBOW, WRIST } from '../../../src/kit/skeleton/weights.js';
import { CLIP_NAMES, type ClipName, type SceneSlot, type SceneThing } from '../../../src/protocol/index.js';
import { distance, moments, type PlayedClip, type Point, playClip } from '../../support/kit/played-clip.js';

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
    expect(away, `from the hand at ${seconds} s`).toBeLessThan(MOVED.has(name) ? 0.065 : 0.02);
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
    expect(away).toBeLessThan(0.022);
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

const BODIES = PARTS.flatMap(({ id, kind }) => (kind === 'body' ? [id.replace('body_', '')] : []));
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
const market = createMarket();

/** The thing that is nearest to a slot, and its distance, metres. */
function nearestThing({ x, z }: SceneSlot): { thing: SceneThing; away: number } {
  return things
    .map((thing) => ({ thing, away: Math.hypot(thing.x - x, thing.z - z) }))
    .reduce((nearest, other) => (other.away < nearest.away ? other : nearest));
}

test('people of the first page have 15 roles and more, of 10 activities and more', () => {
  const roles = slots.map((slot) => {
    const { thing, away } = nearestThing(slot);
    return `${slot.clip} at ${away < 1.2 ? thing.type : 'nothing'}`;
  });
  expect(new Set(roles).size).toBeGreaterThanOrEqual(15);
  expect(new Set(slots.map(({ clip }) => clip)).size).toBeGreaterThanOrEqual(10);
});

/** The stalls and tables of the market in the space of those who do something there, one for each model. */
function stallsAt(clip: string): [name: string, stall: Mesh][] {
  const found = new Map<string, Mesh>();
  for (const slot of slots.filter((each) => each.clip === clip)) {
    const { x, z, rot_y = 0 } = slot;
    const { thing } = nearestThing(slot);
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

/** Clips of a hand on a table, and the fortieths of the clip from which and until which it lies there. */
const ON_TABLES = [
  ['browse', 11, 20],
  ['sell', 5, 11],
] as const;

test.each(
  ON_TABLES.flatMap(([name, ...lies]) =>
    stallsAt(name).map(([type, stall]) => [name, type, stall, lies] as const),
  ),
)(
  '%s: the right hand lies on the %s within 2 cm, and goes through nothing',
  async (name, _, stall, [from, until]) => {
    const clip = await playClip(name);
    const gaps = moments(clip.clip.duration, 40).map((seconds) =>
      gapBelow(stall, clip, seconds, 'handR', 0.4),
    );
    for (const gap of gaps) expect(gap).toBeGreaterThan(-0.02);
    for (const gap of gaps.slice(from, until)) expect(gap).toBeLessThan(0.02);
  },
);

/** The right palm at rest, the origin of what is held: a third of the forearm beyond the wrist. */
const PALM = WRIST.map((wrist, k) => (k === 0 ? -1 : 1) * (wrist + (wrist - ELBOW[k]) / 3)) as Point;

const palmAt = (clip: PlayedClip, seconds: number): Point => clip.pointAt(seconds, 'handR', PALM);

test('what characters of scenes hold is in the market, and somebody holds each model of a hand', () => {
  const held = Object.values(SCENES).flatMap((scene) => scene.slots.flatMap((slot) => slot.held ?? []));
  expect([...new Set(held)].toSorted()).toEqual([
    'alms_bowl',
    'bird_cage',
    'book',
    'flag',
    'ladle',
    'spear',
    'tea_cup',
    'umbrella',
  ]);
  for (const name of held) expect(market.getObjectByName(name), name).toBeInstanceOf(Mesh);
});

test.each([
  ['cook', 'ladle'],
  ['drink', 'tea_cup'],
])('everybody who plays %s holds a %s, and nobody else does', (clip, model) => {
  const all = Object.values(SCENES).flatMap((scene) => scene.slots);
  const players = all.filter((slot) => slot.clip === clip);
  expect(players.length).toBeGreaterThan(2);
  expect(all.filter(({ held }) => held === model)).toEqual(players);
});

test('drink: the cup in the hand is lifted from the table to the mouth, each within 2 cm', async () => {
  const clip = await playClip('drink');
  const [[, table]] = stallsAt('drink');
  const { geometry } = market.getObjectByName('tea_cup') as Mesh;
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  const lips = buildFace(FACES.lean, 'near').vertices.filter(
    ({ position: [x, y, z] }) => Math.abs(x) < 0.012 && Math.abs(y - 1.507) < 0.006 && z > 0,
  );
  expect(lips.length).toBeGreaterThan(2);
  const at = moments(clip.clip.duration, 40);
  for (const seconds of [...at.slice(0, 20), ...at.slice(36)]) {
    const [x, y, z] = palmAt(clip, seconds);
    const top = heightBelow(table, [x + (min.x + max.x) / 2, y, z + (min.z + max.z) / 2]);
    expect(top).toBeCloseTo(0.7, 2);
    expect(Math.abs(y + min.y - top!), `cup at ${seconds} s`).toBeLessThan(0.02);
    expect(Math.abs(gapBelow(table, clip, seconds, 'handR', 0.1)), `hand at ${seconds} s`).toBeLessThan(0.02);
  }
  for (const seconds of at.slice(26, 30)) {
    const [x, y, z] = palmAt(clip, seconds);
    const mouth = middle(lips.map((vertex) => posed(vertex, clip, seconds)));
    const rim: Point = [x + (min.x + max.x) / 2, y + max.y, z + min.z];
    expect(distance(rim, mouth), `at ${seconds} s`).toBeLessThan(0.02);
  }
});

test('cook: the ladle in the hand is in the soup', async () => {
  const clip = await playClip('cook');
  const [[, stall]] = stallsAt('cook');
  for (const seconds of moments(clip.clip.duration, 24)) {
    const [x, y, z] = palmAt(clip, seconds);
    // Middle of the ladle's rim, from the palm; the pot is 0.28 m wide inside, and the soup 0.84 m high.
    const rim: Point = [x, y - 0.15, z + 0.26];
    expect(Math.hypot(rim[0] - stall.position.x, rim[2] - stall.position.z)).toBeLessThan(0.28 - 0.055);
    expect(rim[1]).toBeGreaterThan(0.8);
    expect(rim[1] - 0.05).toBeLessThan(0.84);
  }
});

test.each(BODIES)('sit: the hands of the %s lie on the lap within 2 cm', async (id) => {
  const clip = await playClip('sit');
  for (const seconds of moments(clip.clip.duration, 4)) {
    const body = bodyMesh(id, clip, seconds);
    for (const bone of ['handL', 'handR'])
      expect(Math.abs(gapBelow(body, clip, seconds, bone, 0.08)), `${bone} at ${seconds} s`).toBeLessThan(
        0.02,
      );
  }
});

test.each(
  ['official', 'scholar', 'court_lady', 'monk'].flatMap((id) => ['sit', 'drink'].map((name) => [name, id])),
)('%s: the sleeves of the %s are above the ground, and not in the table', async (name, id) => {
  const clip = await playClip(name);
  const sleeves = onBones(bodyOf(id), 'sleeveElbowL', 'sleeveWristL', 'sleeveElbowR', 'sleeveWristR');
  for (const seconds of moments(clip.clip.duration, 16)) {
    for (const vertex of sleeves) {
      const [, y, z] = posed(vertex, clip, seconds);
      expect(y).toBeGreaterThan(0);
      // The edge of a tea table is 0.35 m before the middle of the stool.
      if (z > 0.35) expect(y, `at ${seconds} s`).toBeGreaterThan(0.7);
    }
  }
});

test('sit: the knees of the merchant are 1 cm inside the robe', async () => {
  const clip = await playClip('sit');
  const body = bodyMesh('merchant', clip, 0);
  const knees = onBones(bodyOf('merchant'), 'thighL', 'shinL')
    .map((vertex) => posed(vertex, clip, 0))
    // The robe's hem hangs to 0.4 m.
    .filter(([, y]) => y > 0.46);
  expect(knees.length).toBeGreaterThan(10);
  for (const [x, y, z] of knees) {
    const outwards = new Raycaster(new Vector3(x + 0.01, y, z), new Vector3(1, 0, 0));
    expect(outwards.intersectObject(body).length, `${x}, ${y}, ${z}`).toBeGreaterThan(0);
  }
});

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
