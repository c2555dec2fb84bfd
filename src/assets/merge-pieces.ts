import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type Material,
  type MeshStandardMaterial,
  type Texture,
} from 'three';
import type { Part } from './part.js';

/** A material as far as its colour and its picture matter here. */
type Painted = Material & Partial<Pick<MeshStandardMaterial, 'color' | 'map'>>;

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

/**
 * A part in one piece, since a crowd draws each part with one material: the first piece's, the colours of all pieces' going
 * into the vertices.
 *
 * @param tell is told where pieces have pictures of their own, of which only the first one's is kept
 */
export function mergePieces(part: Part, tell: (message: string) => void): Part {
  if (!part.pieces) return part;
  const pieces = [part, ...part.pieces];
  const maps = new Set(pieces.map(({ material }) => mapOf(material)));
  if (maps.size > 1) {
    tell(
      `Part "${part.name}" has ${pieces.length} materials with different textures, and is drawn with the first one's. Put them into one texture.`,
    );
  }
  const { geometry, vertices } = joinPieces(pieces);
  const material = paintedByVertices(part.material);
  part.mesh.geometry = geometry;
  part.mesh.material = material;
  for (const { mesh } of part.pieces) mesh.removeFromParent();
  const { pieces: _pieces, ...rest } = part;
  return { ...rest, geometry, material, vertices };
}

/**
 * Parts as one in their own colours, whatever tints who wears it: they go into the vertices, behind a tint mask of nothing.
 * For a sword, say, which is neither garment, skin nor hair.
 *
 * @param pieces at least one, whose materials differ in nothing but their colour
 */
export function joinWithOwnColors(pieces: readonly Part[]): Part {
  const { geometry, vertices } = joinPieces(pieces);
  const colors = geometry.attributes['color'] as BufferAttribute;
  for (let v = 0; v < colors.count; v++) colors.setW(v, 0);
  const [{ pieces: _pieces, ...first }] = pieces;
  return { ...first, geometry, vertices, material: paintedByVertices(first.material), tintMask: true };
}

function joinPieces(pieces: readonly Part[]): Pick<Part, 'geometry' | 'vertices'> {
  const geometry = new BufferGeometry();
  for (const name of Object.keys(DEFAULTS)) {
    const isThere = name === 'color' || pieces.some((piece) => name in piece.geometry.attributes);
    if (isThere) geometry.setAttribute(name, joinAttribute(pieces, name));
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

function mapOf(material: Painted): Texture | null | undefined {
  return material.map ?? undefined;
}

function joinAttribute(pieces: readonly Part[], name: string): BufferAttribute {
  const fallback = DEFAULTS[name];
  const size = fallback.length;
  const count = pieces.reduce((sum, { geometry }) => sum + geometry.attributes['position'].count, 0);
  const numbers = name === 'skinIndex' ? new Uint16Array(count * size) : new Float32Array(count * size);
  let o = 0;
  for (const piece of pieces) {
    const attribute = piece.geometry.attributes[name];
    const base = name === 'color' ? ((piece.material as Painted).color ?? WHITE) : WHITE;
    const factors = [base.r, base.g, base.b, 1];
    const usesColor = name !== 'color' || piece.material.vertexColors;
    for (let v = 0; v < piece.geometry.attributes['position'].count; v++) {
      for (let k = 0; k < size; k++) {
        const isThere = attribute && usesColor && k < attribute.itemSize;
        const value = isThere ? attribute.getComponent(v, k) : fallback[k];
        numbers[o++] = name === 'color' ? value * factors[k] : value;
      }
    }
  }
  return new BufferAttribute(numbers, size);
}

const WHITE = /* @__PURE__ */ new Color(1, 1, 1);

function joinIndices(pieces: readonly Part[]): BufferAttribute {
  const indices: number[] = [];
  let first = 0;
  for (const { geometry } of pieces) {
    const { count } = geometry.attributes['position'];
    const corners = geometry.index?.count ?? count;
    for (let k = 0; k < corners; k++) indices.push(first + (geometry.index?.getX(k) ?? k));
    first += count;
  }
  return new BufferAttribute(Uint32Array.from(indices), 1);
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
