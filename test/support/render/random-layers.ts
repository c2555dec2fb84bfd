import { mulberry32 } from '../../../src/math/index.js';
import { CharacterTable } from '../../../src/render/characters/character-table.js';
import { moveAtRandom } from './random-moves.js';

/** Clips of the sample kit, by the numbers that rows use. */
export interface LayeredClips {
  readonly walk: number;
  readonly other: number;
  readonly upper: number;
}

/**
 * Characters in the middle of a walk and of a step, some of them in a fade, each with another layer: feet put elsewhere and turned,
 * hips lowered, head turned, an upper body's clip put over the walk's or added to it. Every fifth has none.
 */
export function layeredTable(count: number, clips: LayeredClips, seed: number): CharacterTable {
  const random = mulberry32(seed);
  const within = (reach: number): number => (random() * 2 - 1) * reach;
  const table = new CharacterTable(count);
  const layers = table.useLayers();
  for (let i = 0; i < count; i++) {
    const [x, z] = [within(20), within(20)];
    const heading = within(Math.PI);
    table.setTransform(i, x, within(1), z, heading, 0.9 + 0.2 * random());
    table.setAnimation(i, {
      clip: clips.walk,
      start: within(5),
      speed: 0.5 + random(),
      oldClip: clips.other,
      oldStart: within(5),
      oldSpeed: 1,
      fadeStart: -0.1,
      fadeSeconds: random() < 0.4 ? 0.4 : 0,
    });
    table.setParts(i, 0, 1, 1);
    table.setHidden(i, false);
    if (i % 5 === 0) continue;
    for (const foot of [0, 1] as const) {
      const turn = within(1.2);
      if (random() < 0.3) {
        // On its way back to its clip, and some of them there, at a tenth of a second of the crowd's clock.
        const [lift, rise, start] = [within(0.05), 0.1 * random(), 0.1 - 0.3 * random()];
        layers.releaseFoot(i, foot, { x: within(0.25), z: within(0.25), yaw: turn / 2, lift, rise, start });
        continue;
      }
      const isPlaced = random() < 0.6;
      layers.setFoot(i, foot, {
        isPlaced,
        x: (isPlaced ? x : 0) + within(0.25),
        z: (isPlaced ? z : 0) + within(0.25),
        sine: Math.sin(heading + turn),
        cosine: Math.cos(heading + turn),
        lift: within(0.15),
        yaw: turn / 2,
        tiltX: within(0.34),
        tiltZ: within(0.34),
      });
    }
    layers.setHips(i, i % 3 === 0 ? 0.12 * random() : 0);
    layers.setLook(i, within(0.7), within(0.5), i % 2 === 0 ? random() : 1);
    if (i % 2 === 0) {
      layers.setUpper(i, {
        clip: clips.upper,
        isAdditive: i % 4 === 0,
        start: within(5),
        speed: 1,
        fadeStart: -0.2,
        fadeSeconds: [0, 0.5, -0.5][i % 3],
      });
    }
  }
  moveAtRandom(table, 0.1, seed);
  return table;
}
