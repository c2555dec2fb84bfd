import { sinCos, wrapAngle } from '../math/index.js';
import type { Scene, SceneSlot, SceneThing } from '../protocol/index.js';

/** A heading to the left, which is +X seen from a character that faces +Z; and one backwards. */
const LEFT = Math.PI / 2;
const BACK = Math.PI;

/** Places of a scene relative to one of its own, metres and radians. */
interface Setting {
  readonly slots: readonly SceneSlot[];
  readonly things?: readonly SceneThing[];
}

/** A stall; its seller looks along +Z over the goods, and two buyers look back. */
function stall(type: string, seller: string, buyers: readonly [string, string], work = 'sell'): Setting {
  return {
    slots: [
      { x: 0.1, z: -0.8, bucket: seller, clip: work, ...(work === 'cook' && { held: 'ladle' }) },
      { x: 0.55, z: 0.82, rot_y: BACK + 0.2, bucket: buyers[0], clip: 'browse' },
      { x: -0.5, z: 0.9, rot_y: BACK - 0.15, bucket: buyers[1], clip: 'talk', phase: 0.5 },
    ],
    things: [{ type, x: 0, z: 0, radius: 0.45, width: 1.3 }],
  };
}

/** A place at a distance from the middle of a setting, which the character looks at, metres. */
function around(bucket: string, heading: number, distance: number, clip: string): SceneSlot {
  const [sin, cos] = sinCos(heading);
  return { x: -distance * sin, z: -distance * cos, rot_y: heading, bucket, clip };
}

/** A table with guests on its stools. Every second one drinks; before the others, the table has cups. */
function teaTable(...guests: readonly string[]): Setting {
  return {
    slots: guests.map((bucket, k) => ({
      ...around(bucket, (k * Math.PI) / 2, 0.75, k % 2 ? 'sit' : 'drink'),
      ...(k % 2 === 0 && { held: 'tea_cup' }),
    })),
    things: [{ type: 'tea_table', x: 0, z: 0, radius: 0.4 }],
  };
}

/** Listeners who stand: headings, and what they do. */
const STANDING = [
  [1.64, 'idle_clasp'],
  [1.99, 'idle_arms_crossed'],
  [-1.99, 'idle_hands_hip'],
  [-1.64, 'idle_clasp'],
] as const;

/** A storyteller behind a table, with listeners on the stools before it, and others who stand beside these. */
function storyteller(teller: string, seated: readonly string[], standing: readonly string[]): Setting {
  return {
    slots: [
      around(teller, 0, 0.75, 'talk'),
      ...seated.map((bucket, k) => around(bucket, BACK + 0.5 * (k - 2), 1.5, 'sit')),
      ...standing.map((bucket, k) => around(bucket, STANDING[k][0], 2.1, STANDING[k][1])),
    ],
    things: [{ type: 'story_stand', x: 0, z: 0, radius: 0.4, width: 0.4 }],
  };
}

/** A fortune teller and a client at the two sides of a table. */
function fortuneTeller(teller: string, client: string): Setting {
  return {
    slots: [around(teller, 0, 0.72, 'sit'), around(client, BACK, 0.72, 'sit')],
    things: [{ type: 'fortune_table', x: 0, z: 0, radius: 0.4, width: 0.6 }],
  };
}

/** Two who face each other, `distance` metres apart. */
function pair(
  clip: string,
  [first, second]: readonly [string, string],
  distance: number,
  phase: number,
): Setting {
  return {
    slots: [
      { x: 0, z: -distance / 2, bucket: first, clip, phase: 0 },
      { x: 0, z: distance / 2, rot_y: BACK, bucket: second, clip, phase },
    ],
  };
}

const bowing = (...buckets: readonly [string, string]): Setting => pair('bow', buckets, 1.7, 0.06);
const talking = (...buckets: readonly [string, string]): Setting => pair('talk', buckets, 1.15, 0.5);
const one = (bucket: string, clip: string, held?: string): Setting => ({
  slots: [{ x: 0, z: 0, bucket, clip, ...(held && { held }) }],
});
const thing = (type: string, radius: number): Setting => ({
  slots: [],
  things: [{ type, x: 0, z: 0, radius }],
});

