import { RigError } from '../../errors/index.js';
import type { PartSource } from './part-source.js';

/** Joints a packed skin can tell apart. */
const MAX_JOINTS = 65536;

/**
 * The four joints and weights of each vertex in four 32-bit words: joints as 4 × 16 bits, weights as 4 × unorm16,
 * lowest first. Half the bytes of three's own attributes, and no renderer rewrites it.
 *
 * @throws {RigError} where the geometry has no skin
 */
export function packSkin(part: PartSource): Uint32Array {
  const joints = part.geometry.getAttribute('skinIndex');
  const weights = part.geometry.getAttribute('skinWeight');
  if (!joints || !weights)
    throw new RigError(`Part "${part.name}" has no joints and weights to be posed by.`);
  const words = new Uint32Array(joints.count * 4);
  for (let v = 0; v < joints.count; v++) {
    for (let k = 0; k < 4; k++) {
      const joint = joints.getComponent(v, k);
      if (joint >= MAX_JOINTS)
        throw new RigError(`Part "${part.name}" uses joint ${joint}; the limit is ${MAX_JOINTS}.`);
      const shift = (k & 1) * 16;
      words[v * 4 + (k >> 1)] |= joint << shift;
      words[v * 4 + 2 + (k >> 1)] |= Math.round(Math.min(1, weights.getComponent(v, k)) * 65535) << shift;
    }
  }
  return words;
}
