import { sinCos, sinCosTurns } from '../math/index.js';
import { FRAME, FRAME_STATE, FRAME_STRIDE } from './frame.js';
import type { BoundaryDescription, Scenario } from './scenario.js';

/** Version of the format: the one that all of JuPedSim's tools and PedPy read. */
const FORMAT_VERSION = 2;
/** The area is the same in all frames; frames name it by this number. */
const AREA = 1;
/** Corners of a circle. */
const CIRCLE_CORNERS = 64;

type Corners = readonly (readonly [x: number, y: number])[];

/** An open SQLite database: of `node:sqlite`, better-sqlite3, libsql, or anything with these two methods. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): { run(...values: (string | number)[]): unknown };
}

/** What a trajectory database says beside the places. */
export interface TrajectoryDatabaseOptions {
  /** Frames a second of the recording. */
  readonly framesPerSecond: number;
  /** Boundary and obstacles become the walkable area; walls, which have no area, are not part of it. */
  readonly scenario: Pick<Scenario, 'boundary' | 'obstacles'>;
}

/**
 * Writes recorded frames into an empty database as JuPedSim does, for its viewer, PedPy and others.
 *
 * The format's ground is x and y with y ahead, so that its y is −Z here. A strip's area is the box around all places
 * where somebody was.
 *
 * @param frames copies of `simulation.current`; see `FRAME`
 * @see https://www.jupedsim.org/stable/api/index.html (`SqliteTrajectoryWriter`, version 2 of the format)
 *
 * @example
 * const { DatabaseSync } = await import('node:sqlite');
 * writeTrajectoryDatabase(new DatabaseSync('walk.sqlite'), frames, {
 *   framesPerSecond: 1 / STEP_SECONDS,
 *   scenario: simulation.scenario,
 * });
 */
export function writeTrajectoryDatabase(
  database: SqliteDatabase,
  frames: readonly Float32Array[],
  { framesPerSecond, scenario }: TrajectoryDatabaseOptions,
): void {
  database.exec(`
    BEGIN;
    CREATE TABLE trajectory_data (
      frame INTEGER NOT NULL, id INTEGER NOT NULL,
      pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
    CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE geometry (hash INTEGER NOT NULL UNIQUE, wkt TEXT NOT NULL);
    CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
  `);
  const addRow = database.prepare('INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)');
  const addFrame = database.prepare('INSERT INTO frame_data VALUES (?, ?)');
  const bounds = { xmin: Infinity, xmax: -Infinity, ymin: Infinity, ymax: -Infinity };
  const widen = (x: number, y: number): void => {
    bounds.xmin = Math.min(bounds.xmin, x);
    bounds.xmax = Math.max(bounds.xmax, x);
    bounds.ymin = Math.min(bounds.ymin, y);
    bounds.ymax = Math.max(bounds.ymax, y);
  };
  frames.forEach((frame, number) => {
    addFrame.run(number, AREA);
    for (let o = 0; o < frame.length; o += FRAME_STRIDE) {
      if (frame[o + FRAME.state] === FRAME_STATE.gone) continue;
      const [x, y, heading] = [frame[o + FRAME.x], -frame[o + FRAME.z], frame[o + FRAME.heading]];
      widen(x, y);
      const [sin, cos] = sinCos(heading);
      addRow.run(number, o / FRAME_STRIDE + 1, x, y, sin, -cos);
    }
  });
  const [outline, ...holes] = outlineOf(scenario.boundary) ?? [boxOf(bounds)];
  for (const [x, y] of outline) widen(x, y);
  const rings = [...holes, ...scenario.obstacles.map(({ x, z, radius }) => circleOf(x, -z, radius))];
  const text = [outline, ...rings].map(
    (corners) => `(${[...corners, corners[0]].map(([x, y]) => `${x} ${y}`).join(', ')})`,
  );
  database.prepare('INSERT INTO geometry VALUES (?, ?)').run(AREA, `POLYGON (${text.join(', ')})`);
  const addMetadata = database.prepare('INSERT INTO metadata VALUES (?, ?)');
  const metadata = { version: FORMAT_VERSION, fps: framesPerSecond, ...bounds };
  for (const [key, value] of Object.entries(metadata)) addMetadata.run(key, String(value));
  database.exec('CREATE INDEX frame_id_idx ON trajectory_data(frame, id); COMMIT;');
}

/** The outline of a boundary and its holes; undefined for a strip, whose bends have no simple outline. */
function outlineOf(boundary: BoundaryDescription): Corners[] | undefined {
  switch (boundary.kind) {
    case 'disc':
      return [circleOf(0, 0, boundary.radius)];
    case 'ring':
      return [circleOf(0, 0, boundary.outer), circleOf(0, 0, boundary.inner)];
    case 'rectangle': {
      const { halfWidth, halfLength } = boundary;
      return [boxOf({ xmin: -halfWidth, xmax: halfWidth, ymin: -halfLength, ymax: halfLength })];
    }
    case 'endless': {
      const { halfWidth, length } = boundary;
      return [boxOf({ xmin: -halfWidth, xmax: halfWidth, ymin: -length, ymax: 0 })];
    }
    case 'open': {
      const { minX, minZ, maxX, maxZ } = boundary;
      return [boxOf({ xmin: minX, xmax: maxX, ymin: -maxZ, ymax: -minZ })];
    }
    case 'strip':
      return undefined;
  }
}

function boxOf({ xmin, xmax, ymin, ymax }: Record<'xmin' | 'xmax' | 'ymin' | 'ymax', number>): Corners {
  return [
    [xmin, ymin],
    [xmax, ymin],
    [xmax, ymax],
    [xmin, ymax],
  ];
}

function circleOf(x: number, y: number, radius: number): Corners {
  return Array.from({ length: CIRCLE_CORNERS }, (_, k) => {
    const [sin, cos] = sinCosTurns(k / CIRCLE_CORNERS);
    return [x + radius * cos, y + radius * sin] as const;
  });
}
