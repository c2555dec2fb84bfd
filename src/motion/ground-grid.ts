import { type BatchedMesh, type InstancedMesh, Matrix4, type Mesh, type Object3D, Vector3 } from 'three';
import { CrowdError } from '../errors/index.js';
import { fillHoles, type Heightmap } from '../math/index.js';

/** Distance of the nodes onto which a mesh is sampled, metres, and their largest number along a side. */
const NODE_DISTANCE = 0.1;
const MOST_NODES = 1024;
/** From this distance of nodes on, metres, feet may miss the surface of a large mesh visibly. */
const COARSE_DISTANCE = 0.5;

/**
 * The heights of a heightmap, checked, or of a mesh, sampled.
 *
 * @throws {CrowdError} for a value that is neither, a heightmap whose numbers do not fit one another, or a mesh without triangles
 */
export function readGrid(ground: Heightmap | Object3D, onWarning: (message: string) => void): Heightmap {
  const given = ground as Partial<Heightmap & Object3D> | null;
  if (given?.isObject3D) return sampleMeshes(ground as Object3D, onWarning);
  if (typeof given === 'object' && given && 'data' in given) return checkedMap(given);
  throw new CrowdError(
    'ground is no function of (x, z), no heightmap and no Object3D of three: give (x, z) => metres, ' +
      '{ data, columns, rows, minX, minZ, maxX, maxZ }, or a mesh.',
  );
}

function checkedMap(map: Partial<Heightmap>): Heightmap {
  const { data, columns = Number.NaN, rows = Number.NaN, minX, minZ, maxX, maxZ } = map;
  for (const [name, count] of Object.entries({ columns, rows })) {
    if (Number.isInteger(count) && count >= 2) continue;
    throw new CrowdError(`ground.${name} is ${count}; give a whole number of nodes, 2 or more.`);
  }
  if (data?.length !== columns * rows) {
    throw new CrowdError(
      `ground.data has ${data?.length} heights; ${columns} columns and ${rows} rows need ${columns * rows}.`,
    );
  }
  for (const [name, from, to] of [
    ['X', minX, maxX],
    ['Z', minZ, maxZ],
  ] as const) {
    if (Number.isFinite(from) && Number.isFinite(to) && Number(from) < Number(to)) continue;
    throw new CrowdError(
      `ground.min${name} is ${from} and ground.max${name} ${to}; give metres, the smaller first.`,
    );
  }
  for (let k = 0; k < data.length; k++) {
    if (!Number.isFinite(data[k])) throw new CrowdError(`ground.data[${k}] is ${data[k]}; give metres.`);
  }
  return map as Heightmap;
}

/** Writes the uppermost surface of all meshes under an object onto a grid. */
function sampleMeshes(object: Object3D, onWarning: (message: string) => void): Heightmap {
  const corners = trianglesOf(object);
  const [minX, maxX] = extentOf(corners, 0);
  const [minZ, maxZ] = extentOf(corners, 2);
  if (!(maxX > minX && maxZ > minZ)) {
    throw new CrowdError(
      `ground is a mesh of ${corners.length / 9} triangles that covers no area seen from above; give one with a surface.`,
    );
  }
  const columns = nodesAlong(maxX - minX);
  const rows = nodesAlong(maxZ - minZ);
  const data = new Float32Array(columns * rows).fill(Number.NaN);
  const grid = { data, columns, rows, minX, minZ, maxX, maxZ };
  for (let k = 0; k < corners.length; k += 9) writeTriangle(corners, k, grid);
  const holes = fillHoles(data, columns, rows);
  if (holes === data.length) {
    throw new CrowdError(
      'ground is a mesh without a surface that can be seen from above; give one that has.',
    );
  }
  const size = `${(maxX - minX).toPrecision(3)} by ${(maxZ - minZ).toPrecision(3)} m`;
  if (holes > 0) {
    const percent = Math.max(0.1, (100 * holes) / data.length).toPrecision(2);
    onWarning(
      `three-crowd: the mesh of ground has no surface on ${percent} % of its ${size}; characters get the height of the ` +
        'surface beside the hole there.',
    );
  }
  const distance = Math.max((maxX - minX) / (columns - 1), (maxZ - minZ) / (rows - 1));
  if (distance > COARSE_DISTANCE) {
    onWarning(
      `three-crowd: the mesh of ground is ${size}, and is sampled each ${distance.toPrecision(2)} m. Give the part that people ` +
        'walk on, or a function of (x, z), for feet that meet it.',
    );
  }
  return grid;
}

