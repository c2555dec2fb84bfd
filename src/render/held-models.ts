import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import type { HeldModel } from '../assets/index.js';
import { RigError } from '../errors/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import type { SceneSlot } from '../protocol/index.js';
import { findRole, PALM, type Skeleton, TRS_SIZE } from '../rig/index.js';
import type { CrowdDependencies } from './crowd-dependencies.js';
import { affineToMatrix, characterMatrix } from './poses/affine-matrices.js';

/** Maximum distance between a slot and the published position of its character, metres. */
const SAME_PLACE = 0.01;

/**
 * Returns the models in the right hands of a scene's characters. A model's origin is in the palm. It is upright, turned and
 * scaled as its holder is. It is not drawn while its holder is not, or the index has a character that was placed elsewhere.
 *
 * @param now returns the crowd's present time, seconds
 * @throws {RigError} if the rig has no right hand that can be found
 */
export function heldModels(
  slots: readonly SceneSlot[],
  crowd: Object3D,
  { characters, heroes, queries, skeleton }: CrowdDependencies,
  now: () => number,
): HeldModel[] {
  const holders = slots.flatMap(({ x, z, held }, i) => (held === undefined ? [] : { type: held, i, x, z }));
  if (holders.length === 0) return [];
  const { table } = characters;
  const hand = findRole(skeleton, 'handR');
  if (hand < 0) {
    throw new RigError(
      `The rig has no right hand for what characters hold: no name of ${skeleton.names.join(', ')} says which bone it is.`,
    );
  }
  const palm = palmOf(skeleton, hand);
  const affine = new Float64Array(AFFINE_SIZE);
  const point = new Vector3();

  const isHolding = (i: number, x: number, z: number): boolean => {
    // The row of a removed character is hidden.
    if (i >= table.count || !characters.isVisible(i) || table.opacity(i) === 0) return false;
    const source = characters.source(i);
    return Math.hypot(source.x - x, source.z - z) < SAME_PLACE;
  };
  return holders.map(({ type, i, x, z }) => ({
    type,
    place(target) {
      if (!isHolding(i, x, z)) return false;
      const bone = skeleton.names[hand];
      const hero = heroes.get(i);
      crowd.updateWorldMatrix(true, false);
      const socket =
        heroes.socketMatrix(i, bone, target) ??
        queries.socketMatrix(i, bone, now(), target).premultiply(crowd.matrixWorld);
      point.copy(palm).applyMatrix4(socket);
      if (hero) {
        target.copy(hero.object.matrixWorld);
      } else {
        characterMatrix(table, i, affine, 0);
        affineToMatrix(affine, 0, target).premultiply(crowd.matrixWorld);
      }
      target.setPosition(point);
      return true;
    },
  }));
}

/** The palm in the hand's own space. */
function palmOf({ rest }: Skeleton, hand: number): Vector3 {
  const trs = rest.subarray(hand * TRS_SIZE, (hand + 1) * TRS_SIZE);
  const local = new Matrix4().compose(
    new Vector3().fromArray(trs, 0),
    new Quaternion().fromArray(trs, 3),
    new Vector3().fromArray(trs, 7),
  );
  // The local translation goes from the elbow to the wrist.
  return new Vector3()
    .fromArray(trs, 0)
    .multiplyScalar(1 + PALM)
    .applyMatrix4(local.invert());
}
