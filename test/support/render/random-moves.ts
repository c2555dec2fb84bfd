import { mulberry32 } from '../../../src/math/index.js';
import type { CharacterTable } from '../../../src/render/characters/character-table.js';

/**
 * Puts all characters in a step of which a third remains: two of three move by up to `reach` metres on each axis, and turn.
 * Their present positions hardly change.
 */
export function moveAtRandom(table: CharacterTable, reach: number, seed: number): void {
  const random = mulberry32(seed);
  const within = (most: number): number => (random() * 2 - 1) * most;
  table.stepLeft = 1 / 3;
  for (let i = 0; i < table.count; i++) {
    if (i % 3 === 0) continue;
    const heading = table.heading(i);
    const before = heading + within(0.5);
    table.setStepEnd(i, table.x(i), table.y(i), table.z(i), Math.sin(heading), Math.cos(heading));
    table.moves.set(
      i,
      within(reach),
      within(reach),
      within(reach),
      Math.sin(heading) - Math.sin(before),
      Math.cos(heading) - Math.cos(before),
    );
  }
}
