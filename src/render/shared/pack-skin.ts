import { RigError } from '../../errors/index.js';
import type { PartSource } from './part-source.js';

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
export function packSkin(part: PartSource): Uint32Array {
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
