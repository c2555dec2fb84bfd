import { FAR_HEAD_COLUMNS, FAR_HEAD_ROWS } from '../head/face.js';
import { HEAD_CENTRE, headSurface } from '../head/head-shape.js';
import { smoothstep } from '../math/shaping.js';
import { subtract } from '../math/vector.js';
import { curve } from '../mesh/curve.js';
import { addLoft } from '../mesh/loft.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade, tinted } from '../mesh/paint.js';
import { ring } from '../mesh/ring.js';
import { HEAD_WEIGHTS } from '../skeleton/weights.js';

/** Hair, multiplied by the character's hair colour. */
export const HAIR: Paint = tinted(0.5, 0.48, 0.46);

/** Returns the lower edge of the hair at an azimuth, relative to the middle of the head. */
export type Hairline = (azimuth: number) => number;

function hairline(stations: readonly (readonly [degrees: number, y: number])[]): Hairline {
  const line = curve(stations);
  return (azimuth) => line((Math.abs(azimuth) * 180) / Math.PI)[0];
}

/** The dip in front of the ear is a sideburn. */
export const MENS_HAIRLINE = hairline([
  [0, 0.072],
  [30, 0.066],
  [52, 0.045],
  [62, 0],
  [72, -0.022],
  [84, 0],
  [100, -0.02],
  [130, -0.075],
  [180, -0.085],
]);

export const WOMENS_HAIRLINE = hairline([
  [0, 0.066],
  [22, 0.062],
  [42, 0.045],
  [60, 0.012],
  [76, -0.018],
  [90, -0.02],
  [105, -0.03],
  [130, -0.08],
  [180, -0.09],
]);

/**
 * Ring heights of a full head of hair and of hair under a cap, in the near mesh. The far mesh uses the rings of the far
 * head; other rings would cut into the skull.
 */
export const WHOLE_HEAD = [0.128, 0.122, 0.106, 0.08, 0.05, 0.02, -0.01, -0.04, -0.07, -0.09];
export const UNDER_CAP = [0.06, 0.03, 0, -0.03, -0.06, -0.09];

export interface HairCap {
  readonly line: Hairline;
  readonly heights: readonly number[];
  /** Segments of the near mesh. The far mesh uses the head's columns. */
  readonly segments: number;
  /** Metres from the skin. @default 0.009 */
  readonly offset?: number;
}

const TOP = 0.125;
const EDGE_OFFSET = 0.0015;
const STRANDS = 9;
const FAR_LOWEST = -0.09;
/** Additional offset of the far mesh, metres. */
const FAR_LIFT = 0.003;

/** Adds hair close to the head. It is an offset of the head's surface and fits every face. */
export function addHairCap(mesh: MeshBuilder, { line, heights, segments, offset = 0.009 }: HairCap): void {
  const surface = headSurface();
  const vertexAt =
    (height: number) =>
    (azimuth: number): Vertex => {
      const lowest = line(azimuth);
      const y = Math.max(height, lowest);
      const strand = Math.cos(azimuth * STRANDS);
      const lift = mesh.isFar ? FAR_LIFT : 0;
      const out = lift + (height < lowest ? EDGE_OFFSET : offset * (1 + 0.06 * strand));
      const position = surface(azimuth, Math.min(y, TOP), out);
      const crown = y > 0.1 ? offset * 0.6 * smoothstep(0.1, TOP, y) : 0;
      return {
        position: [position[0], position[1] + crown, position[2]],
        paint: shade(HAIR, 0.85 + (y < 0.12 ? 0.25 * strand : 0)),
        weights: HEAD_WEIGHTS,
      };
    };
  const rows = (mesh.isFar ? farHeights(heights[0]) : heights).map((height) => ({
    vertices: headRing(mesh, segments, vertexAt(height)),
  }));
  addLoft(mesh, rows, { facing: (point) => subtract(point, [0, HEAD_CENTRE, 0]) });
}

/** Returns a ring around the head. The far mesh uses the columns of the far head. */
export function headRing(
  mesh: MeshBuilder,
  segments: number,
  vertexAt: (azimuth: number) => Vertex,
): Vertex[] {
  return mesh.isFar ? FAR_HEAD_COLUMNS.map(vertexAt) : ring(mesh, segments, vertexAt);
}

function farHeights(top: number): number[] {
  return [top, ...FAR_HEAD_ROWS.filter((y) => y < Math.min(top, 0.1) && y > FAR_LOWEST), FAR_LOWEST];
}
