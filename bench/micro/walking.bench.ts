/**
 * Times the main thread's work for 5,000 walking characters, without a GPU and with recorded steps of the
 * simulation: clips, moves, feet, and which rows an upload takes. 20 steps a second: at 60 Hz, one frame in
 * three has a step. `bench/walking.ts` measures the same in a browser, with uploads and draws.
 *
 * Notes: on a busy machine with two cores, a frame took 0.27 ms with few in view (0.75 with a step, 0.03
 * without), and 0.33 with all near ones in view. For 50,000 characters on the same machine when it was quiet, a frame with a step took
 * 4.3 to 4.8 ms with 5,000 of them simulated in full, and 7.5 to 9 with all; uploads were 0.52 and 1.29 MB a frame.
 *
 * `npx tsx bench/micro/walking.bench.ts [count] [nearest]`: `nearest` characters are simulated in full, by default all.
 */
import { Group, PerspectiveCamera } from 'three';
import { walkingCharacters } from '../../test/support/render/walking-characters.js';
import { FRAME_SECONDS, recordSimulation } from '../measure/record-simulation.js';
import { measureOf } from '../measure/statistics.js';

/** Far plane of the camera, metres: nobody near, or everybody whose feet are planted. */
const VIEWS = { 'few in view': 4, 'all near in view': 26 } as const;

/** Of the character table, the moves and the layers. */
const ROW_BYTES = [64, 16, 64];

const count = Number(process.argv[2] ?? 5_000);
const nearest = Number(process.argv[3] ?? count);
/** Steps of a larger crowd take more memory. */
const FRAMES = count > 20_000 ? 90 : 600;
/** Frames until the code is compiled and all characters walk. */
const SETTLING_FRAMES = count > 20_000 ? 60 : 150;

function measure(view: keyof typeof VIEWS): object {
  // 2.25 m² for each character, as in the other benchmarks.
  const side = (1.5 * Math.sqrt(count)) / 2;
  const { characters, mover } = walkingCharacters(
    { size: count, boundaryShape: 'square', spawnRadius: side, boundaryRadius: side, pace: 1 },
    {
      simulate: (simulation) => {
        if (nearest < count) simulation.commands.focus([[0, 0]], nearest);
        return recordSimulation(simulation, SETTLING_FRAMES + FRAMES);
      },
    },
  );
  const camera = new PerspectiveCamera(50, 16 / 9, 0.1, VIEWS[view]);
  camera.position.set(0, 1.6, 0);
  camera.updateMatrixWorld();
  const crowd = new Group();
  const { table } = characters;
  const times: Record<'step' | 'between', number[]> = { step: [], between: [] };
  let now = 0;
  let bytes = 0;
  for (let frame = 0; frame < SETTLING_FRAMES + FRAMES; frame++) {
    now += FRAME_SECONDS;
    const { time } = mover.motion;
    const start = performance.now();
    mover.update(FRAME_SECONDS, now, camera, crowd);
    const changed = [table.changes.take(), table.moves.changes.take(), table.layers?.changes.take() ?? []];
    const milliseconds = performance.now() - start;
    if (frame < SETTLING_FRAMES) continue;
    bytes += changed.reduce(
      (sum, runs, k) => sum + ROW_BYTES[k] * runs.reduce((rows, run) => rows + run.count, 0),
      0,
    );
    times[mover.motion.time > time ? 'step' : 'between'].push(milliseconds);
  }
  const [step, between] = [measureOf(times.step).median, measureOf(times.between).median];
  return {
    people: count,
    view,
    'frame with a step, ms': step.toFixed(2),
    'frame between steps, ms': between.toFixed(2),
    'mean, ms': ((step + 2 * between) / 3).toFixed(2),
    'uploads a frame, kB': Math.round(bytes / FRAMES / 1000),
  };
}

console.table((Object.keys(VIEWS) as (keyof typeof VIEWS)[]).map(measure));
