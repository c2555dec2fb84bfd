import { TAU } from '../../math/index.js';
import { rotate, rotationX } from '../math/quaternion.js';
import { clamp, mix, smoothstep } from '../math/shaping.js';
import { subtract } from '../math/vector.js';
import { type Detail, MeshBuilder } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { shade, untinted } from '../mesh/paint.js';
import { frontPoint, type Surface } from '../mesh/surface.js';
import { bonePosition } from '../skeleton/kit-skeleton.js';
import { blendBones, LIDS_CLOSED, type Weights } from '../skeleton/weights.js';
import { addFaceQuad } from './face.js';
import { addDecal, faceVertex } from './features.js';
import { HEAD_CENTRE, headSurface } from './head-shape.js';
import { SKIN } from './skin.js';

const SCLERA = untinted('#fcf9f3');
const IRIS = untinted('#594230');
const PUPIL = untinted('#271d19');
const LASH = untinted('#302927');
const LOWER_LID = untinted('#89695a');
const LOWER_LID_SKIN = untinted('#ad8b7c');
/** A little darker than the skin around the eye. */
const LID = shade(SKIN, 0.84);
const CATCHLIGHT = untinted('#ffffff');
const FAR_EYE = untinted('#594b45');

const GAZE_WEIGHTS: Weights = [['eyes', 1]];

/** The left eye, metres from the middle of the head. */
const CENTRE_X = 0.0318;
const CENTRE_Y = 0.0035;
const HALF_WIDTH = 0.0178;
const IRIS_RADIUS = 0.0078;
/** Inward shift of the iris. Without it, eyes stare past the viewer. */
const IRIS_SHIFT = -0.04 * HALF_WIDTH;

// Outlines of the left eye. `t` is −1 at the inner corner and 1 at the outer one, which is a little higher.
const eyeX = (t: number): number => CENTRE_X + t * HALF_WIDTH;
const upperLid = (t: number): number => CENTRE_Y + 0.0084 * (1 - t * t) ** 0.62 * (1 + 0.12 * t) + 0.0022 * t;
const lowerLid = (t: number): number => CENTRE_Y - 0.0062 * (1 - t * t) ** 0.8 + 0.0022 * t;

/** Both eyes with their lids; every face has the same sockets. */
export function buildEyes(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  const surface = headSurface();
  if (mesh.isFar) {
    for (const side of [1, -1]) addFaceQuad(mesh, surface, side, FAR_CORNERS, FAR_EYE);
    return mesh;
  }
  addBothSides(mesh, (left) => {
    addSclera(left, surface);
    addIris(left, surface);
    addUpperLid(left, surface);
    addLashes(left, surface);
    addLowerLid(left, surface);
  });
  // Catchlights are not mirrored, since the light comes from one side.
  addCatchlight(mesh, surface, 1);
  addCatchlight(mesh, surface, -1);
  return mesh;
}

function addSclera(mesh: MeshBuilder, surface: Surface): void {
  addDecal(mesh, [-1, -0.72, -0.36, 0, 0.36, 0.72, 1], (t) => {
    const bulge = 0.0038 * (1 - t * t) + 0.0012;
    const rim = bulge * 0.35;
    const at = (down: number, lift: number, brightness: number) =>
      faceVertex(
        surface,
        [eyeX(t), mix(upperLid(t), lowerLid(t), down), lift + 0.0008],
        shade(SCLERA, brightness),
      );
    return [at(0, rim, 0.55), at(0.5, bulge, 0.95), at(1, rim, 1)];
  });
}

/** A disc, cut off by the lids. */
function addIris(mesh: MeshBuilder, surface: Surface): void {
  const rim = Array.from({ length: 10 }, (_, i) => {
    const angle = (i / 10) * TAU;
    const x = IRIS_SHIFT + Math.cos(angle) * IRIS_RADIUS;
    const t = x / HALF_WIDTH;
    const y = CENTRE_Y + 0.0012 + Math.sin(angle) * IRIS_RADIUS;
    const seen = clamp(y, lowerLid(t) + 0.0004, upperLid(t) - 0.0002);
    return faceVertex(surface, [CENTRE_X + x, seen, 0.007], IRIS, GAZE_WEIGHTS);
  });
  const middle = faceVertex(surface, [CENTRE_X + IRIS_SHIFT, CENTRE_Y + 0.0012, 0.0076], PUPIL, GAZE_WEIGHTS);
  mesh.startGroup();
  const hub = mesh.addVertex(middle);
  const ids = rim.map((vertex) => mesh.addVertex(vertex));
  ids.forEach((id, i) => {
    mesh.addTriangle(hub, id, ids[(i + 1) % ids.length]);
  });
}

