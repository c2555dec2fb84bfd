import { type BufferGeometry, Color, Float32BufferAttribute } from 'three';

/** The same geometry, one colour all over, ready to be merged with others. */
export function colored(geometry: BufferGeometry, color: string): BufferGeometry {
  const plain = geometry.index ? geometry.toNonIndexed() : geometry;
  plain.deleteAttribute('uv');
  const { r, g, b } = new Color(color);
  const { count } = plain.getAttribute('position');
  const colors = new Float32Array(count * 3);
  for (let i = 0; i < colors.length; i += 3) colors.set([r, g, b], i);
  return plain.setAttribute('color', new Float32BufferAttribute(colors, 3));
}
