import { BufferAttribute, BufferGeometry } from 'three';
import type { SimplifiedMesh, SimplifyJob, SimplifyResult } from '../../assets/index.js';
import { countTriangles, type Part } from '../characters/index.js';
import { hasMap } from './part-material.js';

/** Simplifies meshes: the levels of each, finest first, or the reason why it has none. Undefined for all if no mesh can be simplified. */
export type Simplify = (jobs: readonly SimplifyJob[]) => Promise<readonly SimplifyResult[] | undefined>;

/** A part to simplify. */
export interface SimplifyRequest {
  readonly part: Part;
  /** Mean distances between the surfaces, in the unit of the positions; colours and the like count a little. */
  readonly errors: readonly number[];
}

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

/** The levels of a geometry. */
interface Levels {
  /** Undefined until they have been made, and where they cannot be. */
  geometries?: readonly BufferGeometry[] | undefined;
  /** Undefined until they are requested. */
  coming?: Promise<void>;
  isSettled: boolean;
}

/** Levels by their errors, for all crowds that show the same part. */
const known = new WeakMap<BufferGeometry, Map<string, Levels>>();

function levelsOf({ part: { geometry }, errors }: SimplifyRequest): Levels {
  const byErrors = known.get(geometry) ?? new Map<string, Levels>();
  known.set(geometry, byErrors);
  const levels = byErrors.get(errors.join()) ?? { isSettled: false };
  byErrors.set(errors.join(), levels);
  return levels;
}

/**
 * A part for each error, with as few triangles as that allows: none for a part that is smaller than the error. Undefined until
 * {@link requestLevels} has made them.
 */
export function simplifiedParts(request: SimplifyRequest): readonly Part[] | undefined {
  return levelsOf(request).geometries?.map((geometry) => ({ ...request.part, geometry }));
}

/**
 * Has levels made. Resolves once all of them are there, those that were requested before included; undefined if they are.
 *
 * @param onWarning called once for each mesh that cannot be simplified
 */
export function requestLevels(
  requests: readonly SimplifyRequest[],
  simplify: Simplify,
  onWarning: (message: string) => void,
): Promise<unknown> | undefined {
  // A part may be in use more than once, with several tints.
  const all = new Map(requests.map((request) => [levelsOf(request), request]));
  const added = [...all].filter(([levels]) => !levels.coming);
  if (added.length > 0) {
    const coming = simplify(added.map(([, request]) => createJob(request))).then((results) => {
      for (const [k, [levels, { part }]] of added.entries()) {
        const result = results?.[k];
        if (result && 'failure' in result) {
          onWarning(
            `three-crowd: no levels of detail are made of the mesh "${part.name}": ${result.failure}. Export it anew.`,
          );
        } else levels.geometries = result?.map((mesh) => createGeometry(part, mesh));
        levels.isSettled = true;
      }
    });
    for (const [levels] of added) levels.coming = coming;
  }
  const awaited = [...all.keys()].filter(({ isSettled }) => !isSettled).map(({ coming }) => coming);
  return awaited.length > 0 ? Promise.all(awaited) : undefined;
}

function createJob({ part, errors }: SimplifyRequest): SimplifyJob {
  const { index, attributes } = part.geometry;
  const { position } = attributes;
  const indices = new Uint32Array(countTriangles(part) * 3);
  for (let k = 0; k < indices.length; k++) indices[k] = index ? index.getX(k) : k;
  const positions = new Float32Array(position.count * 3);
  for (let v = 0; v < position.count; v++)
    positions.set([position.getX(v), position.getY(v), position.getZ(v)], v * 3);
  return {
    indices,
    positions,
    attributes: readAttributes(part),
    weights: WEIGHTS,
    errors,
  };
}

function createGeometry(
  part: Part,
  { indices, vertices, positions, attributes }: SimplifiedMesh,
): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const [name, attribute] of Object.entries(part.geometry.attributes)) {
    const { itemSize } = attribute;
    const values = new Float32Array(vertices.length * itemSize);
    for (let k = 0; k < values.length; k++)
      values[k] = attribute.getComponent(vertices[Math.floor(k / itemSize)], k % itemSize);
    geometry.setAttribute(name, new BufferAttribute(values, itemSize));
  }
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  // Further components, such as the weight of the tint, stay.
  for (const { name, size, offset } of drawnAttributes(part)) {
    const attribute = geometry.getAttribute(name);
    for (let v = 0; v < attribute.count; v++) {
      for (let k = 0; k < size; k++) attribute.setComponent(v, k, attributes[v * STRIDE + offset + k]);
    }
  }
  return geometry.setIndex(new BufferAttribute(indices, 1));
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

function readAttributes(part: Part): Float32Array<ArrayBuffer> {
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