function nodesAlong(metres: number): number {
  return Math.min(MOST_NODES, Math.ceil(metres / NODE_DISTANCE) + 1);
}

/** World coordinates of the corners of all triangles, nine numbers each. */
function trianglesOf(object: Object3D): Float64Array {
  object.updateWorldMatrix(true, true);
  const numbers: number[] = [];
  const corner = new Vector3();
  object.traverse((child) => {
    if (!(child as Partial<Mesh>).isMesh) return;
    const mesh = child as Mesh;
    const { index, attributes } = mesh.geometry;
    const count = index?.count ?? attributes.position?.count ?? 0;
    for (const place of placesOf(mesh)) {
      for (let k = 0; k < count - (count % 3); k++) {
        mesh.getVertexPosition(index?.getX(k) ?? k, corner).applyMatrix4(place);
        if (![corner.x, corner.y, corner.z].every(Number.isFinite)) {
          throw new CrowdError(
            `ground has a mesh "${child.name}" whose corner ${k} is (${corner.toArray()}); it must be finite.`,
          );
        }
        numbers.push(corner.x, corner.y, corner.z);
      }
    }
  });
  return Float64Array.from(numbers);
}

/** World matrices of a mesh: of an instanced one, those of all instances. */
function placesOf(mesh: Mesh): Matrix4[] {
  if ((mesh as Partial<BatchedMesh>).isBatchedMesh) {
    throw new CrowdError(
      `ground has a BatchedMesh "${mesh.name}", which is not read; give its meshes one by one in a Group, or a function of (x, z).`,
    );
  }
  const { isInstancedMesh, count } = mesh as Partial<InstancedMesh>;
  if (!isInstancedMesh) return [mesh.matrixWorld];
  return Array.from({ length: count ?? 0 }, (_, k) => {
    const place = new Matrix4();
    (mesh as InstancedMesh).getMatrixAt(k, place);
    return place.premultiply(mesh.matrixWorld);
  });
}

function extentOf(corners: Float64Array, axis: number): [min: number, max: number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let k = axis; k < corners.length; k += 3) {
    min = Math.min(min, corners[k]);
    max = Math.max(max, corners[k]);
  }
  return [min, max];
}

/** Weights of corners that are below 0 by less than this are on the edge: neighbours leave no gap. */
const EDGE = 1e-6;

/** Raises the nodes under a triangle to it. */
function writeTriangle(
  corners: Float64Array,
  k: number,
  grid: Heightmap & { readonly data: Float32Array },
): void {
  const { data, columns, rows, minX, minZ, maxX, maxZ } = grid;
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.subarray(k, k + 9);
  const area = (bx - ax) * (cz - az) - (cx - ax) * (bz - az);
  if (area === 0) return;
  const toColumn = (columns - 1) / (maxX - minX);
  const toRow = (rows - 1) / (maxZ - minZ);
  const firstRow = Math.ceil((Math.min(az, bz, cz) - minZ) * toRow - EDGE);
  const lastRow = Math.min(rows - 1, Math.floor((Math.max(az, bz, cz) - minZ) * toRow + EDGE));
  const firstColumn = Math.ceil((Math.min(ax, bx, cx) - minX) * toColumn - EDGE);
  const lastColumn = Math.min(columns - 1, Math.floor((Math.max(ax, bx, cx) - minX) * toColumn + EDGE));
  for (let row = Math.max(0, firstRow); row <= lastRow; row++) {
    const z = minZ + row / toRow;
    for (let column = Math.max(0, firstColumn); column <= lastColumn; column++) {
      const x = minX + column / toColumn;
      const b = ((x - ax) * (cz - az) - (cx - ax) * (z - az)) / area;
      const c = ((bx - ax) * (z - az) - (x - ax) * (bz - az)) / area;
      if (b < -EDGE || c < -EDGE || b + c > 1 + EDGE) continue;
      const at = row * columns + column;
      const height = ay + (by - ay) * b + (cy - ay) * c;
      if (!(data[at] >= height)) data[at] = height;
    }
  }
}
