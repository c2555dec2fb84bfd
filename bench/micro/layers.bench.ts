/**
 * Times `crowd.update` for walking characters with planted feet, with looks at a point as well, and with
 * upper-body clips as well. Prints ratios to the same crowd without layers in the same run, and shares of a
 * frame at 60 Hz. The simulation's steps are recorded beforehand.
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
/** Frames until the code is compiled and all characters walk. */
const SETTLING_FRAMES = 150;
/** Far plane of the camera, metres: the range in which feet are planted. */
const FAR = 26;
const FRAME_MILLISECONDS = 1000 * FRAME_SECONDS;

/** Layers; each includes those before it. The first has a rig without limbs. */
const LAYERS = ['none', 'feet', 'and heads', 'and upper bodies'] as const;

/** Views: from the middle of the crowd, and from this many metres before its edge. */
const VIEWS = { 'its midst': undefined, '15 m before it': 15 } as const;

const sideOf = (count: number): number => 1.5 * Math.sqrt(count);

function createCamera(z: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(50, 16 / 9, 0.1, FAR);
  camera.position.set(0, 1.6, z);
  camera.updateMatrixWorld();
  return camera;
}

async function createWalkers(count: number, layers: number): Promise<Crowd> {
  // 2.25 m² for each character, as in the other benchmarks.
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
  // Without a scene, its lights are unknown, and all characters are drawn for their shadows.
  new Scene().add(crowd);
  if (layers > 1) crowd.setLookTarget('all', { x: 0, y: 1.6, z: 0 });
  if (layers > 2) crowd.setUpperClip('all', 'idle_scratch');
  return crowd;
}

// Bundled, since Vite loads the shaders.
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
    // In turns, so that disturbances affect all of them.
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
