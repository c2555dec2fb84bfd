import { mix, smoothstep } from '../math/shaping.js';
import {
  add,
  addScaled,
  cross,
  FORWARD,
  mixVectors,
  normalize,
  scale,
  UP,
  type Vector,
} from '../math/vector.js';
import { type Curve, curve, type Station } from '../mesh/curve.js';
import { addLoft, type LoftRow } from '../mesh/loft.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade, tinted } from '../mesh/paint.js';
import { ring } from '../mesh/ring.js';
import { armPoint, armWeights, UPPER_ARM_DIRECTION } from '../skeleton/weights.js';

export interface Sleeve {
  /** Position along the arm (0 shoulder, 1 wrist) | radius above, half width, depth of the lower edge. */
  readonly profile: readonly Station[];
  readonly segments: number;
  readonly paint: SleevePaint;
  readonly trim?: { readonly paint: Paint; readonly width: number };
  /** Colour of the inside, which ambient occlusion darkens. @default the tint, a little darker */
  readonly lining?: Paint;
  /** Depth of the folds in the hanging part. @default 0 */
  readonly folds?: number;
  /** True if another piece hides the opening, such as a bracer. @default false */
  readonly isClosed?: boolean;
}

/** Colour at an angle around the arm and a position along it. `low` is 0 above and 1 at the lower edge. */
export type SleevePaint = (angle: number, t: number, low: number) => Paint;

const FAR_RINGS = 6;
const FAR_RINGS_NARROW = 4;
/** The far mesh keeps the outline of sleeves that hang lower than this, metres. */
const WIDE = 0.1;
/** Narrower trims are omitted in the far mesh; a fraction of the arm's length. */
const FAR_NARROWEST_TRIM = 0.08;
/** Positions along the arm between which a ring is inserted, since shoulder and elbow bend there. */
const BENDS = [-0.1, 0.65];
/** Minimum distance of a ring from the trim. Closer rings would make slivers. */
const TRIM_GAP = 0.012;

/** Adds the left sleeve. Wide parts hang; narrow ones crease. */
export function addSleeve(mesh: MeshBuilder, sleeve: Sleeve): void {
  const { profile, trim, paint, lining = tinted(0.8), isClosed = false } = sleeve;
  const shape = curve(profile);
  const end = profile[profile.length - 1][0];
  const isTrimmed = trim && !(mesh.isFar && trim.width < FAR_NARROWEST_TRIM);
  const trimStart = isTrimmed ? end - trim.width : end;
  const ringAt = (t: number, at: Omit<RingAt, 't'> = {}) => sleeveRing(mesh, sleeve, shape, { t, ...at });

  const rows: LoftRow[] = ringPlaces(profile, mesh.isFar)
    .filter((t) => t < trimStart - TRIM_GAP)
    .map((t) => ({ vertices: ringAt(t) }));
  const trimPaint = isTrimmed ? () => trim.paint : paint;
  if (isTrimmed) {
    rows.push({ vertices: ringAt(trimStart, { isFixed: true }) });
    rows.push({ vertices: ringAt(trimStart, { paint: trimPaint, isFixed: true }), isCut: true });
  }
  rows.push({ vertices: ringAt(end, { paint: trimPaint, isFixed: true }) });
  addLoft(mesh, rows, mesh.isFar ? { endCap: shade(lining, 0.3) } : {});
  if (!mesh.isFar && !isClosed) addLining(mesh, ringAt, end, lining);
}

/** Returns positions of rings: the stations of the profile, and one more between two where shoulder or elbow bend. */
function ringPlaces(profile: readonly Station[], isFar: boolean): number[] {
  const places = profile.map(([t]) => t);
  if (isFar) {
    const last = profile.length - 1;
    const count = profile[last][3] > WIDE ? FAR_RINGS : FAR_RINGS_NARROW;
    return Array.from({ length: count }, (_, i) => mix(places[0], places[last], i / (count - 1)));
  }
  return places.flatMap((t, i) => (t > BENDS[0] && t < BENDS[1] ? [t, mix(t, places[i + 1], 0.5)] : [t]));
}

