import { type BufferGeometry, Triangle, Vector3 } from 'three';
import { mergeGeometries, mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';

/** Positions are multiples of this, metres, so that compressed files are small. */
const STEP = 1 / 1024;
/** Smaller triangles are removed, square metres. */
const SMALLEST_AREA = 1e-7;
/** Strength of the ambient occlusion, the darkest factor, and the number of factors; few compress better. */
const [STRENGTH, DARKEST, LEVELS] = [0.9, 0.3, 12];

/** Pieces as one indexed geometry, with ambient occlusion in its vertex colours and without triangles that have no area. */
export function finish(pieces: readonly BufferGeometry[]): BufferGeometry {
  const merged = mergeGeometries([...pieces]);
  const { array, count } = merged.attributes.position;
  for (let i = 0; i < array.length; i++) array[i] = Math.round(array[i] / STEP) * STEP;
  const triangle = new Triangle();
  const corners = Array.from({ length: count / 3 }, (_, k) => [3 * k, 3 * k + 1, 3 * k + 2] as const);
  const kept = corners.filter(
    (at) => triangle.setFromAttributeAndIndices(merged.attributes.position, ...at).getArea() > SMALLEST_AREA,
  );
  return occlude(mergeVertices(merged.setIndex(kept.flat())));
}

/** A triangle as a disc that hides a part of the sky. */
interface Disc {
  readonly middle: Vector3;
  readonly normal: Vector3;
  readonly area: number;
}

/**
 * Darkens vertex colours where other triangles are near: ambient occlusion with each triangle as a disc, after Bunnell
 * (GPU Gems 2, chapter 14).
 */
function occlude(geometry: BufferGeometry): BufferGeometry {
  const { position, normal, color } = geometry.attributes;
  const discs = discsOf(geometry);
  const [place, out, towards] = [new Vector3(), new Vector3(), new Vector3()];
  for (let i = 0; i < position.count; i++) {
    place.fromBufferAttribute(position, i);
    out.fromBufferAttribute(normal, i);
    let hidden = 0;
    for (const { middle, normal: facing, area } of discs) {
      towards.subVectors(middle, place);
      const received = out.dot(towards);
      const sent = -facing.dot(towards);
      if (received <= 0 || sent <= 0) continue;
      const square = towards.lengthSq();
      hidden += (received * sent * area) / (square * (Math.PI * square + area));
    }
    const light = Math.max(DARKEST, Math.round(Math.exp(-STRENGTH * hidden) * LEVELS) / LEVELS);
    color.setXYZ(i, color.getX(i) * light, color.getY(i) * light, color.getZ(i) * light);
  }
  return geometry;
}

function discsOf({ index, attributes: { position } }: BufferGeometry): Disc[] {
  const corners = index?.array ?? [];
  const triangle = new Triangle();
  return Array.from({ length: corners.length / 3 }, (_, k) => {
    const at = [corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]] as const;
    triangle.setFromAttributeAndIndices(position, ...at);
    return {
      middle: triangle.getMidpoint(new Vector3()),
      normal: triangle.getNormal(new Vector3()),
      area: triangle.getArea(),
    };
  });
}
