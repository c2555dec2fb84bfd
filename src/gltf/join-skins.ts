import { AFFINE_SIZE, invertAffine, multiplyAffine, setAffineIdentity } from '../math/index.js';
import type { GltfFile } from './gltf-file.js';
import { isSameAffine, toAffine } from './node-transforms.js';

/** Mapping from a skin of the file to the joined skin. */
export interface SkinMapping {
  /** Joined joint of each joint of the skin. */
  readonly joints: Uint16Array;
  /** Matrix from the mesh's positions to the joined bind pose; undefined if it is the identity. */
  readonly rebase: Float64Array | undefined;
}

/** The joined joints of all skins of a character. */
export interface JoinedSkins {
  /** Node of each joint. A node with several bind poses occurs several times. */
  readonly joints: number[];
  /** Inverse bind matrix of each joint, 12 numbers each. */
  readonly inverseBind: number[];
  /** By skin of the file; skins of another skeleton are absent. */
  readonly mappings: ReadonlyMap<number, SkinMapping>;
}

/**
 * Joins the skins of a character. Some exporters write one skin per mesh, with a subset or another order of joints, or
 * another bind pose. The skin with most joints comes first, so that bone textures, which count its joints, still fit;
 * joints of other skins follow.
 *
 * @param skins that meshes of the scene use
 * @param lower skins of lower levels of detail; those with other joints are left out
 */
export async function joinSkins(
  file: GltfFile,
  parents: Int32Array,
  skins: readonly number[],
  lower: readonly number[],
): Promise<JoinedSkins> {
  const joined: JoinedSkins = { joints: [], inverseBind: [], mappings: new Map() };
  const mappings = joined.mappings as Map<number, SkinMapping>;
  const count = (skin: number): number => file.json.skins![skin].joints.length;
  const [first, ...others] = [...skins].sort((a, b) => count(b) - count(a) || a - b);
  if (first === undefined) return joined;
  let waiting = others;
  mappings.set(first, addSkin(joined, file.json.skins![first].joints, await readInverseBind(file, first)));
  // Repeated, since a skin may be connected only through another.
  for (let isGrowing = true; isGrowing; ) {
    const touching = waiting.filter((skin) =>
      isConnected(file.json.skins![skin].joints, joined.joints, parents),
    );
    for (const skin of touching) {
      mappings.set(skin, addSkin(joined, file.json.skins![skin].joints, await readInverseBind(file, skin)));
    }
    waiting = waiting.filter((skin) => !touching.includes(skin));
    isGrowing = touching.length > 0;
  }
  for (const skin of lower) {
    const { joints } = file.json.skins![skin];
    if (mappings.has(skin) || !joints.every((joint) => joined.joints.includes(joint))) continue;
    mappings.set(skin, addSkin(joined, joints, await readInverseBind(file, skin)));
  }
  return joined;
}

/** True if joints of both lists are equal or related by ancestry. */
function isConnected(a: readonly number[], b: readonly number[], parents: Int32Array): boolean {
  const hangs = (joints: readonly number[], on: ReadonlySet<number>): boolean =>
    joints.some((joint) => {
      let at = joint;
      while (at >= 0 && !on.has(at)) at = parents[at];
      return at >= 0;
    });
  return hangs(a, new Set(b)) || hangs(b, new Set(a));
}

async function readInverseBind(file: GltfFile, skin: number): Promise<Float64Array> {
  const { joints, inverseBindMatrices } = file.json.skins![skin];
  const inverseBind = new Float64Array(joints.length * AFFINE_SIZE);
  const columns =
    inverseBindMatrices === undefined ? undefined : await file.readAccessor(inverseBindMatrices);
  joints.forEach((_, joint) => {
    if (columns) inverseBind.set(toAffine(columns, joint * 16), joint * AFFINE_SIZE);
    else setAffineIdentity(inverseBind, joint * AFFINE_SIZE);
  });
  return inverseBind;
}

function addSkin(joined: JoinedSkins, joints: readonly number[], inverseBind: Float64Array): SkinMapping {
  const rebase = commonRebase(joined, joints, inverseBind);
  const back = new Float64Array(AFFINE_SIZE);
  const wanted = Float64Array.from(inverseBind);
  if (rebase && invertAffine(back, 0, rebase, 0)) {
    for (let o = 0; o < wanted.length; o += AFFINE_SIZE) multiplyAffine(wanted, o, wanted, o, back, 0);
  }
  const mapped = joints.map((node, joint) => {
    const o = joint * AFFINE_SIZE;
    const known = joined.joints.findIndex(
      (other, k) => other === node && isSameAffine(joined.inverseBind, k * AFFINE_SIZE, wanted, o),
    );
    if (known >= 0) return known;
    joined.inverseBind.push(...wanted.subarray(o, o + AFFINE_SIZE));
    return joined.joints.push(node) - 1;
  });
  return { joints: Uint16Array.from(mapped), rebase };
}

/**
 * Returns the matrix by which a skin's bind pose differs from the joined one at every common joint, such as another
 * origin or unit; undefined if there is no difference, or no common one.
 */
function commonRebase(
  joined: JoinedSkins,
  joints: readonly number[],
  inverseBind: Float64Array,
): Float64Array | undefined {
  let common: Float64Array | undefined;
  const difference = new Float64Array(AFFINE_SIZE);
  for (const [joint, node] of joints.entries()) {
    const k = joined.joints.indexOf(node);
    if (k < 0) continue;
    if (!invertAffine(difference, 0, joined.inverseBind, k * AFFINE_SIZE)) continue;
    multiplyAffine(difference, 0, difference, 0, inverseBind, joint * AFFINE_SIZE);
    if (common && !isSameAffine(common, 0, difference, 0)) return undefined;
    common ??= Float64Array.from(difference);
  }
  const identity = new Float64Array(AFFINE_SIZE);
  setAffineIdentity(identity, 0);
  return common && !isSameAffine(common, 0, identity, 0) ? common : undefined;
}