function addCatchlight(mesh: MeshBuilder, surface: Surface, side: number): void {
  const eye = side * (CENTRE_X + IRIS_SHIFT);
  const corners = [
    [-0.0022, 0.0036],
    [0.0004, 0.0016],
    [0.0006, 0.0046],
  ] as const;
  mesh.startGroup();
  const [a, b, c] = corners.map(([x, y]) =>
    mesh.addVertex(faceVertex(surface, [eye + x, CENTRE_Y + y, 0.0082], CATCHLIGHT, GAZE_WEIGHTS)),
  );
  mesh.addTriangle(a, b, c);
}

/** Height of the lashes of an open eye: thicker outwards, with a flick at the end. */
function lashThickness(t: number): number {
  return mix(0.0018, 0.0042, smoothstep(-1, 0.4, t)) * (t > 1.2 ? 0.25 : 1);
}

/** Height of the lashes above the skin. */
function lashLift(t: number): number {
  return 0.0062 * (1 - clamp(t * t) * 0.6) + 0.001;
}

/**
 * Returns the weights of the edge of the upper lid: those that put it on the lower lid when the bone has turned by
 * {@link LIDS_CLOSED}. The corners stay.
 */
function edgeShare(surface: Surface, t: number): number {
  if (Math.abs(t) >= 1) return 0;
  const edge = frontPoint(surface, eyeX(t), upperLid(t), lashLift(t));
  const pivot = bonePosition('lids');
  const turned = rotate(rotationX(LIDS_CLOSED), subtract(edge, pivot))[1] + pivot[1];
  return (edge[1] - (lowerLid(t) - 0.0007 + HEAD_CENTRE)) / (edge[1] - turned);
}

/**
 * Adds the skin of the upper lid. While the eye is open, it is a narrow fold above the lashes; its upper edge stays on the head and
 * its lower edge goes down with the lashes, in front of the eye.
 */
function addUpperLid(mesh: MeshBuilder, surface: Surface): void {
  addDecal(mesh, [-1, -0.72, -0.36, 0, 0.36, 0.72, 1], (t) => {
    const share = edgeShare(surface, t);
    const top = upperLid(t) + lashThickness(t) + 0.0028 * (1 - t * t) ** 0.5;
    const edge = upperLid(t) + lashThickness(t) * 0.3;
    const at = (down: number, lift: number, brightness: number) =>
      faceVertex(
        surface,
        [eyeX(t), mix(top, edge, down), lift],
        shade(LID, brightness),
        blendBones('head', 'lids', share * down),
      );
    return [at(0, 0.0004, 0.86), at(0.4, 0.6 * lashLift(t) + 0.0012, 1), at(1, lashLift(t) - 0.0006, 0.96)];
  });
}

/** Adds the dark line of lashes, which goes with the edge of the lid. */
function addLashes(mesh: MeshBuilder, surface: Surface): void {
  addDecal(mesh, [-1.06, -0.7, -0.3, 0.1, 0.5, 0.85, 1.12, 1.34], (t) => {
    const inside = clamp(t, -1, 1);
    const y = upperLid(inside) + Math.max(0, t - 1) * 0.006;
    const thickness = lashThickness(t);
    const weights = blendBones('head', 'lids', edgeShare(surface, t));
    const at = (dy: number, lift: number) => faceVertex(surface, [eyeX(t), y + dy, lift], LASH, weights);
    return [
      at(thickness, 0.0016),
      at(thickness * 0.3, lashLift(t)),
      at(-0.0012, 0.0048 * (1 - inside * inside * 0.7) + 0.0008),
    ];
  });
}

function addLowerLid(mesh: MeshBuilder, surface: Surface): void {
  addDecal(mesh, [-0.6, 0, 0.5, 1.05], (t) => {
    const y = lowerLid(clamp(t, -1, 1));
    const lift = 0.0036 * (1 - Math.min(1, t * t) * 0.7) + 0.0008;
    return [
      faceVertex(surface, [eyeX(t), y + 0.0004, lift], LOWER_LID),
      faceVertex(surface, [eyeX(t), y - 0.001, 0.0018], LOWER_LID_SKIN),
    ];
  });
}

const FAR_CORNERS = [0.014, 0.008, 0.05, 0.01, 0.016, -0.003, 0.047, -0.001];
