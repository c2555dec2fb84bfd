import {
  attribute,
  float,
  int,
  normalGeometry,
  normalize,
  normalLocal,
  positionGeometry,
  tangentGeometry,
  tangentLocal,
  vec3,
  vec4,
} from 'three/tsl';
import type { Node } from 'three/webgpu';

type Rows = readonly [x: Node<'vec4'>, y: Node<'vec4'>, z: Node<'vec4'>];

/** Bits of each joint and weight within the words of `crowdSkin`. */
const HALF_WORD = 0xffff;

/** The rows of this vertex's matrix: what its four joints' matrices sum to. To be called within a `Fn`. */
export function skinRows(rowsOf: (joint: Node<'int'>, weight: Node<'float'>, add: AddRow) => void): Rows {
  const skin = attribute<'uvec4'>('crowdSkin', 'uvec4');
  const words = [skin.x, skin.y, skin.z, skin.w];
  const rows = [vec4(0).toVar(), vec4(0).toVar(), vec4(0).toVar()] as const;
  for (let k = 0; k < 4; k++) {
    const shift = (k & 1) * 16;
    const joint = int(words[k >> 1].shiftRight(shift).bitAnd(HALF_WORD)).toVar();
    const weight = float(words[2 + (k >> 1)].shiftRight(shift).bitAnd(HALF_WORD))
      .div(HALF_WORD)
      .toVar();
    rowsOf(joint, weight, (r, row) => rows[r].addAssign(row));
  }
  return rows;
}

export type AddRow = (index: number, row: Node<'vec4'>) => void;

/** The vertex under its matrix. */
export function skinnedPoint([x, y, z]: Rows): Node<'vec3'> {
  const point = vec4(positionGeometry, 1);
  return vec3(x.dot(point), y.dot(point), z.dot(point));
}

/**
 * Turns the normal, and the tangent where there is one. Assigned within `positionNode`, they reach the shadow passes
 * and override materials too.
 */
export function assignSkinnedNormal(
  [x, y, z]: Rows,
  hasTangent: boolean,
  turn: (v: Node<'vec3'>) => Node<'vec3'> = (v) => v,
): void {
  const direction = (v: Node<'vec3'>): Node<'vec3'> =>
    normalize(turn(vec3(x.xyz.dot(v), y.xyz.dot(v), z.xyz.dot(v))));
  normalLocal.assign(direction(normalGeometry));
  if (hasTangent) tangentLocal.assign(direction(vec3(tangentGeometry.xyz)));
}