/**
 * Rings of the lining: size, brightness, metres inwards. All have the weights of the opening; otherwise the lining would
 * penetrate the cloth when the arm bends.
 */
const LINING = [
  [1, 1.1, 0],
  [0.9, 0.95, 0.025],
  [0.8, 0.8, 0.05],
];

function addLining(
  mesh: MeshBuilder,
  ringAt: (t: number, at: Omit<RingAt, 't'>) => Vertex[],
  end: number,
  lining: Paint,
): void {
  const rows = LINING.map(([size, brightness, inside]) => ({
    vertices: ringAt(end, { size, inside, brightness, paint: () => lining }),
  }));
  addLoft(mesh, rows, { facing: 'inward', endCap: shade(lining, 0.7) });
}

interface RingAt {
  readonly t: number;
  readonly size?: number;
  /** Metres back up the arm. */
  readonly inside?: number;
  readonly brightness?: number;
  readonly paint?: SleevePaint;
  readonly isFixed?: boolean;
}

function sleeveRing(mesh: MeshBuilder, sleeve: Sleeve, shape: Curve, at: RingAt): Vertex[] {
  const { t, size = 1, inside = 0, brightness = 1, paint = sleeve.paint, isFixed = false } = at;
  const [top, side, drop] = shape(t);
  const hang = smoothstep(0.1, 0.2, drop);
  const centre = addScaled(armPoint(t), UPPER_ARM_DIRECTION, -inside);
  const up = ringUp(t, hang);
  return ring(mesh, sleeve.segments, (around) => {
    // More vertices near the lower edge, where a wide sleeve bends most.
    const angle = around + 0.22 * hang * Math.sin(around);
    const low = smoothstep(0, 1, -Math.cos(angle));
    const crease = (1 - hang) * Math.cos(t * 46 + angle * 1.5) * smoothstep(0.25, 0.45, t);
    const fold =
      (sleeve.folds ?? 0) * hang * Math.cos(low * 8 + t * 6 + (Math.sin(angle) > 0 ? 0 : 1.7)) * low;
    const height = ringHeight(Math.cos(angle), top, drop, hang);
    const width = side * Math.sin(angle) * (1 - 0.3 * low * hang) * (1 + crease * 0.06);
    const lift = scale(up, height * size * (1 + crease * 0.03));
    const depth = Math.max(0, -height) / Math.max(drop, 0.12);
    return {
      position: add(add(centre, lift), [0, 0, width * size + fold * 0.016]),
      paint: shade(paint(angle, t, low), brightness * (1 + crease * 0.07)),
      weights: armWeights(t, hang * depth),
      isFixed: isFixed || (hang > 0.5 && low > 0.97),
    };
  });
}

/** Returns the upward direction of a ring: across the arm at the shoulder, vertical where the sleeve hangs. */
function ringUp(t: number, hang: number): Vector {
  const along = normalize(mixVectors([1, -0.12, 0], UPPER_ARM_DIRECTION, smoothstep(-0.16, 0.2, t)));
  return normalize(mixVectors(normalize(cross(FORWARD, along)), UP, hang));
}

/** Returns the height of the cross-section: round above; below, squarer the lower the sleeve hangs. */
function ringHeight(cosine: number, top: number, drop: number, hang: number): number {
  return cosine > 0 ? cosine * top : -((-cosine) ** mix(1, 0.55, hang)) * drop;
}

/** Returns cloth with soft vertical folds in the hanging part. */
export function hangingPaint(base: Paint): SleevePaint {
  return (angle, t, low) => shade(base, 1 - 0.22 * low * (0.5 + 0.5 * Math.cos(t * 16 + angle * 3)));
}

/** Returns cloth with creases around the arm. */
export function creasedPaint(base: Paint): SleevePaint {
  return (angle, t) => shade(base, 0.95 - 0.1 * Math.cos(t * 46 + angle * 1.5));
}
