import { Fn, select, uint } from 'three/tsl';
import type { Node } from 'three/webgpu';
import { type CharacterList, SLOT_BITS, SLOT_MASK } from '../drawing/index.js';
import { assignSkinnedNormal, skinnedPoint, skinRows } from './skin-nodes.js';
import type { TableNodes } from './table-nodes.js';
import { assignPreviousPosition, drawsMotion, type PoseBuilder } from './three-internals.js';

/** Poses the vertex stage of a crowd's materials. */
export interface PoseSource {
  /** The posed vertex in the crowd's space; as `positionNode`, it also turns the normal and the tangent. */
  readonly position: Node<'vec3'>;
  readonly palette?: PaletteReads;
  /** Poses the characters with a palette slot in this frame. */
  update(posed: CharacterList): void;
  dispose(): void;
}

/** The palette slot, or the row, of an instance of a part. */
export function slotOf(instance: Node<'uvec2'>): Node<'uint'> {
  return instance.x.bitAnd(SLOT_MASK);
}

/** Texture atlas cell of an instance of a part. */
export function cellOf(instance: Node<'uvec2'>): Node<'uint'> {
  return instance.x.shiftRight(SLOT_BITS);
}

/** Row `r` of a bone's matrix of a slot. */
export type MatrixRow = (slot: Node<'uint'>, joint: Node<'uint'>, r: number) => Node<'vec4'>;

/** The palette as vertex stages read it, from textures or from a buffer. */
export interface PaletteReads {
  readonly row: MatrixRow;
  /** The palette of the previous frame. Called only if motion vectors are drawn. */
  previousRow(): MatrixRow;
  /** The character table of the previous frame, likewise. */
  previousTable(): TableNodes;
  /** 1 if the previous frame is known, else 0. */
  readonly hasPrevious: Node<'uint'>;
}

/**
 * The posed vertex of a part in the crowd's space. As `positionNode`, it also turns the normal and the tangent, and sets
 * the previous position if motion vectors are drawn.
 */
export function palettePosition(slot: Node<'uint'>, palette: PaletteReads): Node<'vec3'> {
  return Fn((builder: PoseBuilder) => {
    const at = slot.toVar();
    const rowsOf = (row: MatrixRow): ReturnType<typeof skinRows> =>
      skinRows((joint, weight, add) => {
        for (let r = 0; r < 3; r++) add(r, row(at, uint(joint), r).mul(weight));
      });
    const rows = rowsOf(palette.row);
    const point = skinnedPoint(rows).toVar();
    if (drawsMotion(builder)) {
      assignPrevious(palette, point, skinnedPoint(rowsOf(palette.previousRow())));
    }
    assignSkinnedNormal(rows, builder.geometry.hasAttribute('tangent'));
    return point;
  })() as Node<'vec3'>;
}

/** Sets a vertex's position in the previous frame; its present position if the previous frame is not known. */
export function assignPrevious(
  palette: PaletteReads,
  point: Node<'vec3'>,
  previousPoint: Node<'vec3'>,
): void {
  assignPreviousPosition(select(palette.hasPrevious.equal(1), previousPoint, point));
}
