import { clamp } from '../math/shaping.js';
import { torsoWeights } from '../skeleton/weights.js';
import { addLoft, type LoftRow } from './loft.js';
import type { MeshBuilder, Vertex } from './mesh-builder.js';
import { type Paint, shade } from './paint.js';
import { ring } from './ring.js';
import type { Surface } from './surface.js';

/** A horizontal band in another colour. With `raise` above 0 it protrudes, like a belt. */
export interface Band {
  readonly bottom: number;
  readonly top: number;
  readonly paint: Paint;
  /** Metres. @default 0 */
  readonly raise?: number;
}

export interface TubeOptions {
  readonly segments: number;
  /** Heights of rings, in addition to the edges of bands. The far mesh uses every second one. */
  readonly heights: readonly number[];
  /** Heights for the far mesh, likewise reduced. @default heights */
  readonly farHeights?: readonly number[];
  readonly paint: (azimuth: number, y: number) => Paint;
  /** Fold depth at a point, as a fraction of the radius; also shades bands. */
  readonly fold?: (azimuth: number, y: number) => number;
  readonly bands?: readonly Band[];
}

const FAR_THINNEST_BAND = 0.028;
const FAR_LARGEST_RAISE = 0.0025;
/** Smaller steps between bands get no wall, metres. */
const SMALLEST_STEP = 0.003;
const STEP_SHADE = 0.6;

/** Adds cloth around the torso: rings of a surface from top to bottom, with sharp colour edges at bands. */
export function addTube(mesh: MeshBuilder, surface: Surface, options: TubeOptions): void {
  const bands = mesh.isFar ? farBands(options.bands ?? []) : (options.bands ?? []);
  const heights = ringHeights(
    mesh.isFar ? everySecond(options.farHeights ?? options.heights) : options.heights,
    bands,
  );
  const bandAt = (y: number): Band | undefined => bands.find(({ bottom, top }) => y > bottom && y < top);
  const rows: LoftRow[] = [];
  heights.forEach((y, i) => {
    const above = i > 0 ? bandAt((y + heights[i - 1]) / 2) : undefined;
    const below = i < heights.length - 1 ? bandAt((y + heights[i + 1]) / 2) : undefined;
    if (i > 0) rows.push({ vertices: bandRing(mesh, surface, options, y, above) });
    const isLast = i === heights.length - 1;
    const step = Math.abs((above?.raise ?? 0) - (below?.raise ?? 0));
    if (step > SMALLEST_STEP) {
      rows.push(...stepRows(mesh, surface, options, y, above, below, rows.length > 0));
    }
    if (isLast || (i > 0 && above === below)) return;
    const vertices = bandRing(mesh, surface, options, y, below);
    rows.push({ vertices, isCut: rows.length > 0, isSplit: step > SMALLEST_STEP });
  });
  addLoft(mesh, rows);
}

/** Returns the wall of a raised band: its own smoothing group and a darker shade. */
function stepRows(
  mesh: MeshBuilder,
  surface: Surface,
  options: TubeOptions,
  y: number,
  above: Band | undefined,
  below: Band | undefined,
  isCut: boolean,
): LoftRow[] {
  const raised = (above?.raise ?? 0) > (below?.raise ?? 0) ? above! : below!;
  const paint = shade(raised.paint, STEP_SHADE);
  const edge = (raise = 0): Vertex[] => bandRing(mesh, surface, options, y, { ...raised, paint, raise });
  return [{ vertices: edge(above?.raise), isCut, isSplit: true }, { vertices: edge(below?.raise) }];
}

function bandRing(
  mesh: MeshBuilder,
  surface: Surface,
  options: TubeOptions,
  y: number,
  band: Band | undefined,
): Vertex[] {
  const { segments, fold } = options;
  return ring(mesh, segments, (azimuth) => {
    const position = surface(azimuth, y, band?.raise ?? 0);
    let paint = band?.paint ?? options.paint(azimuth, y);
    if (band && !band.raise && fold) paint = shade(paint, 1 + clamp(fold(azimuth, y) * 5, -0.3, 0.2));
    return { position, paint, weights: torsoWeights(position) };
  });
}

function ringHeights(heights: readonly number[], bands: readonly Band[]): number[] {
  const all = new Set([...heights, ...bands.flatMap(({ bottom, top }) => [bottom, top])]);
  return [...all].sort((a, b) => b - a);
}

function farBands(bands: readonly Band[]): Band[] {
  return bands
    .filter(({ bottom, top }) => top - bottom > FAR_THINNEST_BAND)
    .map((band) => ({ ...band, raise: Math.min(band.raise ?? 0, FAR_LARGEST_RAISE) }));
}

/** Keeps the first and last heights and every second one between. */
function everySecond(heights: readonly number[]): number[] {
  const kept = heights.filter((_, i) => i === 0 || i === heights.length - 1 || i % 2 === 1);
  return kept.length > 7 ? kept.filter((_, i) => i !== 1) : kept;
}
