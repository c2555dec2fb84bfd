import { BufferAttribute, BufferGeometry, Color, type Material, type MeshStandardMaterial } from 'three';
import { morphOffsets, type Part } from './part.js';
import type { IsAlike } from './same-surface.js';

/** A material as far as it changes here. */
type Painted = Material & Partial<Pick<MeshStandardMaterial, 'color' | 'normalScale'>>;
type Attribute = BufferGeometry['attributes'][string];
type Morphs = BufferGeometry['morphAttributes'];

/** Values of an attribute for a piece that lacks it; 0 for others. */
const DEFAULTS: Readonly<Record<string, readonly number[]>> = {
  normal: [0, 1, 0],
  color: [1, 1, 1, 1],
  skinWeight: [1, 0, 0, 0],
};

/** Changes pieces of one surface so that one draw can show them all. */
export type PreparePieces = (pieces: readonly Part[]) => readonly Part[];

/** The pieces of a part, those together that one draw can show. */
export function groupBySurface(pieces: readonly Part[], isAlike: IsAlike): Part[][] {
  const groups: Part[][] = [];
  for (const piece of pieces) {
    const group = groups.find((known) => known.every((other) => isAlike(other, piece)));
    if (group) group.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/**
 * A part in one geometry, with one material for each kind of surface. The colours of all pieces, as far as no tint takes
 * their place, go into the vertices, so that pieces that differ in nothing else are one surface.
 */
export function mergePieces(whole: Part, isAlike: IsAlike, prepare: PreparePieces = (alike) => alike): Part {
  const { pieces, levels: _, ...part } = whole;
  if (!pieces) return whole;
  const all = [part, ...pieces];
  const groups = groupBySurface(all, isAlike).map(prepare);
  const { geometry, ...joined } = joinPieces(groups.flat(), tintedBase);
  const materials = groups.map(([piece]) => paintedFor(piece, geometry));
  for (const { mesh } of pieces) mesh.removeFromParent();
  const tintMask = all.some((piece) => piece.tintMask);
  const merged = { ...part, geometry, ...joined, material: materials[0], tintMask };
  const isWhole = groups.length === 1;
  // three's own form of a mesh with several materials.
  Object.assign(part.mesh, { geometry, material: isWhole ? materials[0] : materials });
  part.mesh.updateMorphTargets();
  if (isWhole) return merged;
  addGroups(geometry, groups);
  return { ...merged, materials };
}

export function addGroups(geometry: BufferGeometry, groups: readonly (readonly Part[])[]): void {
  let start = 0;
  for (const [k, group] of groups.entries()) {
    const count = group.reduce((sum, piece) => sum + countCorners(piece), 0);
    geometry.addGroup(start, count, k);
    start += count;
  }
}

/** A copy of a material with the hooks and defines that a page has set, which `Material.copy` leaves out (r187). */
export function copyMaterial(source: Material): Material {
  const copy = source.clone();
  if (source.defines) copy.defines = { ...copy.defines, ...source.defines };
  for (const hook of ['onBeforeCompile', 'customProgramCacheKey'] as const) {
    if (Object.hasOwn(source, hook)) Object.assign(copy, { [hook]: source[hook] });
  }
  return copy;
}

/** A piece's material for the geometry that it was joined into. */
export function paintedFor({ geometry: own, material }: Part, joined: BufferGeometry): Painted {
  const painted = copyMaterial(material) as Painted;
  painted.color?.set(1, 1, 1);
  painted.vertexColors = joined.hasAttribute('color');
  // The woven patterns of one piece would be on all.
  delete painted.userData['weave'];
  const hasLostTangents = own.hasAttribute('tangent') && !joined.hasAttribute('tangent');
  // The way of three's GLTFLoader where shaders derive tangents: they then have the other handedness.
  if (hasLostTangents && painted.normalScale) painted.normalScale.y *= -1;
  return painted;
}

/**
 * Parts as one in their own colours. Those of one colour keep it in the material, where a tint takes its place; others have
 * theirs in the vertices, where a tint multiplies them. A zone's tint takes the place of its colour. A part that is alone
 * stays as it is.
 *
 * @param pieces at least one, whose materials differ in nothing but their colour
 */
export function joinWithOwnColors(pieces: readonly Part[]): Part {
  const [{ pieces: _, ...first }] = pieces;
  if (pieces.length === 1) return first;
  if (first.zone) {
    const { geometry, vertices } = joinPieces(pieces, tintedBase);
    const material = paintedFor(first, geometry);
    return { ...first, geometry, vertices, material, tintMask: hasMaskedPiece(pieces) };
  }
  const colors = pieces.map(({ material }) => colorOf(material));
  if (!colors.every((color) => color.equals(colors[0]))) {
    const joined = joinPieces(pieces, ownBase);
    return { ...first, ...joined, material: paintedFor(first, joined.geometry) };
  }
  const joined = joinPieces(pieces, ownWhite);
  const material = paintedFor(first, joined.geometry);
  material.color?.copy(colors[0]);
  return { ...first, ...joined, material };
}

/** Colour that a vertex of a piece has beside its own vertex colour, for the weight of a tint there. */
type BaseOf = (piece: Part, weight: number) => Color;

const WHITE = /* @__PURE__ */ new Color(1, 1, 1);
const mixed = /* @__PURE__ */ new Color();

const colorOf = (material: Painted): Color => material.color ?? WHITE;
const ownWhite: BaseOf = () => WHITE;
export const ownBase: BaseOf = ({ material }) => colorOf(material);
/** A tint takes the place of the material's own colour. */
export const tintedBase: BaseOf = ({ material }, weight) => mixed.copy(colorOf(material)).lerp(WHITE, weight);

export function joinPieces(
  pieces: readonly Part[],
  baseOf: BaseOf,
): Pick<Part, 'geometry' | 'morphWeights' | 'vertices'> {
  const geometry = new BufferGeometry();
  const names = new Set(pieces.flatMap(({ geometry: { attributes } }) => Object.keys(attributes)));
  names.delete('color');
  for (const name of names) {
    // Made-up tangents would turn normal maps; without any, shaders derive them.
    if (name === 'tangent' && !pieces.every(({ geometry }) => geometry.hasAttribute(name))) continue;
    geometry.setAttribute(
      name,
      joinAttributes(pieces, (piece) => piece.geometry.attributes[name], DEFAULTS[name]),
    );
  }
  if (baseOf !== ownWhite || pieces.some(({ material }) => material.vertexColors)) {
    geometry.setAttribute('color', joinColors(pieces, baseOf));
  }
  const morphWeights = joinMorphs(pieces, geometry);
  geometry.setIndex(joinIndices(pieces));
  const each = pieces.map(({ vertices }) => vertices);
  const floats = (length: number): Float32Array => new Float32Array(length);
  return {
    geometry,
    morphWeights,
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

/** An attribute of all pieces, in the numbers of the first that has it where all agree; else in floats. */
function joinAttributes(
  pieces: readonly Part[],
  attributeOf: (piece: Part) => Attribute | undefined,
  fallback: readonly number[] = [],
): BufferAttribute {
  const present = pieces.flatMap((piece) => attributeOf(piece) ?? []);
  if (present.length === 0) return new BufferAttribute(new Float32Array(countVertices(pieces) * 3), 3);
  const size = Math.max(...present.map(({ itemSize }) => itemSize));
  const [{ array, normalized }] = present;
  const areAlike = present.every(
    (other) => other.array.constructor === array.constructor && other.normalized === normalized,
  );
  const Numbers = (areAlike ? array.constructor : Float32Array) as Float32ArrayConstructor;
  const joined = new BufferAttribute(new Numbers(countVertices(pieces) * size), size, areAlike && normalized);
  let at = 0;
  for (const piece of pieces) {
    const attribute = attributeOf(piece);
    const { count } = piece.geometry.attributes['position'];
    for (let v = 0; v < count; v++, at++) {
      for (let k = 0; k < size; k++) {
        const isThere = attribute && k < attribute.itemSize;
        joined.setComponent(at, k, isThere ? attribute.getComponent(v, k) : (fallback[k] ?? 0));
      }
    }
  }
  return joined;
}

/** True if a tint takes some of the surface of pieces that are joined. */
export function hasMaskedPiece(pieces: readonly Part[]): boolean {
  const kept = pieces.filter(({ keepsColor }) => keepsColor === 'always').length;
  return (kept > 0 && kept < pieces.length) || pieces.some(({ tintMask }) => tintMask);
}

/**
 * Vertex colours times the pieces' own; the alpha is a tint mask if a piece has one, or some pieces alone are tinted. All of
 * other pieces is tinted.
 */
function joinColors(pieces: readonly Part[], baseOf: BaseOf): BufferAttribute {
  const hasMask = hasMaskedPiece(pieces);
  const used = ({ material, geometry }: Part): Attribute | undefined =>
    material.vertexColors ? geometry.attributes['color'] : undefined;
  const size = hasMask || pieces.some((piece) => used(piece)?.itemSize === 4) ? 4 : 3;
  const joined = new BufferAttribute(new Float32Array(countVertices(pieces) * size), size);
  let at = 0;
  for (const piece of pieces) {
    const color = used(piece);
    const { count } = piece.geometry.attributes['position'];
    for (let v = 0; v < count; v++, at++) {
      const alpha = color?.itemSize === 4 ? color.getW(v) : 1;
      const weight = piece.keepsColor === 'always' ? 0 : piece.tintMask ? alpha : 1;
      const { r, g, b } = baseOf(piece, weight);
      joined.setXYZ(at, r * (color?.getX(v) ?? 1), g * (color?.getY(v) ?? 1), b * (color?.getZ(v) ?? 1));
      if (size === 4) joined.setW(at, hasMask ? weight : alpha);
    }
  }
  return joined;
}

/**
 * Joins morph targets by their names. A piece without a target stays as it is.
 *
 * @returns the weights that the file shows
 */
function joinMorphs(pieces: readonly Part[], geometry: BufferGeometry): number[] {
  const kinds = new Set(
    pieces.flatMap((piece) => Object.keys(piece.geometry.morphAttributes) as (keyof Morphs)[]),
  );
  const weights = new Map(pieces.flatMap((piece) => [...namedWeights(piece)]));
  const names = [...weights.keys()];
  geometry.morphTargetsRelative = true;
  for (const kind of kinds) {
    geometry.morphAttributes[kind] = names.map((name) => {
      const offsets = joinAttributes(pieces, (piece) =>
        morphOffsets(piece.geometry, kind, [...namedWeights(piece).keys()].indexOf(name)),
      );
      offsets.name = name;
      return offsets;
    });
  }
  return [...weights.values()];
}

/** The weights that the file shows of a piece's morph targets, by the targets' names. */
function namedWeights({ geometry: { morphAttributes }, morphWeights = [] }: Part): Map<string, number> {
  const [targets = []] = Object.values(morphAttributes);
  return new Map(targets.map(({ name }, k) => [name || String(k), morphWeights[k] ?? 0]));
}

/** True if no morph target of a name has another weight in one piece than in the other, since joined pieces have one. */
export const hasSameMorphs: IsAlike = (a, b) => {
  const weights = namedWeights(a);
  return [...namedWeights(b)].every(([name, weight]) => (weights.get(name) ?? weight) === weight);
};

function countVertices(pieces: readonly Part[]): number {
  return pieces.reduce((sum, { geometry }) => sum + geometry.attributes['position'].count, 0);
}

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

/** Corners of whole triangles. */
function countCorners({ geometry }: Part): number {
  const corners = geometry.index?.count ?? geometry.attributes['position'].count;
  return corners - (corners % 3);
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
