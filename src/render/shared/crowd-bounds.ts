import { type Box3, Vector3 } from 'three';
import type { CharacterExtent } from './character-extent.js';
import type { CharacterTable } from './character-table.js';

/** A box around every character in every pose, in the crowd's space, written to `target`. */
export function crowdBox(table: CharacterTable, extent: CharacterExtent, target: Box3): Box3 {
  const point = new Vector3();
  target.makeEmpty();
  for (let i = 0; i < table.count; i++) {
    const scale = table.scale(i);
    const reach = extent.reach * scale;
    target.expandByPoint(point.set(table.x(i) - reach, table.y(i) + extent.minY * scale, table.z(i) - reach));
    target.expandByPoint(point.set(table.x(i) + reach, table.y(i) + extent.maxY * scale, table.z(i) + reach));
  }
  return target;
}
