/**
 * Draws the moving pictures of the guide on motion: for each field, people from above with a low value, and below it with
 * a high one. Needs `img2webp` (Debian's package `webp`).
 *
 *     npx tsx .ci/draw-motion-fields.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { generateCharacters, terrainHeight } from '../src/generate/public.js';
import { buildManifest } from '../src/kit/manifest.js';
import { completeRecipe, type RecipeInput } from '../src/protocol/index.js';
import { createSimulation, FRAME, FRAME_STRIDE, type Simulation } from '../src/simulate/index.js';

const TARGET = join(import.meta.dirname, '../examples/pictures/motion');

/** Of a panel: pixels, and pixels a metre. */
const [WIDTH, HEIGHT, SCALE] = [360, 132, 10.5];
const GAP = 6;
const [FRAMES, FRAMES_A_SECOND] = [48, 10];
/** Simulated seconds before the first frame. */
const SETTLED = 20;

type Color = readonly [red: number, green: number, blue: number];
const PAPER: Color = [255, 253, 247];
const EDGE: Color = [214, 204, 182];
const OBSTACLE: Color = [150, 140, 125];
const THERE: Color = [44, 95, 143];
const BACK: Color = [181, 71, 31];

const ROAD = { boundaryShape: 'road', boundaryRadius: 26, spawnRadius: 5.5, pace: 1, size: 90 } as const;
const REGION = { boundaryShape: 'square', boundaryRadius: 16, spawnRadius: 15, pace: 1, size: 90 } as const;

/** What is drawn: the recipe's fields, low and high. */
const FIELDS: Readonly<Record<string, readonly [low: RecipeInput, high: RecipeInput]>> = {
  pace: [
    { ...ROAD, pace: 0 },
    { ...ROAD, pace: 1 },
  ],
  'walk-speeds': [
    { ...ROAD, size: 50, facing: 1, walkSpeedMin: 1, walkSpeedMax: 1 },
    { ...ROAD, size: 50, facing: 1, walkSpeedMin: 0.5, walkSpeedMax: 1.6 },
  ],
  facing: [
    { ...ROAD, facing: 0 },
    { ...ROAD, facing: 1 },
  ],
  anticipation: [
    { ...ROAD, size: 60, anticipation: 0, personalSpace: 0 },
    { ...ROAD, size: 60, anticipation: 1, personalSpace: 0 },
  ],
  'personal-space': [
    { ...ROAD, facing: 1, personalSpace: 0 },
    { ...ROAD, facing: 1, personalSpace: 1 },
  ],
  'collision-radius': [
    { ...ROAD, size: 50, collisionRadius: 0.2 },
    { ...ROAD, size: 50, collisionRadius: 0.6 },
  ],
  grouping: [
    { ...ROAD, size: 60, groupingMode: false },
    { ...ROAD, size: 60, groupingMode: true },
  ],
  attract: [{ ...REGION }, { ...REGION, attractActive: true, attractTarget: { x: 0, z: 0 } }],
  terrain: [
    { ...ROAD, size: 60, facing: 1 },
    {
      ...ROAD,
      size: 60,
      facing: 1,
      terrain: { active: true, amplitude: 5, frequency: 0.05, noiseType: 'fractal' },
    },
  ],
};

mkdirSync(TARGET, { recursive: true });
for (const [name, recipes] of Object.entries(FIELDS)) drawMovie(name, recipes);

function drawMovie(name: string, recipes: readonly RecipeInput[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'motion-'));
  const panels = recipes.map(createPanel);
  const files = Array.from({ length: FRAMES }, (_, frame) => {
    const picture = new PNG({ width: WIDTH, height: panels.length * (HEIGHT + GAP) - GAP });
    picture.data.fill(255);
    for (const [k, panel] of panels.entries()) panel(picture, k * (HEIGHT + GAP));
    const file = join(folder, `${String(frame).padStart(3, '0')}.png`);
    writeFileSync(file, PNG.sync.write(picture));
    return file;
  });
  const timing = ['-d', String(1000 / FRAMES_A_SECOND)];
  const options = ['-loop', '0', '-lossy', '-q', '40', '-m', '2', ...timing];
  execFileSync('img2webp', [...options, ...files, '-o', join(TARGET, `${name}.webp`)]);
  rmSync(folder, { recursive: true });
}

