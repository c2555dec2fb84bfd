import type { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { BufferAttribute, BufferGeometry } from 'three';
import type { Part } from '../characters/index.js';
import { hasMap } from './part-material.js';

/** meshoptimizer's simplifier, once it is ready. */
export type Simplifier = Pick<typeof MeshoptSimplifier, 'simplifyWithUpdate'>;

/** Attributes in the simplifier's error, with number of components and weight. */
const ATTRIBUTES = [
  { name: 'normal', size: 3, weight: 0.1 },
  { name: 'color', size: 3, weight: 0.15 },
  { name: 'uv', size: 2, weight: 0.15 },
] as const;
/** Two numbers that differ between bones, so that joining vertices of different bones is expensive. */
const BONES = { size: 2, weight: 0.1 };
const STRIDE = [...ATTRIBUTES, BONES].reduce((sum, { size }) => sum + size, 0);
const WEIGHTS = [...ATTRIBUTES, BONES].flatMap(({ size, weight }) => new Array<number>(size).fill(weight));

/** Simplified geometries by their error, for all crowds that show the same part. */
const known = new WeakMap<BufferGeometry, Map<number, BufferGeometry>>();

/**
 * The part with as few triangles as an error allows; none for a part that is smaller than the error.
 *
 * @param error mean distance between the two surfaces, in the unit of the positions; colours and the like count a little
 */
export function simplifyPart(part: Part, error: number, simplifier: Simplifier): Part {
  const made = known.get(part.geometry) ?? new Map<number, BufferGeometry>();
  known.set(part.geometry, made);
  const geometry = made.get(error) ?? simplify(part, error, simplifier);
  made.set(error, geometry);
  return { ...part, geometry };
}

function simplify(part: Part, error: number, simplifier: Simplifier): BufferGeometry {
  const { index, attributes } = part.geometry;
  const { position } = attributes;
  const indices = Uint32Array.from({ length: index?.count ?? position.count }, (_, k) => index?.getX(k) ?? k);
  const positions = new Float32Array(position.count * 3);
  for (let k = 0; k < positions.length; k++) positions[k] = position.getComponent(Math.floor(k / 3), k % 3);
  const numbers = readAttributes(part);
  const [count] = simplifier.simplifyWithUpdate(
    indices,
    positions,
    3,
    numbers,
    STRIDE,
    WEIGHTS,
    null,
    0,
    error,
    // Permissive: across seams of colours and texture coordinates. Prune: removes pieces smaller than the error.
    ['ErrorAbsolute', 'Permissive', 'Prune'],
  );
  const simplified = new BufferGeometry();
  for (const [name, attribute] of Object.entries(attributes)) simplified.setAttribute(name, attribute);
  simplified.setAttribute('position', new BufferAttribute(positions, 3));
  writeAttributes(simplified, part, numbers);
  return simplified.setIndex(new BufferAttribute(indices.slice(0, count), 1));
}

function* drawnAttributes({ geometry, material }: Part) {
  let offset = 0;
  for (const { name, size } of ATTRIBUTES) {
    const attribute = geometry.getAttribute(name);
    const isDrawn = name === 'normal' || (name === 'uv' ? hasMap(material) : material.vertexColors);
    if (attribute && isDrawn) yield { name, size, attribute, offset };
    offset += size;
  }
}

function readAttributes(part: Part): Float32Array {
  const { skinIndex, skinWeight } = part.geometry.attributes;
  const numbers = new Float32Array(skinIndex.count * STRIDE);
  for (const { size, attribute, offset } of drawnAttributes(part)) {
    for (let v = 0; v < attribute.count; v++) {
      for (let k = 0; k < size; k++) numbers[v * STRIDE + offset + k] = attribute.getComponent(v, k);
    }
  }
  for (let v = 0; v < skinIndex.count; v++) {
    const o = (v + 1) * STRIDE - BONES.size;
    for (let k = 0; k < 4; k++) {
      const angle = skinIndex.getComponent(v, k) * 2.4;
      numbers[o] += skinWeight.getComponent(v, k) * Math.sin(angle);
      numbers[o + 1] += skinWeight.getComponent(v, k) * Math.cos(angle);
    }
  }
  return numbers;
}

/** Writes the simplified attributes back. Further components, such as the weight of the tint, stay. */
function writeAttributes(geometry: BufferGeometry, part: Part, numbers: Float32Array): void {
  for (const { name, size, attribute, offset } of drawnAttributes(part)) {
    const values = new Float32Array(attribute.count * attribute.itemSize);
    for (let k = 0; k < values.length; k++) {
      const v = Math.floor(k / attribute.itemSize);
      const channel = k % attribute.itemSize;
      const isSimplified = channel < size;
      values[k] = isSimplified ? numbers[v * STRIDE + offset + channel] : attribute.getComponent(v, channel);
    }
    geometry.setAttribute(name, new BufferAttribute(values, attribute.itemSize));
  }
}
