import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  IcosahedronGeometry,
  LatheGeometry,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { mergeGeometries, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { colored } from '../colored.js';
import { smooth } from '../smooth.js';

export type Point = readonly [x: number, y: number, z: number];

/** Width of the chamfers of blocks, metres. */
const CHAMFER = 0.008;
/** Radians; more than the angle between the sides of a body of eight segments. */
const CREASE = 1.25;
/** Distance between the two sides of a cloth, metres. */
const THICKNESS = 0.006;
const UP = new Vector3(0, 1, 0);

/** The k-th number of a fixed sequence that looks random, from −1 to 1. */
export function jitter(k: number): number {
  const wave = Math.sin(k * 12.9898 + 4.1) * 43758.5453;
  return 2 * (wave - Math.floor(wave)) - 1;
}

/** A colour whose lightness differs a little for each k. */
export function shade(color: string, k: number, amount = 0.035): string {
  return `#${new Color(color).offsetHSL(0, 0, amount * jitter(k)).getHexString()}`;
}

/** A box with chamfered edges around a point. */
export function block(size: Point, at: Point, color: string, chamfer = CHAMFER): BufferGeometry {
  const [x, y, z] = size.map((length) => length / 2);
  const corners = [0, 1, 2].flatMap((flat) =>
    Array.from({ length: 8 }, (_, k) => {
      const inset = [0, 1, 2].map((axis) => (axis === flat ? 0 : chamfer));
      const sign = (bit: number): number => (k & bit ? 1 : -1);
      return new Vector3(sign(1) * (x - inset[0]), sign(2) * (y - inset[1]), sign(4) * (z - inset[2]));
    }),
  );
  return colored(new ConvexGeometry(corners).translate(...at), color);
}

/** A round bar between two points. Without ends if these are hidden. */
export function pole(
  from: Point,
  to: Point,
  [radius, tip]: readonly [radius: number, tip: number],
  color: string,
  { sides = 5, isOpen = false } = {},
): BufferGeometry {
  const along = new Vector3(...to).sub(new Vector3(...from));
  const length = along.length();
  const turn = new Quaternion().setFromUnitVectors(UP, along.normalize());
  const bar = new CylinderGeometry(tip, radius, length, sides, 1, isOpen)
    .translate(0, length / 2, 0)
    .applyQuaternion(turn)
    .translate(...from);
  return colored(bar, color);
}

/** A turned body: the radius at each height, from below. Folds sharper than {@link CREASE} are edges. */
export function turned(
  outline: readonly (readonly [radius: number, y: number])[],
  color: string,
  segments = 10,
): BufferGeometry {
  const profile = outline.map(([radius, y]) => new Vector2(radius, y));
  return colored(toCreasedNormals(new LatheGeometry(profile, segments), CREASE), color);
}

/** A ball of few triangles, turned differently at each place. */
export function ball(radius: number, at: Point, color: string): BufferGeometry {
  const geometry = smooth(new IcosahedronGeometry(radius, 0));
  return colored(
    geometry
      .rotateX(40 * at[0])
      .rotateY(40 * at[2])
      .translate(...at),
    color,
  );
}

/** The upper two thirds of a ball around the origin. */
export function dome(radius: number, color: string, segments: number): BufferGeometry {
  return colored(
    new SphereGeometry(radius, segments, Math.ceil(segments / 3), 0, 2 * Math.PI, 0, 0.68 * Math.PI),
    color,
  );
}

/** Shape and colours of a cloth, whose upper side is seen where u goes to the right and v away from the viewer. */
export interface Cloth {
  readonly columns: number;
  readonly rows: number;
  /** Place of a point, whose coordinates go from 0 to 1, metres. */
  readonly placeAt: (u: number, v: number) => Point;
  readonly colorOf: (column: number, row: number) => string;
  /** Colour of the lower side, through which light comes. */
  readonly backOf?: (column: number, row: number) => string;
}

/** A cloth of two sides; each of its cells has one colour. */
export function cloth({ columns, rows, placeAt, colorOf, backOf = colorOf }: Cloth): BufferGeometry {
  const plane = new PlaneGeometry(1, 1, columns, rows);
  const { position, uv } = plane.attributes;
  for (let i = 0; i < position.count; i++) position.setXYZ(i, ...placeAt(uv.getX(i), uv.getY(i)));
  plane.computeVertexNormals();
  const front = plane.toNonIndexed();
  front.deleteAttribute('uv');
  const back = front.clone();
  const { position: places, normal } = back.attributes;
  for (let i = 0; i < places.count; i++) {
    const out = new Vector3().fromBufferAttribute(normal, i);
    const place = new Vector3().fromBufferAttribute(places, i).addScaledVector(out, -THICKNESS);
    places.setXYZ(i, ...place.toArray());
    normal.setXYZ(i, ...out.negate().toArray());
  }
  paintCells(front, columns, colorOf);
  paintCells(back, columns, backOf);
  return mergeGeometries([front, flip(back)]);
}

/** Cells of a plane go from left to right, and from its far edge to the near one. */
function paintCells(sheet: BufferGeometry, columns: number, colorOf: Cloth['colorOf']): void {
  const { count } = sheet.attributes.position;
  const colors = Array.from({ length: count }, (_, i) => {
    const cell = Math.floor(i / 6);
    return new Color(colorOf(cell % columns, Math.floor(cell / columns))).toArray();
  });
  sheet.setAttribute('color', new Float32BufferAttribute(colors.flat(), 3));
}

/** Reverses the order of the corners of each triangle. */
function flip(geometry: BufferGeometry): BufferGeometry {
  for (const { array } of Object.values(geometry.attributes)) {
    for (let i = 0; i < array.length; i += 9) {
      const second = array.slice(i + 3, i + 6);
      array.copyWithin(i + 3, i + 6, i + 9);
      array.set(second, i + 6);
    }
  }
  return geometry;
}
