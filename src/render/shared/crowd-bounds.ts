import { type Box3, Vector3 } from 'three';
import type { CharacterTable } from './character-table.js';
import { emptyMotion } from './motion.js';
import type { PoseBounds } from './pose-bounds.js';

/**
 * A box around every visible character in every pose of every clip, and in the fades under way at `now`; in the crowd's
 * space, written to `target`.
 */
export function crowdBox(table: CharacterTable, bounds: PoseBounds, now: number, target: Box3): Box3 {
  const point = new Vector3();
  const motion = emptyMotion();
  target.makeEmpty();
  for (let i = 0; i < table.count; i++) {
    if (table.isHidden(i)) continue;
    const extent = bounds.extentOf(table.motion(i, motion), now);
    const scale = table.scale(i);
    const reach = extent.reach * scale;
    target.expandByPoint(point.set(table.x(i) - reach, table.y(i) + extent.minY * scale, table.z(i) - reach));
    target.expandByPoint(point.set(table.x(i) + reach, table.y(i) + extent.maxY * scale, table.z(i) + reach));
  }
  return target;
}
