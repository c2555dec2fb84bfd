import { radians, smoothstep } from '../math/shaping.js';
import { FORWARD } from '../math/vector.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade, tinted, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import type { Surface } from '../mesh/surface.js';
import { blendBones, HEAD_WEIGHTS, jawShare } from '../skeleton/weights.js';
import { addBeard, addSideBeard, type Beard } from './beard.js';
import { addBrows, addLips, addMoustache, type Brows, faceVertex, type Lips } from './features.js';
import { HEAD_CENTRE, type HeadShape, headSurface } from './head-shape.js';
import { type Complexion, paintSkin, SKIN } from './skin.js';

export interface Face extends HeadShape, Omit<Complexion, 'browRidge'> {
  readonly brows?: Partial<Brows>;
  readonly lips?: Partial<Lips>;
  /** Length of the moustache; 1 is full. @default none */
  readonly moustache?: number;
  readonly beard?: Beard;
  readonly hasSideBeard?: boolean;
  /** Colour of brows and beard. @default HAIR_PAINT */
  readonly hairPaint?: Paint;
  /** @default 1 */
  readonly neckWidth?: number;
}

/** Columns of the head on the left, degrees; close together round the nose and mouth. */
const COLUMNS = [0, 6, 13, 22, 33, 47, 66, 95, 130, 180];
/** Azimuths of the far head's columns. Hair uses the same columns; different ones would intersect the skin. */
export const FAR_HEAD_COLUMNS: readonly number[] = [-150, -80, -40, 0, 40, 80, 150].map(radians);
const HEAD_COLUMNS: readonly number[] = [
  ...COLUMNS.slice(1, -1)
    .reverse()
    .map((degrees) => -degrees),
  ...COLUMNS,
].map(radians);

const ROWS = [
  0.125, 0.119, 0.104, 0.08, 0.05, 0.031, 0.018, 0.005, -0.008, -0.022, -0.033, -0.041, -0.048, -0.058, -0.07,
  -0.083, -0.098, -0.112, -0.122, -0.1265,
];
export const FAR_HEAD_ROWS: readonly number[] = [0.125, 0.085, 0.03, -0.036, -0.07, -0.112, -0.1265];

const HAIR_PAINT = untinted('#48403d');
const LIP_PAINT = tinted(0.8, 0.42, 0.36);

export function buildFace(face: Face, detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  const surface = headSurface(face);
  const hairPaint = face.hairPaint ?? HAIR_PAINT;
  const lips = { paint: LIP_PAINT, halfWidth: 0.021, ...face.lips };
  addHead(mesh, surface, face);
  addNeck(mesh, face.neckWidth ?? 1);
  if (face.beard) addBeard(mesh, face.beard, hairPaint);
  if (mesh.isFar) {
    for (const side of [1, -1]) addFaceQuad(mesh, surface, side, FAR_BROW, hairPaint);
    if (!face.beard) addFaceQuad(mesh, surface, 1, FAR_MOUTH, lips.paint);
    return mesh;
  }
  addEars(mesh);
  addLips(mesh, surface, lips);
  addBrows(mesh, surface, { paint: hairPaint, ...face.brows });
  if (face.moustache) addMoustache(mesh, surface, hairPaint, face.moustache);
  if (face.hasSideBeard) addSideBeard(mesh, surface, hairPaint);
  return mesh;
}

function addHead(mesh: MeshBuilder, surface: Surface, face: Face): void {
  const columns = mesh.isFar ? FAR_HEAD_COLUMNS : HEAD_COLUMNS;
  const rows = (mesh.isFar ? FAR_HEAD_ROWS : ROWS).map((y) => ({
    vertices: columns.map((azimuth) => {
      const position = surface(azimuth, y);
      const weights = mesh.isFar ? HEAD_WEIGHTS : blendBones('head', 'jaw', jawShare(position));
      return { position, paint: paintSkin(azimuth, position, face), weights };
    }),
  }));
  addLoft(mesh, rows);
}

/** Height | half width, half depth, centre. */
const NECK = [
  [1.375, 0.056, 0.056, -0.016],
  [1.42, 0.051, 0.052, -0.016],
  [1.46, 0.05, 0.053, -0.012],
  [1.5, 0.052, 0.058, -0.008],
];

function addNeck(mesh: MeshBuilder, width: number): void {
  const rows = mesh.isFar ? [NECK[1], NECK[3]] : NECK;
  addRings(mesh, rows, 12, ([y, radiusX, radiusZ, centre], azimuth) => ({
    position: [Math.sin(azimuth) * radiusX * width, y, Math.cos(azimuth) * radiusZ * width + centre],
    paint: shade(SKIN, 0.86),
    weights: blendBones('neck', 'head', 0.6 * smoothstep(1.4, 1.46, y)),
  }));
}

/** Fraction of the ear's depth | size, metres from the head. */
const EAR = [
  [0, 0.5, 0],
  [0.35, 1, 0.006],
  [0.8, 1, 0.013],
  [1, 0.55, 0.013],
];

function addEars(mesh: MeshBuilder): void {
  for (const side of [1, -1]) {
    const vertexAt = ([t, size, out]: number[], angle: number): Vertex => {
      const lobe = 1 - 0.25 * smoothstep(0, 1, -Math.cos(angle));
      return {
        position: [
          side * (0.0735 + out),
          HEAD_CENTRE - 0.012 + Math.cos(angle) * 0.031 * size,
          -0.012 + Math.sin(angle) * 0.017 * size * lobe - out * 0.8,
        ],
        paint: shade(SKIN, t > 0.9 ? 0.8 : 0.97),
        weights: HEAD_WEIGHTS,
      };
    };
    addRings(mesh, EAR, 7, vertexAt, { endCap: shade(SKIN, 0.62) });
  }
}

/** Adds a quad on the face. Corners: x and y of upper left, upper right, lower left, lower right; `side` −1 mirrors x. */
export function addFaceQuad(
  mesh: MeshBuilder,
  surface: Surface,
  side: number,
  corners: readonly number[],
  paint: Paint,
): void {
  const [a, b, c, d] = [0, 2, 4, 6].map((k) =>
    faceVertex(surface, [side * corners[k], corners[k + 1], 0.006], paint),
  );
  addLoft(mesh, [{ vertices: [a, b] }, { vertices: [c, d] }], { isClosed: false, facing: FORWARD });
}

const FAR_BROW = [0.012, 0.03, 0.054, 0.033, 0.013, 0.021, 0.054, 0.026];
const FAR_MOUTH = [-0.018, -0.063, 0.018, -0.063, -0.014, -0.075, 0.014, -0.075];
