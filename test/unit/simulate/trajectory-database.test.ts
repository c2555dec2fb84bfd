import Database from 'libsql';
import { FRAME, Simulation, writeTrajectoryDatabase } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import { SHAPE_FIELDS } from '../../support/sample-recipe.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

interface Row {
  readonly id: number;
  readonly frame: number;
  readonly x: number;
  readonly y: number;
}

/** What PedPy's `load_trajectory_from_jupedsim_sqlite` and `load_walkable_area_from_jupedsim_sqlite` ask a database. */
function readAsPedPy(database: Database.Database): { fps: number; rows: Row[]; area: string } {
  const fps = Number(
    (database.prepare("SELECT value FROM metadata WHERE key == 'fps'").get() as { value: string }).value,
  );
  const rows = database
    .prepare('SELECT frame, id, pos_x AS x, pos_y AS y FROM trajectory_data ORDER BY frame, id')
    .all() as Row[];
  const areas = database
    .prepare('SELECT wkt FROM geometry WHERE hash IN (SELECT geometry_hash FROM frame_data)')
    .all() as { wkt: string }[];
  expect(areas).toHaveLength(1);
  return { fps, rows, area: areas[0].wkt };
}

test('a recording becomes the tables of JuPedSim, read back by SQLite as PedPy reads them', () => {
  const simulation = walkingCrowd({ size: 20, boundaryShape: 'circle', boundaryRadius: 12, spawnRadius: 12 });
  simulation.controls.remove(4);
  const frames = Array.from({ length: 5 }, () => {
    simulation.step();
    return simulation.current.slice();
  });
  const database = new Database(':memory:');
  writeTrajectoryDatabase(database, frames, { framesPerSecond: 20, scenario: simulation.scenario });

  const { fps, rows, area } = readAsPedPy(database);
  expect(fps).toBe(20);
  expect(rows).toHaveLength(5 * 19);
  expect(rows.some(({ id }) => id === 5)).toBe(false);
  for (const { id, frame, x, y } of rows) {
    expect(x).toBe(frames[frame][(id - 1) * 8 + FRAME.x]);
    expect(y).toBe(-frames[frame][(id - 1) * 8 + FRAME.z]);
  }
  // Who walks faces about where they go.
  const ahead = database
    .prepare(
      `SELECT sum((b.pos_x - a.pos_x) * b.ori_x + (b.pos_y - a.pos_y) * b.ori_y) AS along
       FROM trajectory_data a JOIN trajectory_data b ON a.id = b.id AND b.frame = a.frame + 1`,
    )
    .get() as { along: number };
  expect(ahead.along).toBeGreaterThan(0);
  // An outline of radius 12 and a hole for each obstacle, all of them closed.
  const rings = area.match(/\([^()]+\)/g) ?? [];
  expect(rings).toHaveLength(1 + simulation.scenario.obstacles.length);
  for (const ring of rings) {
    const corners = ring.slice(1, -1).split(', ');
    expect(corners[0]).toBe(corners.at(-1));
    expect(corners.length).toBeGreaterThan(8);
  }
  for (const corner of (rings[0] ?? '').slice(1, -1).split(', ')) {
    expect(Math.hypot(...corner.split(' ').map(Number))).toBeCloseTo(12, 6);
  }
  const metadata = Object.fromEntries(
    (database.prepare('SELECT key, value FROM metadata').all() as { key: string; value: string }[]).map(
      ({ key, value }) => [key, Number(value)],
    ),
  );
  expect(metadata).toEqual({
    version: 2,
    fps: 20,
    xmin: expect.closeTo(-12, 6),
    xmax: expect.closeTo(12, 6),
    ymin: expect.closeTo(-12, 6),
    ymax: expect.closeTo(12, 6),
  });
  database.close();
});

test.each(['road', 'donut', 'spline'] as const)('the area of a %s holds everybody', (shape) => {
  const { scenario } = walkingCrowd(SHAPE_FIELDS[shape]);
  const simulation = new Simulation(scenario);
  const database = new Database(':memory:');
  writeTrajectoryDatabase(database, [simulation.current], { framesPerSecond: 20, scenario });
  const { area, rows } = readAsPedPy(database);
  const [outline] = area.match(/\([^()]+\)/g) ?? [];
  const corners = (outline ?? '')
    .slice(1, -1)
    .split(', ')
    .map((corner) => corner.split(' ').map(Number));
  for (const axis of [0, 1]) {
    const ends = corners.map((corner) => corner[axis]);
    for (const { x, y } of rows) {
      expect([x, y][axis]).toBeGreaterThanOrEqual(Math.min(...ends));
      expect([x, y][axis]).toBeLessThanOrEqual(Math.max(...ends));
    }
  }
  database.close();
});
