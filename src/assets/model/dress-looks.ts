import type { Object3D, Skeleton } from 'three';
import {
  addGroups,
  groupBySurface,
  hasMaskedPiece,
  joinPieces,
  ownBase,
  paintedFor,
  tintedBase,
} from './merge-pieces.js';
import { addMesh, joinLook } from './outfits.js';
import type { Part } from './part.js';
import { hasSameSurface } from './same-surface.js';

/** A look with things on bones. */
export interface DressedLook {
  /** Index of the look without things. */
  readonly look: number;
  /** Indices of the things, ascending, at most one a bone. */
  readonly things: readonly number[];
  readonly parts: readonly Part[];
}

/** Parts that a row of the character table names. Further parts of a look are worn by everybody. */
const ROW_PARTS = 3;

/**
 * Every look with every choice of things. Things are parts of their own as long as a row has room for them, which takes the fewest
 * draws; otherwise one part has the row's last part and all things.
 *
 * @param things the pieces of each thing
 * @param bones for each bone, the indices of the things on it
 * @param scene gets a mesh for each part that is made
 */
export function dressLooks(
  looks: readonly (readonly Part[])[],
  things: readonly (readonly Part[])[],
  bones: readonly (readonly number[])[],
  scene: Object3D,
  skeleton: Skeleton,
): DressedLook[] {
  const made = new Map<string, Part>();
  const worn = things.map((pieces) =>
    joinLook(
      // Rigid parts that nobody wears at first would be worn by everybody.
      pieces.map((piece) => ({ ...piece, keepsColor: 'always', isRigid: false })),
      scene,
      skeleton,
      made,
    ),
  );
  const choices = bones
    .reduce<number[][]>(
      (sets, own) => sets.flatMap((set) => [set, ...own.map((thing) => [...set, thing])]),
      [[]],
    )
    .filter((set) => set.length > 0)
    .map((set) => set.sort((a, b) => a - b));
  const joined = (parts: readonly Part[]): Part => {
    const name = parts.map((part) => part.name).join(' + ');
    const known = made.get(name);
    if (known) return known;
    const part = joinSurfaces(parts, name);
    const complete = { ...part, mesh: addMesh(part, scene, skeleton) };
    made.set(name, complete);
    return complete;
  };
  return looks.flatMap((own, look) =>
    choices.map((set) => {
      const parts = [...own.slice(0, ROW_PARTS), ...set.flatMap((thing) => worn[thing])];
      const row =
        parts.length <= ROW_PARTS
          ? parts
          : [...parts.slice(0, ROW_PARTS - 1), joined(parts.slice(ROW_PARTS - 1))];
      return { look, things: set, parts: [...row, ...own.slice(ROW_PARTS)] };
    }),
  );
}

/**
 * Parts of several surfaces as one, with the tint of the first. All colours go into the vertices, where a tint multiplies those
 * of materials that may keep them.
 */
function joinSurfaces(parts: readonly Part[], name: string): Part {
  const groups = groupBySurface(parts, hasSameSurface);
  const pieces = groups.flat();
  const { geometry, ...joinedPieces } = joinPieces(pieces, (piece, weight) =>
    (piece.keepsColor === 'untilTinted' ? ownBase : tintedBase)(piece, weight),
  );
  const materials = groups.map(([piece]) => paintedFor(piece, geometry));
  if (groups.length > 1) addGroups(geometry, groups);
  let first = 0;
  const meshes = pieces.flatMap(({ name: own, joined, vertices }) => {
    const from = first;
    first += vertices.positions.length / 3;
    return (joined ?? [{ name: own, end: first - from }]).map((mesh) => ({ ...mesh, end: from + mesh.end }));
  });
  const { levels: _, ...kept } = parts[0];
  return {
    ...kept,
    ...joinedPieces,
    name,
    geometry,
    material: materials[0],
    ...(groups.length > 1 && { materials }),
    tintMask: hasMaskedPiece(pieces),
    joined: meshes,
  };
}
