import { RigError } from '../errors/index.js';
import { AFFINE_SIZE, invertAffine } from '../math/index.js';
import type { Skin } from './skeleton.js';

/**
 * From each joint's own space to the vertices as stored: 12 numbers a joint.
 *
 * @throws RigError where an inverse bind matrix has no inverse
 */
export function bindMatrices(skin: Skin): Float64Array {
  const binds = new Float64Array(skin.inverseBind.length);
  for (let joint = 0; joint < skin.joints.length; joint++) {
    const o = joint * AFFINE_SIZE;
    if (!invertAffine(binds, o, skin.inverseBind, o)) {
      throw new RigError(
        `joint ${joint} of the skin has an inverse bind matrix without an inverse; export the skin again`,
      );
    }
  }
  return binds;
}