type Placed = readonly [setting: Setting, x: number, z: number, rot_y?: number];

/** Puts settings into a scene, each at a place with a heading. */
function sceneOf(settings: readonly Placed[]): Scene {
  const put = <Part extends SceneSlot | SceneThing>(part: Part, [, x, z, heading = 0]: Placed): Part => {
    const [sin, cos] = sinCos(heading);
    return {
      ...part,
      x: round(x + part.x * cos + part.z * sin),
      z: round(z - part.x * sin + part.z * cos),
      rot_y: round(wrapAngle(heading + (part.rot_y ?? 0))),
    };
  };
  return {
    slots: settings.flatMap((placed, k) =>
      placed[0].slots.map((slot) => {
        const { phase } = slot;
        // Half the golden ratio: neither two pairs are in step, nor one with the other half of another.
        return {
          ...put(slot, placed),
          ...(phase !== undefined && { phase: round((phase + 0.309 * k) % 1) }),
        };
      }),
    ),
    things: settings.flatMap((placed) => (placed[0].things ?? []).map((part) => put(part, placed))),
  };
}

/** Millimetres, and thousandths of a radian. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}

/** Pairs and single people in the middle of a street along Z. */
const STREET: readonly Placed[] = [
  [bowing('official', 'scholar'), -0.8, 29.8, 1.3],
  [talking('townswoman', 'court_lady'), -4.3, 25.8, 2.2],
  [talking('farmer', 'merchant'), 7.4, 19.4, 0.9],
  [bowing('scholar', 'elder'), 0.9, 17.4, 0.9],
  [pair('pray', ['monk', 'elder_woman'], 1.3, 0.06), 0.8, 13.4, 1.1],
  [talking('townswoman', 'girl'), 1, 9.6, 2.6],
  [talking('scholar', 'official'), -4.2, 6.2, 0.2],
  [bowing('merchant', 'official'), 0.8, 3.6, -0.6],
  [one('townswoman', 'wave'), 2.6, 21.4, -0.4],
  [one('boy', 'wave'), -4.3, 20, -0.3],
];

/** People who meet on a square 12 m across. */
const SQUARE: readonly Placed[] = [
  [talking('scholar', 'merchant'), -2.6, -2.6, 0.7],
  [one('townswoman', 'wave'), 3.6, -2.4, 0.3],
  [bowing('official', 'merchant'), 0.3, -2.2, 1.4],
];

/**
 * Scenes of the kit, by id. Their ground is flat. In `market` and `teahouse`, people stand and sit at things, which a page has to
 * draw; the others suit every page.
 */
