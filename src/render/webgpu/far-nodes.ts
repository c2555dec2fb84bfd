import { Fn, float, If, int, select, varying, vec3, vec4, vertexIndex } from 'three/tsl';
import type { Node } from 'three/webgpu';
import { CLUSTER_BITS, CLUSTER_VERTICES, SLOT_BITS, SLOT_MASK } from '../drawing/index.js';
import { assignPrevious, type MatrixRow, type PaletteReads } from './palette-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import { ROW_TEXELS, type TableReads } from './table-nodes.js';
import { assignDirections, drawsMotion, type PoseBuilder } from './three-internals.js';

/** Inputs of the merged far draw, from textures or from buffers. */
export interface FarReads {
  /** Palette slot and cluster of this vertex in one word, and its packed colour; with an atlas, the row and the tint above it. */
  readonly pair: Node<'uvec2'>;
  /** Four words of a far vertex, from word 4 · `quarter`; laid out as `shaders/README.md` says. */
  vertex(index: Node<'int'>, quarter: 0 | 1 | 2): Node<'uvec4'>;
  readonly row: TableReads['row'];
  readonly palette: PaletteReads;
}

/** The nodes of the far draw's material. */
export interface FarNodes {
  /** The posed vertex in the crowd's space; as `positionNode`, it also turns the normal. */
  readonly position: Node<'vec3'>;
  /** The vertex's colour under its part's tint. */
  readonly surface: Node<'vec3'>;
  /** 0 to 1. */
  readonly opacity: Node<'float'>;
  /** Texture coordinates of the vertex. Only for a mesh with a texture. */
  readonly uv: Node<'vec2'>;
  /** Texture cell. Only for a mesh with an atlas. */
  readonly cell: Node<'uint'>;
}

/** Number of this vertex's pair within its batch. */
export function pairInBatch(): Node<'uint'> {
  return vertexIndex.div(CLUSTER_VERTICES) as Node<'uint'>;
}

export function createFarNodes(reads: FarReads, hasAtlas: boolean, shaders: ShaderFunctions): FarNodes {
  const index = (): Node<'int'> =>
    int(reads.pair.x.bitAnd((1 << CLUSTER_BITS) - 1))
      .mul(CLUSTER_VERTICES)
      .add(int(vertexIndex.mod(CLUSTER_VERTICES)));

  const position = Fn((builder: PoseBuilder) => {
    const slot = reads.pair.x.shiftRight(CLUSTER_BITS).toVar();
    const vertex = index().toVar();
    const positionAndNormal = reads.vertex(vertex, 0).toVar();
    const skin = reads.vertex(vertex, 1).toVar();
    const stored = vec4(shaders.crowdFloats(positionAndNormal).xyz, 1).toVar();
    const rowsOf = (row: MatrixRow): Node<'vec4'>[] => {
      const rows = [vec4(0).toVar(), vec4(0).toVar(), vec4(0).toVar()];
      for (let k = 0; k < 4; k++) {
        const bits = skin.y
          .shiftRight(k * 8)
          .bitAnd(255)
          .toVar();
        // Most vertices have one or two joints: skips matrices of weight 0.
        If(bits.greaterThan(0), () => {
          const joint = skin.x
            .shiftRight(k * 8)
            .bitAnd(255)
            .toVar();
          const weight = float(bits).div(255).toVar();
          for (let r = 0; r < 3; r++) rows[r].addAssign(row(slot, joint, r).mul(weight));
        });
      }
      return rows;
    };
    const pointOf = ([x, y, z]: Node<'vec4'>[]): Node<'vec3'> =>
      vec3(x.dot(stored), y.dot(stored), z.dot(stored));

    const rows = rowsOf(reads.palette.row);
    const point = pointOf(rows).toVar();
    if (drawsMotion(builder)) {
      assignPrevious(reads.palette, point, pointOf(rowsOf(reads.palette.previousRow())));
    }
    const [x, y, z] = rows;
    const normal = shaders.crowdFarNormal(positionAndNormal.w).toVar();
    assignDirections(vec3(x.xyz.dot(normal), y.xyz.dot(normal), z.xyz.dot(normal)));
    return point;
  })() as Node<'vec3'>;

  const character = (): Node<'uint'> => reads.pair.y.bitAnd(SLOT_MASK);
  const packedColor = Fn(() => {
    if (!hasAtlas) return reads.pair.y;
    const look = reads.row(character(), ROW_TEXELS.look).toVar();
    const tint = reads.pair.y.shiftRight(SLOT_BITS).toVar();
    return select(tint.equal(0), look.x, select(tint.equal(1), look.y, look.z));
  })() as Node<'uint'>;

  const surface = Fn(() => {
    const colors = reads.vertex(index(), 1).toVar();
    // The two terms of crowdTint, multiplied out when the mesh was made.
    const tinted = shaders.crowdColor(colors.w).mul(shaders.crowdColor(packedColor));
    return shaders.crowdColor(colors.z).add(tinted);
  })() as Node<'vec3'>;

  const uv = Fn(() => shaders.crowdFloats(reads.vertex(index(), 2)).xy)() as Node<'vec2'>;

  const cell = Fn(() =>
    shaders.crowdTextureCell(reads.row(character(), ROW_TEXELS.animation)),
  )() as Node<'uint'>;

  const opacity = shaders.crowdOpacity(packedColor);

  return { position, surface: varying(surface), opacity: varying(opacity), uv, cell };
}
