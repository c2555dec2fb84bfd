/**
 * What layers cost the page's own thread: `crowd.update` for people who walk, with the simulation's steps made beforehand,
 * when feet stay on their places, when everybody looks at a point, too, and when everybody's upper body plays a clip of its
 * own. In ratios to the same crowd without, in one run, and as a share of a frame at 60 Hz.
 *
 * `npx tsx --tsconfig tsconfig.json bench/micro/layers.bench.ts [counts]`
 */
import { join } from 'node:path';
import { PerspectiveCamera, Scene } from 'three';
import type { Crowd } from 'three-crowd';
import { crowdPerson, crowdScenario, Simulation } from 'three-crowd/simulate';
import { sampleCharacter } from '../../test/support/render/sample-characters.js';
import { sampleRecipe } from '../../test/support/sample-recipe.js';
import { buildModule } from '../headless/build-module.js';
import { FRAME_SECONDS, recordSimulation } from '../measure/record-simulation.js';
import { measureOf } from '../measure/statistics.js';
import { timeProcessor } from '../measure/time-processor.js';

const FRAMES = 300;
/** So that compilers are done, and everybody walks. */
const SETTLING_FRAMES = 150;
/** Farthest that the camera sees, metres: all whose feet are kept on their places. */
const FAR = 26;
const FRAME_MILLISECONDS = 1000 * FRAME_SECONDS;

/** Layers of poses, each with those before it. The first has a rig without limbs. */
const LAYERS = ['none', 'feet', 'and heads', 'and upper bodies'] as const;

/**
 * From where the crowd is seen, with all layers and with none: from its midst; from so many metres before its edge, as most
 * people of a street are farther off than that.
 */
const VIEWS = { 'its midst': undefined, '15 m before it': 15 } as const;

const sideOf = (count: number): number => 1.5 * Math.sqrt(count);

function createCamera(z: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(50, 16 / 9, 0.1, FAR);
  camera.position.set(0, 1.6, z);
  camera.updateMatrixWorld();
  return camera;
}

async function createWalkers(count: number, layers: number): Promise<Crowd> {
  // A square of 2.25 m² for each, as in the other benchmarks.
  const side = sideOf(count);
  const columns = Math.ceil(Math.sqrt(count));
  const characters = Array.from({ length: count }, (_, i) => ({
    ...sampleCharacter(i),
    anim_clip: 'walk' as const,
    x: ((i % columns) + 0.5) * 1.5 - side / 2,
    z: (Math.floor(i / columns) + 0.5) * 1.5 - side / 2,
  }));
  const recipe = sampleRecipe({
    size: count,
    boundaryShape: 'square',
    boundaryRadius: side / 2,
    obstacles: [],
    terrain: { active: false, amplitude: 0, frequency: 0.05, noiseType: 'fractal' },
  });
  const options: Parameters<typeof module.buildKitCrowd>[1] = {
    characters,
    createSimulation: async (clipSpeed) => ({
      simulation: recordSimulation(
        new Simulation(crowdScenario(recipe, characters, { clipSpeed })),
        SETTLING_FRAMES + FRAMES,
      ),
      personOf: (character) => crowdPerson(recipe, character, { clipSpeed }),
    }),
  };
  const crowd = await module.buildKitCrowd(count, options, { hasLimbs: layers > 0 });
  // Without a scene, nothing is known of its lights, and everybody is drawn for the sake of shadows.
  new Scene().add(crowd);
  if (layers > 1) crowd.setLookTarget('all', { x: 0, y: 1.6, z: 0 });
  if (layers > 2) crowd.setUpperClip('all', 'idle_scratch');
  return crowd;
}

// Its shaders are read by Vite.
const module = await buildModule<typeof import('../../test/support/render/kit-crowd.js')>(
  join(import.meta.dirname, '../../test/support/render/kit-crowd.ts'),
);
const counts = (process.argv[2] ?? '150,1000').split(',').map(Number);
const rows: object[] = [];
for (const count of counts) {
  for (const [view, before] of Object.entries(VIEWS)) {
    const crowds = await Promise.all(LAYERS.map((_, layers) => createWalkers(count, layers)));
    const camera = createCamera(before === undefined ? 0 : sideOf(count) / 2 + before);
    const times = LAYERS.map(() => [] as number[]);
    // They take turns, so that what else the machine does slows all of them alike.
    for (let frame = 0; frame < SETTLING_FRAMES + FRAMES; frame++) {
      crowds.forEach((crowd, layers) => {
        const time = timeProcessor(() => crowd.update(FRAME_SECONDS, camera));
        if (frame >= SETTLING_FRAMES) times[layers].push(time);
      });
    }
    const [none] = times.map((all) => measureOf(all).median);
    LAYERS.forEach((name, layers) => {
      const { median } = measureOf(times[layers]);
      rows.push({
        people: count,
        'seen from': view,
        layers: name,
        'update, ms of processor time': median.toFixed(3),
        ratio: (median / none).toFixed(2),
        'share of a frame at 60 Hz': `${((100 * (median - none)) / FRAME_MILLISECONDS).toFixed(2)} %`,
      });
    });
    for (const crowd of crowds) crowd.dispose();
  }
}
console.table(rows);