export const SCENES: Readonly<Record<string, Scene>> = {
  street: sceneOf(STREET),
  market: sceneOf([
    ...STREET,
    [stall('stall_fruit', 'farmer', ['townswoman', 'court_lady']), 3.3, 27.4, -1.1],
    [stall('cookstall', 'townswoman', ['farmer', 'soldier'], 'cook'), -6.2, 29, LEFT],
    [stall('cookstall', 'farmer', ['farmer', 'porter'], 'cook'), -0.2, 22.2, -0.4],
    [stall('stall_cloth', 'merchant', ['court_lady', 'townswoman']), 5.4, 31.4, -LEFT],
    [stall('stall_pots', 'merchant', ['scholar', 'merchant']), -6.2, 23, LEFT],
    [stall('stall_pots', 'townswoman', ['official', 'scholar']), 3.8, 19.6, -LEFT],
    [stall('stall_cloth', 'townswoman', ['court_lady', 'scholar']), -6.2, 16.5, LEFT],
    [stall('cookstall', 'farmer', ['scholar', 'farmer'], 'cook'), 3.8, 13.4, -LEFT],
    [stall('stall_fruit', 'farmer', ['monk', 'townswoman']), -6.2, 9.4, LEFT],
    [stall('stall_fruit', 'townswoman', ['court_lady', 'soldier']), 3.8, 6, -LEFT],
    [stall('stall_pots', 'merchant', ['farmer', 'merchant']), -6.2, 2, LEFT],
    [stall('stall_cloth', 'merchant', ['townswoman', 'merchant']), 3.8, -2, -LEFT],
    [teaTable('scholar', 'elder', 'scholar', 'official'), 1.5, 30.3, 0.3],
    [teaTable('official', 'scholar', 'merchant', 'monk'), -6.4, 12.9, 0.8],
    [
      storyteller(
        'scholar',
        ['farmer', 'townswoman', 'elder', 'court_lady', 'farmer'],
        ['soldier', 'boy', 'merchant', 'porter'],
      ),
      1.9,
      24.5,
      -0.35,
    ],
    [fortuneTeller('scholar', 'townswoman'), 5.4, 28.2, -1.3],
    [one('soldier', 'idle', 'spear'), 3.3, 29.4, -0.6],
    [one('soldier', 'idle', 'flag'), 5.7, 22, -0.7],
    [one('porter', 'idle_tired'), -0.45, 28.4, 0.8],
    [one('monk', 'idle_clasp', 'alms_bowl'), 1.6, 27.9, -0.3],
    [one('elder', 'idle_clasp', 'bird_cage'), -2.7, 28.4, 0.5],
    [one('scholar', 'idle_clasp', 'book'), -3.2, 24, 0.9],
    [one('court_lady', 'idle_clasp', 'umbrella'), -2, 26.2, -0.2],
    [pair('talk', ['boy', 'girl'], 0.8, 0.5), 0.7, 29.05, 1.9],
    [thing('lantern_post', 0.15), 4.2, 29.6],
    [thing('lantern_post', 0.15), -5.8, 26],
    [thing('lantern_post', 0.15), 3.2, 16.6],
    [thing('lantern_post', 0.15), -5.8, 19.8],
    [thing('lantern_post', 0.15), 3.2, 9.7],
    [thing('lantern_post', 0.15), -5.8, 5.7],
    [thing('banner', 0.1), 5.6, 29, -LEFT],
    [thing('banner', 0.1), -8, 26, LEFT],
    [thing('banner', 0.1), 5.6, 16.5, -LEFT],
    [thing('banner', 0.1), -8, 19.8, LEFT],
  ]),
  square: sceneOf([
    ...SQUARE,
    [talking('court_lady', 'townswoman'), 2.4, 1.8, 1.1],
    [pair('pray', ['monk', 'scholar'], 1.3, 0.06), -2.6, 1.2, 0.4],
  ]),
  teahouse: sceneOf([
    ...SQUARE,
    [teaTable('scholar', 'elder', 'scholar'), -2.6, 1.2, 0.4],
    [teaTable('court_lady', 'townswoman', 'court_lady'), 2.4, 1.8, 1.1],
    [thing('lantern_post', 0.15), -4.6, -0.6],
    [thing('lantern_post', 0.15), 4.6, -0.6],
  ]),
  /** Two ranks in a court 20 m wide, and visitors. */
  court: sceneOf([
    ...[-7, -5.2, -3.4].flatMap((z): Placed[] => [
      [one('official', 'bow'), -2.4, z, LEFT],
      [one('official', 'bow'), 2.4, z, -LEFT],
    ]),
    [bowing('scholar', 'official'), -5.6, 4.6, 0.8],
    [talking('official', 'scholar'), 5.4, 5.2, 2.1],
    [talking('court_lady', 'court_lady'), 6.4, -1.4, 0.4],
    [one('soldier', 'idle', 'flag'), -6.8, -3.6, LEFT],
    [one('soldier', 'idle', 'flag'), 6.8, -3.6, -LEFT],
  ]),
  /** People on hills. */
  outing: sceneOf([
    [talking('scholar', 'scholar'), -3, 6, 0.6],
    [talking('court_lady', 'girl'), 2.6, 9.4, 1.7],
    [talking('elder', 'farmer'), 7.2, 3.2, 2.4],
    [bowing('scholar', 'official'), -7.4, 1.4, 1],
    [one('monk', 'pray'), 0.6, 2.8, 0.2],
    [one('townswoman', 'wave'), 4.4, 6.2, 0.4],
    [one('boy', 'wave'), -5.6, 9.6, -0.3],
    [one('elder', 'idle_clasp', 'bird_cage'), -1, 11.2, 0.4],
    [one('scholar', 'idle_clasp', 'book'), 3.4, -1.8, -0.5],
  ]),
};
