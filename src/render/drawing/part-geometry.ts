import { BufferAttribute, BufferGeometry } from 'three';
import { RigError } from '../../errors/index.js';
import type { Part } from '../characters/index.js';
import { type RefCounted, refCountedByRenderer } from './ref-counted.js';
import { copyAttribute, createIntegerAttribute, keepAttribute } from './three-internals.js';

/**
 * A geometry of its own over the same numbers.
 *
 * @param names attributes to take; the others are left out
 */
export function ownGeometry<T extends BufferGeometry>(
  source: BufferGeometry,
  names: readonly string[],
  target: T,
): T {
  for (const name of names) {
    const attribute = source.getAttribute(name);
    if (attribute) target.setAttribute(name, copyAttribute(attribute));
  }
  if (source.index) target.setIndex(new BufferAttribute(source.index.array, 1));
  target.groups = source.groups;
  return target;
}

/** Copies of a geometry's morph targets over the same arrays. */
export function copyMorphs({ morphAttributes }: BufferGeometry): BufferGeometry['morphAttributes'] {
  const copies: BufferGeometry['morphAttributes'] = {};
  for (const [name, targets] of Object.entries(morphAttributes)) {
    copies[name as keyof typeof copies] = targets?.map((target) => {
      const copy = copyAttribute(target) as BufferAttribute;
      // three's dictionary of targets is by these names.
      copy.name = target.name;
      return copy;
    });
  }
  return copies;
}

/**
 * Takes out of a geometry what its morph targets add at the given weights.
 *
 * @param geometry whose morph targets are offsets
 */
export function removeMorphs(geometry: BufferGeometry, weights: readonly number[]): void {
  for (const kind of ['position', 'normal'] as const) {
    const targets = geometry.morphAttributes[kind];
    const shown = geometry.attributes[kind];
    if (!targets || !shown) continue;
    const numbers = Float32Array.from({ length: shown.count * 3 }, (_, i) => {
      const [v, k] = [Math.floor(i / 3), i % 3];
      return targets.reduce(
        (sum, offsets, target) => sum - (weights[target] ?? 0) * offsets.getComponent(v, k),
        shown.getComponent(v, k),
      );
    });
    geometry.setAttribute(kind, new BufferAttribute(numbers, 3));
  }
}

/** Names of all attributes of a geometry but joints and weights. */
function surfaceAttributes(geometry: BufferGeometry): string[] {
  return Object.keys(geometry.attributes).filter((name) => name !== 'skinIndex' && name !== 'skinWeight');
}

/** Joints that 16 bits can number. */
const MAX_JOINTS = 65536;

/** The weight 1 as a 16-bit fraction. */
const WHOLE = 65535;

/**
 * The four joints and weights of each vertex in four 32-bit words: joints as 4 × 16 bits, weights as 4 × unorm16,
 * lowest first. Half the bytes of three's own attributes, and no renderer converts it. Joints are sorted by weight,
 * so that shaders stop at the first weight of 0. Weights sum to exactly 1, since the palette's matrices contain the
 * character's position: an error of a millionth at 1 km from the origin is a millimetre.
 *
 * @throws {RigError} where the geometry has no skin
 */
export function packSkin(part: Part): Uint32Array {
  const joints = part.geometry.getAttribute('skinIndex');
  const weights = part.geometry.getAttribute('skinWeight');
  if (!joints || !weights)
    throw new RigError(`Part "${part.name}" has no joints and weights to be posed by.`);
  const words = new Uint32Array(joints.count * 4);
  const rounded = new Float64Array(4);
  const order = [0, 1, 2, 3];
  for (let v = 0; v < joints.count; v++) {
    for (let k = 0; k < 4; k++) rounded[k] = Math.max(0, weights.getComponent(v, k));
    roundWeights(rounded);
    order.sort((a, b) => rounded[b] - rounded[a] || a - b);
    for (let k = 0; k < 4; k++) {
      const joint = joints.getComponent(v, order[k]);
      if (joint >= MAX_JOINTS)
        throw new RigError(`Part "${part.name}" uses joint ${joint}; the limit is ${MAX_JOINTS}.`);
      const shift = (k & 1) * 16;
      words[v * 4 + (k >> 1)] |= joint << shift;
      words[v * 4 + 2 + (k >> 1)] |= rounded[order[k]] << shift;
    }
  }
  return words;
}

/** Rounds weights to integers that sum to {@link WHOLE}; the largest takes the rounding error. */
function roundWeights(rounded: Float64Array): void {
  const sum = rounded[0] + rounded[1] + rounded[2] + rounded[3];
  if (sum === 0) return;
  let left = WHOLE;
  let largest = 0;
  for (let k = 0; k < 4; k++) {
    rounded[k] = Math.round((rounded[k] / sum) * WHOLE);
    left -= rounded[k];
    if (rounded[k] > rounded[largest]) largest = k;
  }
  rounded[largest] += left;
}

/** A geometry as one crowd draws it, with attributes that other crowds draw, too. */
export interface SharedGeometry<T extends BufferGeometry> {
  readonly geometry: T;
  /** Takes out the attributes that other crowds still draw. Call it before the geometry is disposed of. */
  release(): void;
}

/** Shared geometries by renderer. `copyAttribute` has the reason why renderers cannot share attributes. */
const acquirePart = refCountedByRenderer(createSharedGeometry, ({ geometry }: Part) => geometry);

/**
 * A part's geometry with its skin packed into `crowdSkin`, four words a vertex. The crowds that a renderer draws have
 * its attributes in common; `target` is of one crowd alone, for further attributes.
 */
export function createPartGeometry<T extends BufferGeometry>(
  part: Part,
  renderer: object,
  target: T,
): SharedGeometry<T> {
  return shareGeometry(acquirePart(renderer, part), target);
}

/** Gives `target` the attributes and the index of a shared geometry. */
export function shareGeometry<T extends BufferGeometry>(
  acquired: RefCounted<BufferGeometry>,
  target: T,
): SharedGeometry<T> {
  const { attributes, index } = acquired.resource;
  for (const [name, attribute] of Object.entries(attributes)) target.setAttribute(name, attribute);
  target.setIndex(index);
  return {
    geometry: target,
    release: () => {
      // Disposing of a geometry frees the GPU buffers of all its attributes.
      if (acquired.isShared) {
        for (const name of Object.keys(attributes)) keepAttribute(target, name);
        target.setIndex(null);
      }
      acquired.dispose();
    },
  };
}

function createSharedGeometry(part: Part): BufferGeometry {
  const geometry = ownGeometry(part.geometry, surfaceAttributes(part.geometry), new BufferGeometry());
  const skin = createIntegerAttribute(packSkin(part), 4);
  geometry.setAttribute('crowdSkin', skin);
  // The indirect draws of WebGPU are indexed.
  if (!geometry.index) geometry.setIndex(Array.from({ length: skin.count }, (_, v) => v));
  return geometry;
}
