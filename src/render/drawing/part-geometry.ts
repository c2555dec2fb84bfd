import { BufferAttribute, BufferGeometry } from 'three';
import { RigError } from '../../errors/index.js';
import type { Part } from '../characters/index.js';
import { type RefCounted, refCounted } from './ref-counted.js';
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
  return target;
}

/** Names of all attributes of a geometry but those that say how it hangs on a skeleton. */
export function surfaceAttributes(geometry: BufferGeometry): string[] {
  return Object.keys(geometry.attributes).filter((name) => name !== 'skinIndex' && name !== 'skinWeight');
}

/** Joints a packed skin can tell apart. */
const MAX_JOINTS = 65536;

/** What the weights of a vertex sum to. */
const WHOLE = 65535;

/**
 * The four joints and weights of each vertex in four 32-bit words: joints as 4 × 16 bits, weights as 4 × unorm16,
 * lowest first. Half the bytes of three's own attributes, and no renderer rewrites it. The heaviest joint stands first,
 * so that shaders stop at the first weight of 0. Weights sum to exactly 1: they also weigh the character's place, and a
 * millionth of a kilometre is a millimetre.
 *
 * @throws {RigError} where the geometry has no skin
 */
export function packSkin(part: Part): Uint32Array {
  const joints = part.geometry.getAttribute('skinIndex');
  const weights = part.geometry.getAttribute('skinWeight');
  if (!joints || !weights)
    throw new RigError(`Part "${part.name}" has no joints and weights to be posed by.`);
  const words = new Uint32Array(joints.count * 4);
  const shares = new Float64Array(4);
  const order = [0, 1, 2, 3];
  for (let v = 0; v < joints.count; v++) {
    for (let k = 0; k < 4; k++) shares[k] = Math.max(0, weights.getComponent(v, k));
    roundShares(shares);
    order.sort((a, b) => shares[b] - shares[a] || a - b);
    for (let k = 0; k < 4; k++) {
      const joint = joints.getComponent(v, order[k]);
      if (joint >= MAX_JOINTS)
        throw new RigError(`Part "${part.name}" uses joint ${joint}; the limit is ${MAX_JOINTS}.`);
      const shift = (k & 1) * 16;
      words[v * 4 + (k >> 1)] |= joint << shift;
      words[v * 4 + 2 + (k >> 1)] |= shares[order[k]] << shift;
    }
  }
  return words;
}

/** Rounds weights to parts of {@link WHOLE}; what rounding loses goes to the largest. */
function roundShares(shares: Float64Array): void {
  const sum = shares[0] + shares[1] + shares[2] + shares[3];
  if (sum === 0) return;
  let left = WHOLE;
  let largest = 0;
  for (let k = 0; k < 4; k++) {
    shares[k] = Math.round((shares[k] / sum) * WHOLE);
    left -= shares[k];
    if (shares[k] > shares[largest]) largest = k;
  }
  shares[largest] += left;
}

/** A part's geometry as one crowd draws it. */
export interface PartGeometry<T extends BufferGeometry> {
  readonly geometry: T;
  /** To be called before the geometry is disposed of: leaves what other crowds still draw to them. */
  release(): void;
}

type LeasePart = (part: Part) => RefCounted<BufferGeometry>;

/** Of each renderer, since some rewrite an attribute's array when they upload it. */
const leases = new WeakMap<object, LeasePart>();

/**
 * A part's geometry with its skin packed into `crowdSkin`, four words a vertex. The crowds that a renderer draws have
 * its attributes in common; `target` is a crowd's own, for what else it needs.
 */
export function createPartGeometry<T extends BufferGeometry>(
  part: Part,
  renderer: object,
  target: T,
): PartGeometry<T> {
  const lease = leaseOf(renderer)(part);
  const { attributes, index } = lease.resource;
  for (const [name, attribute] of Object.entries(attributes)) target.setAttribute(name, attribute);
  target.setIndex(index);
  return {
    geometry: target,
    release: () => {
      // Renderers free what hangs on a geometry that is disposed of.
      if (lease.isShared) {
        for (const name of Object.keys(attributes)) keepAttribute(target, name);
        target.setIndex(null);
      }
      lease.dispose();
    },
  };
}

function leaseOf(renderer: object): LeasePart {
  const known = leases.get(renderer) ?? refCounted(createSharedGeometry, ({ geometry }) => geometry);
  leases.set(renderer, known);
  return known;
}

function createSharedGeometry(part: Part): BufferGeometry {
  const geometry = ownGeometry(part.geometry, surfaceAttributes(part.geometry), new BufferGeometry());
  const skin = createIntegerAttribute(packSkin(part), 4);
  geometry.setAttribute('crowdSkin', skin);
  // Draws that the GPU counts are of indices.
  if (!geometry.index) geometry.setIndex(Array.from({ length: skin.count }, (_, v) => v));
  return geometry;
}
