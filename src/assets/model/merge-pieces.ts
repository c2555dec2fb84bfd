import { BufferAttribute, BufferGeometry, Color, type Material, type MeshStandardMaterial } from 'three';
import type { Part } from './part.js';
import type { IsAlike } from './same-surface.js';

/** A material as far as it changes here. */
type Painted = Material & Partial<Pick<MeshStandardMaterial, 'color' | 'normalScale'>>;

/** Numbers a vertex of an attribute has in the merged geometry, and what stands in for one that a piece lacks. */
const DEFAULTS: Readonly<Record<string, readonly number[]>> = {
  position: [0, 0, 0],
  normal: [0, 1, 0],
  tangent: [1, 0, 0, 1],
  uv: [0, 0],
  uv1: [0, 0],
  color: [1, 1, 1, 1],
  skinIndex: [0, 0, 0, 0],
  skinWeight: [1, 0, 0, 0],
};

/** Gives pieces of one surface what else they need to be drawn at once. */
export type PreparePieces = (pieces: readonly Part[]) => readonly Part[];

/** The pieces of a part, those together that one draw can show. */
export function groupBySurface(pieces: readonly Part[], isAlike: IsAlike): Part[][] {
  const groups: Part[][] = [];
  for (const piece of pieces) {
    const group = groups.find(([first]) => isAlike(first, piece));
    if (group) group.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/**
 * A part in one geometry, with one material for each kind of surface. The colours of all pieces go into the vertices, so
 * that pieces that differ in nothing else are one surface.
 */
export function mergePieces(
  { pieces, ...part }: Part,
  isAlike: IsAlike,
  prepare: PreparePieces = (alike) => alike,
): Part {
  if (!pieces) return part;
  const all = [part, ...pieces];
  const groups = groupBySurface(all, isAlike).map(prepare);
  const { geometry, vertices } = joinPieces(groups.flat());
  const materials = groups.map(([piece]) => paintedFor(piece, geometry));
  for (const { mesh } of pieces) mesh.removeFromParent();
  const tintMask = all.some((piece) => piece.tintMask);
  const merged = { ...part, geometry, vertices, material: materials[0], tintMask };
  if (groups.length === 1) {
    Object.assign(part.mesh, { geometry, material: materials[0] });
    return merged;
  }
  addGroups(geometry, groups);
  // three's own form of a mesh with several materials.
  Object.assign(part.mesh, { geometry, material: materials });
  return { ...merged, materials };
}

function addGroups(geometry: BufferGeometry, groups: readonly (readonly Part[])[]): void {
  let start = 0;
  for (const [k, group] of groups.entries()) {
    const count = group.reduce((sum, piece) => sum + countCorners(piece), 0);
    geometry.addGroup(start, count, k);
    start += count;
  }
}

/** A piece's material for the geometry that it was joined into. */
function paintedFor({ geometry: own, material }: Part, joined: BufferGeometry): Painted {
  const painted = paintedByVertices(material);
  const hasLostTangents = own.hasAttribute('tangent') && !joined.hasAttribute('tangent');
  // The way of three's GLTFLoader where shaders derive tangents: they then have the other handedness.
  if (hasLostTangents && painted.normalScale) painted.normalScale.y *= -1;
  return painted;
}

/**
 * Parts as one in their own colours, whatever tints who wears it: they go into the vertices, behind a tint mask of nothing.
 * For a sword, say, which is neither garment, skin nor hair.
 *
 * @param pieces at least one, whose materials differ in nothing but their colour; or one part with several materials
 */
export function joinWithOwnColors(pieces: readonly Part[]): Part {
  const { geometry, vertices } = joinPieces(pieces);
  const colors = geometry.attributes['color'] as BufferAttribute;
  for (let v = 0; v < colors.count; v++) colors.setW(v, 0);
  const [{ pieces: _pieces, materials, ...first }] = pieces;
  const joined = {
    ...first,
    geometry,
    vertices,
    material: paintedByVertices(first.material),
    tintMask: true,
    keepsColor: true,
  };
  if (!materials) return joined;
  geometry.groups = first.geometry.groups;
  return { ...joined, materials: materials.map(paintedByVertices) };
}

function joinPieces(pieces: readonly Part[]): Pick<Part, 'geometry' | 'vertices'> {
  const geometry = new BufferGeometry();
  for (const name of Object.keys(DEFAULTS)) {
    const has = ({ geometry: { attributes } }: Part): boolean => name in attributes;
    // Made-up tangents would turn normal maps; without any, shaders derive them.
    const isTaken = name === 'color' || (name === 'tangent' ? pieces.every(has) : pieces.some(has));
    if (isTaken) geometry.setAttribute(name, joinAttribute(pieces, name));
  }
  geometry.setIndex(joinIndices(pieces));
  const each = pieces.map(({ vertices }) => vertices);
  const floats = (length: number): Float32Array => new Float32Array(length);
  return {
    geometry,
    vertices: {
      positions: join(
        each.map(({ positions }) => positions),
        floats,
      ),
      joints: join(
        each.map(({ joints }) => joints),
        (length) => new Uint16Array(length),
      ),
      weights: join(
        each.map(({ weights }) => weights),
        floats,
      ),
    },
  };
}

function paintedByVertices(material: Painted): Painted {
  const painted = material.clone() as Painted;
  painted.color?.set(1, 1, 1);
  painted.vertexColors = true;
  return painted;
}

function joinAttribute(pieces: readonly Part[], name: string): BufferAttribute {
  const fallback = DEFAULTS[name];
  const size = fallback.length;
  const count = pieces.reduce((sum, { geometry }) => sum + geometry.attributes['position'].count, 0);
  const numbers = name === 'skinIndex' ? new Uint16Array(count * size) : new Float32Array(count * size);
  const hasMask = pieces.some(({ tintMask }) => tintMask);
  let o = 0;
  for (const piece of pieces) {
    const attribute = piece.geometry.attributes[name];
    const base = name === 'color' ? ((piece.material as Painted).color ?? WHITE) : WHITE;
    const factors = [base.r, base.g, base.b, 1];
    // All of a piece without a mask takes the tint, beside others that have one.
    const isAllTinted = name === 'color' && hasMask && !piece.tintMask;
    const usesColor = name !== 'color' || piece.material.vertexColors;
    for (let v = 0; v < piece.geometry.attributes['position'].count; v++) {
      for (let k = 0; k < size; k++) {
        const isThere = attribute && usesColor && k < attribute.itemSize;
        const value = isThere ? attribute.getComponent(v, k) : fallback[k];
        if (isAllTinted && k === 3) numbers[o++] = 1;
        else numbers[o++] = name === 'color' ? value * factors[k] : value;
      }
    }
  }
  return new BufferAttribute(numbers, size);
}

const WHITE = /* @__PURE__ */ new Color(1, 1, 1);

function joinIndices(pieces: readonly Part[]): BufferAttribute {
  const indices: number[] = [];
  let first = 0;
  for (const piece of pieces) {
    const { geometry } = piece;
    const corners = countCorners(piece);
    for (let k = 0; k < corners; k++) indices.push(first + (geometry.index?.getX(k) ?? k));
    first += geometry.attributes['position'].count;
  }
  return new BufferAttribute(Uint32Array.from(indices), 1);
}

function countCorners({ geometry }: Part): number {
  return geometry.index?.count ?? geometry.attributes['position'].count;
}

function join<T extends Float32Array | Uint16Array>(arrays: readonly T[], create: (length: number) => T): T {
  const joined = create(arrays.reduce((sum, array) => sum + array.length, 0));
  let o = 0;
  for (const array of arrays) {
    joined.set(array, o);
    o += array.length;
  }
  return joined;
}
