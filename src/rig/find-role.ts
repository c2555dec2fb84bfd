import type { Skeleton } from './skeleton.js';

type Hierarchy = Pick<Skeleton, 'names' | 'parents'>;

/** Bones of a human rig by function, whatever their names are. */
export const BONE_ROLES = ['handL', 'handR', 'head', 'back'] as const;
export type BoneRole = (typeof BONE_ROLES)[number];
/** Distance of the palm from the wrist, as a fraction of the forearm, in whose direction it lies at rest. */
export const PALM = 1 / 3;

/** Words of bones that only control others. */
const CONTROL = /^(ik|fk|ctrl|control|target|pole|mch|org|end|nub)$/;
const HANDS = [/^(l|r|left|right)?hand$/, /^(l|r|left|right)?wrist$/, /^(l|r|left|right)?palm$/];
const SIDES = { handL: /^(l|left)(hand|wrist|palm)?$/, handR: /^(r|right)(hand|wrist|palm)?$/ } as const;

/** Splits a name into its words of letters, in lower case: `Knight_ArmLeft` has knight, arm and left. */
export function wordsOf(name: string): string[] {
  const apart = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return apart.split(/[^a-z]+/).filter((word) => word !== '');
}

/**
 * Finds a bone of a human rig by the words of its name, in the spelling of the usual programs: `mixamorig:RightHand`, `hand_r`,
 * `DEF-hand.R`. The back is the lowest bone above both hands.
 *
 * @returns −1 if no bone is named so
 */
export function findRole(skeleton: Hierarchy, role: BoneRole): number {
  if (role === 'back')
    return commonAncestor(findRole(skeleton, 'handL'), findRole(skeleton, 'handR'), skeleton.parents);
  const words = skeleton.names.map(wordsOf);
  const find = (patterns: readonly RegExp[]): number =>
    words.findIndex(
      (own) =>
        !own.some((word) => CONTROL.test(word)) &&
        patterns.every((pattern) => own.some((word) => pattern.test(word))),
    );
  if (role === 'head') return find([/^head$/]);
  return HANDS.map((hand) => find([hand, SIDES[role]])).find((bone) => bone >= 0) ?? -1;
}

/** Returns the lowest bone above two bones; −1 if there is none. */
export function commonAncestor(a: number, b: number, parents: Int16Array): number {
  const above = new Set<number>();
  for (let bone = a < 0 ? -1 : parents[a]; bone >= 0; bone = parents[bone]) above.add(bone);
  let bone = b < 0 ? -1 : parents[b];
  while (bone >= 0 && !above.has(bone)) bone = parents[bone];
  return bone;
}
