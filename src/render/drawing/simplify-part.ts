import type { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { BufferAttribute, BufferGeometry } from 'three';
import type { Part } from '../characters/index.js';
import { hasMap } from './part-material.js';

/** meshoptimizer's simplifier, once it is ready. */
export type Simplifier = Pick<typeof MeshoptSimplifier, 'simplifyWithAttributes'>;

/**
 * Weights of normal, colour, texture coordinates and bones in the error, beside the distance of positions as a fraction of the mesh's size.
 * Higher ones keep triangles where nothing moves by a pixel: with 0.35 and 1.2, as the sample kit's `lod_glb` is made with,
 * the same error takes twice as many triangles.
 */
const WEIGHTS = [0.1, 0.1, 0.1, 0.15, 0.15, 0.15, 0.15, 0.15, 0.1, 0.1];

/** Indices of simplified geometries by their error, for all crowds that show the same part. */
const known = new WeakMap<BufferGeometry, Map<number, Uint32Array>>();

/**
 * The part with as few triangles as an error allows; none for a part that is smaller than the error. Its geometry shares
 * the attributes of the given one.
 *
 * @param error largest distance between the two surfaces, in the unit of the positions
 */
export function simplifyPart(part: Part, error: number, simplifier: Simplifier): Part {
  const { geometry } = part;
  const made = known.get(geometry) ?? new Map<number, Uint32Array>();
  known.set(geometry, made);
  const indices = made.get(error) ?? simplify(part, error, simplifier);
  made.set(error, indices);
  const simplified = new BufferGeometry();
  for (const [name, attribute] of Object.entries(geometry.attributes))
    simplified.setAttribute(name, attribute);
  return { ...part, geometry: simplified.setIndex(new BufferAttribute(indices, 1)) };
}

function simplify(part: Part, error: number, simplifier: Simplifier): Uint32Array {
  const { position } = part.geometry.attributes;
  const indices = new Uint32Array(part.geometry.index?.count ?? position.count);
  for (let k = 0; k < indices.length; k++) indices[k] = part.geometry.index?.getX(k) ?? k;
  const positions = new Float32Array(position.count * 3);
  for (let v = 0; v < position.count; v++) {
    positions.set([position.getX(v), position.getY(v), position.getZ(v)], v * 3);
  }
  // Permissive: across seams of colours and texture coordinates. Prune: pieces smaller than the error.
  const [simplified] = simplifier.simplifyWithAttributes(
    indices,
    positions,
    3,
    attributesOf(part),
    WEIGHTS.length,
    WEIGHTS,
    null,
    0,
    error,
    ['ErrorAbsolute', 'Permissive', 'Prune'],
  );
  return simplified;
}

/** Ten numbers a vertex, in the order of {@link WEIGHTS}. */
function attributesOf({ geometry, material }: Part): Float32Array {
  const { normal, uv, color, skinIndex, skinWeight } = geometry.attributes;
  const numbers = new Float32Array(geometry.attributes['position'].count * WEIGHTS.length);
  for (let v = 0, o = 0; o < numbers.length; v++, o += WEIGHTS.length) {
    if (normal) numbers.set([normal.getX(v), normal.getY(v), normal.getZ(v)], o);
    if (material.vertexColors && color) numbers.set([color.getX(v), color.getY(v), color.getZ(v)], o + 3);
    if (hasMap(material) && uv) numbers.set([uv.getX(v), uv.getY(v)], o + 6);
    for (let k = 0; k < 4; k++) {
      // Two numbers that differ between bones: joining vertices of different bones becomes expensive.
      const angle = skinIndex.getComponent(v, k) * 2.4;
      numbers[o + 8] += skinWeight.getComponent(v, k) * Math.sin(angle);
      numbers[o + 9] += skinWeight.getComponent(v, k) * Math.cos(angle);
    }
  }
  return numbers;
}