/** What draws the next frame of a crowd, from above with the length of its road across, from a row of the picture on. */
function createPanel(input: RecipeInput): (picture: PNG, top: number) => void {
  const recipe = completeRecipe({
    seed: 5,
    obstacles: [{ type: 'cylinder', x: 1, z: -4, radius: 0.8 }],
    ...input,
  });
  const heightAt = terrainHeight(recipe);
  const simulation = createSimulation(recipe, generateCharacters(recipe, buildManifest()));
  for (let step = 0; step < SETTLED * 20; step++) simulation.step();
  return (picture, top) => {
    const halfWidth = recipe.boundaryShape === 'road' ? recipe.spawnRadius : recipe.boundaryRadius;
    fill(picture, top, (x, z) => {
      if (Math.abs(x) > halfWidth + 0.3) return EDGE;
      if (!recipe.terrain.active) return PAPER;
      const light =
        0.86 + (0.14 * (heightAt(x, z) + recipe.terrain.amplitude)) / (2 * recipe.terrain.amplitude);
      return [PAPER[0] * light, PAPER[1] * light * 0.99, PAPER[2] * light * 0.94];
    });
    for (const { x, z, radius } of recipe.obstacles) drawDisc(picture, top, { x, z, radius }, OBSTACLE);
    drawPeople(picture, top, simulation);
    for (let step = 0; step < 20 / FRAMES_A_SECOND; step++) simulation.step();
  };
}

function drawPeople(picture: PNG, top: number, { current, size }: Simulation): void {
  for (let person = 0; person < size; person++) {
    const o = person * FRAME_STRIDE;
    const [x, z] = [current[o + FRAME.x], current[o + FRAME.z]];
    const heading = current[o + FRAME.heading];
    const color = Math.cos(heading) >= 0 ? THERE : BACK;
    drawDisc(picture, top, { x, z, radius: 0.27 }, color);
    const nose = { x: x + 0.24 * Math.sin(heading), z: z + 0.24 * Math.cos(heading), radius: 0.12 };
    drawDisc(picture, top, nose, color);
  }
}

/** Colours every pixel of a panel by the place that it shows, metres. */
function fill(picture: PNG, top: number, colorAt: (x: number, z: number) => Color): void {
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++) {
      const color = colorAt((row + 0.5 - HEIGHT / 2) / SCALE, (column + 0.5 - WIDTH / 2) / SCALE);
      blend(picture, column, top + row, color, 1);
    }
  }
}

interface Disc {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
}

/** A disc in metres, its edge as soft as a pixel. */
function drawDisc(picture: PNG, top: number, { x, z, radius }: Disc, color: Color): void {
  const [middleX, middleY, reach] = [z * SCALE + WIDTH / 2, x * SCALE + HEIGHT / 2, radius * SCALE];
  for (
    let row = Math.max(0, Math.floor(middleY - reach - 1));
    row <= Math.min(HEIGHT - 1, middleY + reach + 1);
    row++
  ) {
    for (let column = Math.floor(middleX - reach - 1); column <= middleX + reach + 1; column++) {
      if (column < 0 || column >= WIDTH) continue;
      const distance = Math.hypot(column + 0.5 - middleX, row + 0.5 - middleY);
      blend(picture, column, top + row, color, Math.min(1, Math.max(0, reach - distance + 0.5)));
    }
  }
}

function blend({ data, width }: PNG, column: number, row: number, color: Color, share: number): void {
  const at = (row * width + column) * 4;
  for (let k = 0; k < 3; k++) data[at + k] += (color[k] - data[at + k]) * share;
}
