/** Heights at the nodes of a grid, row by row from `minZ` to `maxZ`. Between nodes they are bilinear; beyond the grid, the edge's. */
export interface Heightmap {
  /** Metres; `columns` times `rows` numbers. */
  readonly data: ArrayLike<number>;
  /** Nodes along x and along z, 2 or more each. */
  readonly columns: number;
  readonly rows: number;
  /** Places of the first and the last nodes, metres. */
  readonly minX: number;
  readonly minZ: number;
  readonly maxX: number;
  readonly maxZ: number;
}

/** Height between the four nodes around a point, bilinear, metres; beyond the grid, that of its edge. */
export function heightInGrid(grid: Heightmap, x: number, z: number): number {
  const { data, columns, rows, minX, minZ, maxX, maxZ } = grid;
  const u = Math.min(columns - 1, Math.max(0, ((x - minX) / (maxX - minX)) * (columns - 1)));
  const v = Math.min(rows - 1, Math.max(0, ((z - minZ) / (maxZ - minZ)) * (rows - 1)));
  const column = Math.min(columns - 2, Math.floor(u));
  const row = Math.min(rows - 2, Math.floor(v));
  const right = u - column;
  const down = v - row;
  const at = row * columns + column;
  const first = data[at] + (data[at + 1] - data[at]) * right;
  const second = data[at + columns] + (data[at + columns + 1] - data[at + columns]) * right;
  return first + (second - first) * down;
}

/** Gives nodes without a finite height that of the nearest in their row, or else in their column. Returns their number. */
export function fillHoles(data: Float32Array, columns: number, rows: number): number {
  let holes = 0;
  for (const height of data) if (!Number.isFinite(height)) holes += 1;
  if (holes === 0 || holes === data.length) return holes;
  for (let row = 0; row < rows; row++) fillLine(data, row * columns, 1, columns);
  for (let column = 0; column < columns; column++) fillLine(data, column, columns, rows);
  return holes;
}

function fillLine(data: Float32Array, start: number, step: number, count: number): void {
  let last = -1;
  for (let k = 0; k < count; k++) {
    if (!Number.isFinite(data[start + k * step])) continue;
    for (let hole = last + 1; hole < k; hole++) {
      const isNearLast = last >= 0 && hole - last < k - hole;
      data[start + hole * step] = data[start + (isNearLast ? last : k) * step];
    }
    last = k;
  }
  for (let hole = last + 1; last >= 0 && hole < count; hole++) {
    data[start + hole * step] = data[start + last * step];
  }
}
