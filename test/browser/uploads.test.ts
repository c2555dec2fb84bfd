import { MeshBasicMaterial, PerspectiveCamera, Scene } from 'three';
import type { BackendName, BuildCrowdOptions, Crowd } from 'three-crowd';
import { createSimulation, crowdPerson } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import { createRenderer } from '../support/browser/backends.js';
import { createFigure, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { recordTableUploads, type UploadedRows } from '../support/browser/table-uploads.js';
import { testInTurn } from '../support/in-turn.js';
import { sampleRecipe } from '../support/sample-recipe.js';

/** Two lines of the table's texture, of which a few characters are in sight. */
const MANY = figureCharacters(300, 6).map((character, i) => ({
  ...character,
  z: i < 3 ? character.z : character.z + 500,
}));

interface UploadStage {
  readonly crowd: Crowd;
  /** What one frame uploads. */
  frame(deltaSeconds?: number): UploadedRows[];
  /** Has everybody be shown from the next frame on, or those alone whom the camera sees, as at first. */
  showEverybody(isEverybody: boolean): void;
  /** Updates for a camera that sees nobody, so that nothing needs the table. */
  lookAway(): void;
}

async function createUploadStage(backend: BackendName, walks = false): Promise<UploadStage> {
  const renderer = await createRenderer(backend, 32, 18);
  const { assets } = createFigure();
  // A triangle each, and no light: a software GPU takes its time for all that is drawn.
  for (const { geometry } of assets.parts.values()) geometry.setIndex([0, 1, 2]);
  let lines = 2;
  const uploads = recordTableUploads(renderer, () => lines);
  const crowd = await figureCrowd(renderer, {
    assets,
    characters: MANY,
    mode: 'instanced',
    lodThreshold: 0,
    material: (_part, { vertexColors }) => new MeshBasicMaterial({ vertexColors }),
    ...(walks ? { createSimulation: createWalk } : {}),
  });
  const scene = new Scene().add(crowd);
  const camera = new PerspectiveCamera(40, 16 / 9, 0.1, 50);
  camera.position.set(0, 3, 9);
  camera.lookAt(0, 0.8, 0);
  let isEverybody = false;
  const frame = (deltaSeconds = 0.01): UploadedRows[] => {
    lines = crowd.size > 300 ? 3 : 2;
    uploads.length = 0;
    crowd.update(deltaSeconds, isEverybody ? undefined : camera);
    renderer.render(scene, camera);
    return [...uploads];
  };
  const away = new PerspectiveCamera();
  away.position.set(0, 0, -1000);
  for (let k = 0; k < 8; k++) frame();
  return {
    crowd,
    frame,
    showEverybody: (value) => {
      isEverybody = value;
    },
    lookAway: () => crowd.update(0.01, away),
  };
}

/** Has the characters wander, in this thread. */
const createWalk: BuildCrowdOptions['createSimulation'] & object = async (clipSpeed) => {
  const recipe = sampleRecipe({ boundaryShape: 'circle', boundaryRadius: 1000, spawnRadius: 10 });
  return {
    simulation: createSimulation(recipe, MANY, { clipSpeed }),
    personOf: (character) => crowdPerson(recipe, character, { clipSpeed }),
  };
};

testInTurn(['webgpu', 'webgl'] as const, [0])('%s: of those who walk, each step once', async (backend) => {
  const { crowd, frame, showEverybody } = await createUploadStage(backend, true);
  showEverybody(true);
  frame(0.001);
  let steps = 0;
  for (let n = 0; n < 18; n++) {
    const before = crowd.motion?.time ?? 0;
    const uploaded = frame(1 / 60);
    if ((crowd.motion?.time ?? 0) > before) {
      steps += 1;
      expect(uploaded.length).toBeGreaterThan(0);
    } else expect(uploaded).toEqual([]);
  }
  expect(steps).toBeGreaterThan(4);
  expect(steps).toBeLessThan(8);
});

test.each(['webgpu', 'webgl'] as const)(
  '%s: the changed rows, and nothing where nothing changes',
  async (backend) => {
    const { crowd, frame, showEverybody } = await createUploadStage(backend);
    showEverybody(true);
    expect(frame()).toEqual([]);
    crowd.setTransform(3, { x: 1 });
    crowd.setColors(270, { skin: '#ffffff' });
    crowd.setClip(40, 'walk_stop');
    expect(frame()).toEqual([
      [3, 1],
      [40, 1],
      [270, 1],
    ]);
    expect(frame(0.5)).toEqual([]);
    // walk_stop has come to its end.
    expect(frame(0.5)).toEqual([[40, 1]]);
    crowd.setVisible([7, 8, 9], false);
    // Only the GPU that decides itself who is drawn has to know.
    expect(frame()).toEqual(backend === 'webgpu' ? [[7, 3]] : []);
    expect(frame()).toEqual([]);
    crowd.setVisible([7, 8, 9], true);
    expect(frame()).toEqual([[7, 3]]);
  },
);

test('webgl: the rows of those who are out of sight wait until they are seen', async () => {
  const { crowd, frame, showEverybody } = await createUploadStage('webgl');
  crowd.setColors(1, { skin: '#ffffff' });
  crowd.setColors(270, { skin: '#ffffff' });
  expect(frame()).toEqual([[1, 1]]);
  expect(frame()).toEqual([]);
  showEverybody(true);
  expect(frame()).toEqual([[270, 1]]);
  expect(frame()).toEqual([]);
});

test('webgl: a run of rows that goes on in the next line of the texture is cut there', async () => {
  const { crowd, frame, showEverybody } = await createUploadStage('webgl');
  showEverybody(true);
  crowd.setClip([254, 255, 256, 257], 'jog', { fade: 0.2 });
  expect(frame()).toEqual([
    [254, 2],
    [256, 2],
  ]);
});

test('webgl: everything and then a row, with no frame between, is everything', async () => {
  const { crowd, frame, lookAway, showEverybody } = await createUploadStage('webgl');
  showEverybody(true);
  crowd.setClip('all', 'idle');
  lookAway();
  crowd.setTransform(5, { x: 2 });
  lookAway();
  expect(frame()).toEqual([[0, 512]]);
  expect(frame()).toEqual([]);
});

test('webgl: rows that change while nobody looks are all uploaded in the end', async () => {
  const { crowd, frame, lookAway, showEverybody } = await createUploadStage('webgl');
  showEverybody(true);
  for (const i of [5, 100, 290]) {
    crowd.setTransform(i, { x: 2 });
    lookAway();
  }
  expect(frame()).toEqual([
    [5, 1],
    [100, 1],
    [290, 1],
  ]);
  for (let round = 0; round < 300; round++) {
    crowd.setTransform(round, { x: 3 });
    lookAway();
  }
  expect(frame()).toEqual([[0, 512]]);
});

testInTurn(
  [
    ['webgpu', 300],
    ['webgpu-webgl2', 512],
    ['webgl', 512],
  ] as const,
  [0, 2],
)('%s: all rows at once where all have changed', async (backend, rows) => {
  const { crowd, frame, showEverybody } = await createUploadStage(backend);
  showEverybody(true);
  crowd.setClip('all', 'idle');
  expect(frame()).toEqual([[0, rows]]);
  expect(frame()).toEqual([]);
  expect(frame(128)).toEqual([[0, rows]]);
  crowd.setTransform(5, { x: 2 });
  expect(frame()).toEqual([backend === 'webgpu-webgl2' ? [0, rows] : [5, 1]]);
});

test.each([
  ['webgpu', []],
  // The lines of the table, and that of the moves.
  [
    'webgl',
    [
      [0, 768],
      [0, 256],
    ],
  ],
] as const)('%s: a table that grows is made anew, and then changed by the row', async (backend, made) => {
  const { crowd, frame, showEverybody } = await createUploadStage(backend);
  showEverybody(true);
  crowd.addCharacters([MANY[0], MANY[1]]);
  expect(frame()).toEqual(made);
  crowd.addCharacters([MANY[2]]);
  expect(frame()).toEqual([[302, 1]]);
});
