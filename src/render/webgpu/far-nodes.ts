import { Fn, float, If, int, select, varying, vec3, vec4, vertexIndex } from 'three/tsl';
import type { Node } from 'three/webgpu';
import { CLUSTER_BITS, CLUSTER_VERTICES, SLOT_BITS, SLOT_MASK } from '../drawing/index.js';
import { assignPrevious, type MatrixRow, type PaletteReads } from './palette-nodes.js';
import type { BoneReads } from './sampled-pose.js';
import type { ShaderFunctions } from './shader-functions.js';
import { ROW_TEXELS, type TableNodes, type TableReads } from './table-nodes.js';
import { assignDirections, drawsMotion, type PoseBuilder } from './three-internals.js';

/** Inputs of the merged far draw, from textures or from buffers. */
export interface FarReads {
  /**
   * First word: cluster of this vertex, and above it the palette slot, or the number of slots plus the row of a character without
   * one. Second word: packed colour; with an atlas, the row and the tint above it.
   */
  readonly pair: Node<'uvec2'>;
  /** Four words of a far vertex, from word 4 · `quarter`; laid out as `shaders/README.md` says. */
  vertex(index: Node<'int'>, quarter: 0 | 1 | 2): Node<'uvec4'>;
  readonly row: TableReads['row'];
  readonly palette: PaletteReads;
  /** Undefined if every character has a palette slot. */
  readonly sampled: SampledReads | undefined;
}

/** Poses of the characters without a palette slot: frames of the bone texture. */
export interface SampledReads {
  /** Number of palette slots. */
  readonly slots: number;
  readonly table: TableNodes;
  readonly bones: BoneReads;
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
    const { palette, sampled } = reads;
    const vertex = index().toVar();
    const positionAndNormal = reads.vertex(vertex, 0).toVar();
    const skin = reads.vertex(vertex, 1).toVar();
    const stored = vec4(shaders.crowdFloats(positionAndNormal).xyz, 1).toVar();
    const addJoints = (add: (joint: Node<'uint'>, weight: Node<'float'>) => void): void => {
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
          add(joint, weight);
        });
      }
    };
    const rowsOf = (row: MatrixRow, tableOf: () => TableNodes): Node<'vec4'>[] => {
      const rows = [vec4(0).toVar(), vec4(0).toVar(), vec4(0).toVar()];
      const addPosed = (): void =>
        addJoints((joint, weight) => {
          for (let r = 0; r < 3; r++) rows[r].addAssign(row(slot, joint, r).mul(weight));
        });
      if (!sampled) addPosed();
      else {
        If(slot.lessThan(sampled.slots), addPosed).Else(() => {
          const character = slot.sub(sampled.slots).toVar();
          const table = tableOf();
          const animation = table.row(character, 'animation').toVar();
          const frames = table.frames(animation).toVar();
          const frame = int(select(frames.z.lessThan(0.5), frames.x, frames.y)).toVar();
          addJoints((joint, weight) =>
            sampled.bones.read(frame, int(joint), (r, texel) => {
              rows[r].addAssign(texel.mul(weight));
            }),
          );
          const placed = placeRows(rows, table.position(character).toVar(), animation, shaders);
          for (let r = 0; r < 3; r++) rows[r].assign(placed[r]);
        });
      }
      return rows;
    };
    const pointOf = ([x, y, z]: Node<'vec4'>[]): Node<'vec3'> =>
      vec3(x.dot(stored), y.dot(stored), z.dot(stored));

    const rows = rowsOf(palette.row, () => (sampled as SampledReads).table);
    const point = pointOf(rows).toVar();
    if (drawsMotion(builder)) {
      const previous = rowsOf(palette.previousRow(), palette.previousTable);
      assignPrevious(palette, point, pointOf(previous));
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
    const [own, tinted, tint] = [colors.z, colors.w, packedColor].map((bits) => shaders.crowdColor(bits));
    return shaders.crowdFarTint(own, tinted, tint, colors.z);
  })() as Node<'vec3'>;

  const uv = Fn(() => shaders.crowdFloats(reads.vertex(index(), 2)).xy)() as Node<'vec2'>;

  const cell = Fn(() =>
    shaders.crowdTextureCell(reads.row(character(), ROW_TEXELS.animation)),
  )() as Node<'uint'>;

  const opacity = shaders.crowdOpacity(packedColor);

  return { position, surface: varying(surface), opacity: varying(opacity), uv, cell };
}

/** Rows of a matrix to the crowd's space, from those of one to the character's. */
function placeRows(
  [x, y, z]: Node<'vec4'>[],
  position: Node<'uvec4'>,
  animation: Node<'uvec4'>,
  shaders: ShaderFunctions,
): Node<'vec4'>[] {
  const origin = shaders.crowdFloats(position).toVar();
  const scale = shaders.crowdScale(animation).toVar();
  return [vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)].map((axis) => {
    const r = shaders.crowdInverseRotate(axis, position.w).mul(scale).toVar();
    const turned = x.mul(r.x).add(y.mul(r.y)).add(z.mul(r.z));
    return turned.add(vec4(0, 0, 0, axis.dot(origin.xyz))).toVar();
  });
}
