import { BoneTextureError } from '../../errors/index.js';
import { isSameBone } from '../find-bone.js';
import { type Fields, findField, isObject, missing, mustBe } from './manifest-fields.js';

const BONE_NAMES = ['boneNames', 'jointNames'];

/** True if a manifest contains joint names. */
export function hasBoneNames(manifest: unknown): boolean {
  return isObject(manifest) && findField(manifest, '', BONE_NAMES) !== undefined;
}

/**
 * Returns the joint names in texture order. If `expected` is given, the manifest's names, if any, must match.
 *
 * @throws {BoneTextureError}
 */
export function readBoneNames(
  manifest: Fields,
  nBones: number,
  expected: readonly string[] | undefined,
): string[] {
  if (expected && expected.length !== nBones) {
    throw new BoneTextureError(
      `The manifest's nBones is ${nBones} but the skeleton has ${expected.length} joints. Bake the texture for this skeleton.`,
      'nBones',
    );
  }
  const found = findField(manifest, '', BONE_NAMES);
  if (!found && expected) return [...expected];
  const { value, path } = found ?? missing('', BONE_NAMES);
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
    return mustBe("the joints' names in order", { value, path }, 'boneNames');
  }
  if (value.length !== nBones) {
    throw new BoneTextureError(
      `The manifest's ${path} has ${value.length} names for ${nBones} bones (nBones). Correct whichever is wrong.`,
      'boneNames',
    );
  }
  const wrong = expected ? value.findIndex((name, bone) => !isSameBone(name, expected[bone])) : -1;
  if (wrong >= 0) {
    throw new BoneTextureError(
      `The manifest's ${path}[${wrong}] is "${value[wrong]}" but joint ${wrong} of the skeleton is "${expected?.[wrong]}". Bake the ` +
        'texture for this skeleton.',
      'boneNames',
    );
  }
  return [...(expected ?? value)];
}
