import { Box3, Sphere, Vector3 } from 'three';
import type { ClipInfo } from '../../protocol/index.js';
import type { CharacterTable } from './character-table.js';

/** Half-width and height of a person with a wide hat, for clips whose bounds are not known; metres. */
const UNKNOWN_EXTENT = { radius: 1, minY: -0.2, maxY: 2.2 };

/** A box around every character in every pose of every clip, in the crowd's space, written to `target`. */
export function crowdBox(table: CharacterTable, clips: readonly ClipInfo[], target: Box3): Box3 {
  const extent = clipExtent(clips);
  const point = new Vector3();
  target.makeEmpty();
  for (let i = 0; i < table.count; i++) {
    const scale = table.scale(i);
    const reach = extent.radius * scale;
    target.expandByPoint(point.set(table.x(i) - reach, table.y(i) + extent.minY * scale, table.z(i) - reach));
    target.expandByPoint(point.set(table.x(i) + reach, table.y(i) + extent.maxY * scale, table.z(i) + reach));
  }
  return target;
}

export function crowdSphere(table: CharacterTable, clips: readonly ClipInfo[]): Sphere {
  return crowdBox(table, clips, new Box3()).getBoundingSphere(new Sphere());
}

/** The upright cylinder about a character's place that holds it whichever way it faces. */
function clipExtent(clips: readonly ClipInfo[]): { radius: number; minY: number; maxY: number } {
  const known = clips.flatMap((clip) => (clip.bounds ? [clip.bounds] : []));
  if (known.length < clips.length || known.length === 0) return UNKNOWN_EXTENT;
  return {
    radius: Math.max(
      ...known.map(([x0, , z0, x1, , z1]) => Math.hypot(Math.max(-x0, x1), Math.max(-z0, z1))),
    ),
    minY: Math.min(...known.map((box) => box[1])),
    maxY: Math.max(...known.map((box) => box[4])),
  };
}
