import { BoxGeometry, type BufferGeometry, Group, Matrix4, Mesh } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Materials } from './materials.js';
import { buildRoof } from './roof.js';

/** A timber house on a stone base; its front faces +Z before it is turned. Lengths in metres. */
export interface House {
  readonly x: number;
  readonly z: number;
  /** Radians about Y. */
  readonly turn: number;
  readonly width: number;
  readonly depth: number;
  readonly height: number;
}

type Pieces = Record<keyof Materials, BufferGeometry[]>;

/** Height of the base. */
const BASE = 0.4;
/** Overhang of the eaves, metres. */
const EAVES = 1.1;

/** Any number of houses as one mesh for each material. */
export function createHouses(houses: readonly House[], materials: Materials): Group {
  const pieces: Pieces = { plaster: [], timber: [], stone: [], tiles: [], paper: [] };
  for (const house of houses) {
    const place = new Matrix4().makeRotationY(house.turn).setPosition(house.x, 0, house.z);
    for (const [material, built] of Object.entries(build(house)) as [keyof Materials, BufferGeometry[]][]) {
      pieces[material].push(...built.map((piece) => piece.applyMatrix4(place)));
    }
  }
  const group = new Group();
  for (const [material, built] of Object.entries(pieces) as [keyof Materials, BufferGeometry[]][]) {
    const mesh = new Mesh(mergeGeometries(built), materials[material]);
    group.add(mesh);
  }
  return group;
}

function build({ width, depth, height }: House): Pieces {
  const bays = Math.max(3, Math.round(width / 2.4));
  const bay = width / bays;
  const top = BASE + height;
  const posts = Array.from({ length: bays + 1 }, (_, k) => (k - bays / 2) * bay);
  const middles = Array.from({ length: bays }, (_, k) => (k + 0.5 - bays / 2) * bay);
  const isDoor = (k: number): boolean => k === Math.floor(bays / 2);
  const front = depth / 2;
  const ridge = width * 0.62;
  const rise = 0.36 * depth + 0.3;
  return {
    stone: [box(width + 1.2, BASE, depth + 1.2, 0, BASE / 2, 0), box(bay, 0.2, 0.7, 0, 0.1, front + 0.9)],
    plaster: [box(width - 0.2, height, depth - 0.3, 0, BASE + height / 2, 0)],
    timber: [
      ...posts.map((x) => box(0.26, height, 0.26, x, BASE + height / 2, front)),
      box(width + 0.5, 0.3, 0.3, 0, top - 0.15, front),
      box(width, 0.16, 0.14, 0, BASE + 0.5, front),
      ...middles
        .filter((_, k) => isDoor(k))
        .map((x) => box(bay * 0.8, 2.3, 0.1, x, BASE + 1.15, front - 0.04)),
    ],
    paper: middles
      .filter((_, k) => !isDoor(k))
      .map((x) => box(bay * 0.76, height * 0.46, 0.08, x, BASE + height * 0.52, front - 0.08)),
    tiles: [
      buildRoof(width + 2 * EAVES, depth + 2 * EAVES, ridge, rise).translate(0, top - 0.1, 0),
      box(ridge + 0.3, 0.34, 0.3, 0, top + rise, 0),
    ],
  };
}

function box(width: number, height: number, depth: number, x: number, y: number, z: number): BufferGeometry {
  return new BoxGeometry(width, height, depth).translate(x, y, z);
}
