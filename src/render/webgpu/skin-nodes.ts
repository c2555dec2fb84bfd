import {
  attribute,
  float,
  If,
  int,
  normalGeometry,
  positionGeometry,
  tangentGeometry,
  vec3,
  vec4,
} from 'three/tsl';
import type { Node } from 'three/webgpu';
import { assignDirections } from './three-internals.js';

type Rows = readonly [x: Node<'vec4'>, y: Node<'vec4'>, z: Node<'vec4'>];

/** Bits of each joint and weight within the words of `crowdSkin`. */
const HALF_WORD = 0xffff;

/**
 * The rows of this vertex's matrix: the weighted sum of its joints' matrices. Joints are sorted by weight, and most
 * vertices have one or two: stops at the first weight of 0. Call it within a `Fn`.
 */
export function skinRows(rowsOf: (joint: Node<'int'>, weight: Node<'float'>, add: AddRow) => void): Rows {
  const skin = attribute<'uvec4'>('crowdSkin', 'uvec4');
  const words = [skin.x, skin.y, skin.z, skin.w];
  const rows = [vec4(0).toVar(), vec4(0).toVar(), vec4(0).toVar()] as const;
  const addJoint = (k: number): void => {
    const half = (word: Node<'uint'>): Node<'uint'> => word.shiftRight((k & 1) * 16).bitAnd(HALF_WORD);
    const bits = half(words[2 + (k >> 1)]).toVar();
    If(bits.greaterThan(0), () => {
      const joint = int(half(words[k >> 1])).toVar();
      rowsOf(joint, float(bits).div(HALF_WORD).toVar(), (r, row) => rows[r].addAssign(row));
      if (k < 3) addJoint(k + 1);
    });
  };
  addJoint(0);
  return rows;
}

export type AddRow = (index: number, row: Node<'vec4'>) => void;

/** The vertex transformed by its matrix. */
export function skinnedPoint([x, y, z]: Rows): Node<'vec3'> {
  const point = vec4(positionGeometry, 1);
  return vec3(x.dot(point), y.dot(point), z.dot(point));
}

/** Rotates the normal, and the tangent if there is one, without normalising. Call it within `positionNode`. */
export function assignSkinnedNormal(
  [x, y, z]: Rows,
  hasTangent: boolean,
  rotate: (v: Node<'vec3'>) => Node<'vec3'> = (v) => v,
): void {
  const direction = (v: Node<'vec3'>): Node<'vec3'> => rotate(vec3(x.xyz.dot(v), y.xyz.dot(v), z.xyz.dot(v)));
  assignDirections(direction(normalGeometry), hasTangent ? direction(vec3(tangentGeometry.xyz)) : undefined);
}
