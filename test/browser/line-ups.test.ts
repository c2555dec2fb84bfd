import { AmbientLight, Color, OrthographicCamera, Scene, SRGBColorSpace, WebGLRenderTarget } from 'three';
import { type Character, type CrowdResponse, createCrowd } from 'three-crowd';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';
import { expect, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import { readPixels } from '../support/browser/backends.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { labOf } from '../support/variety.js';

/** Pictures of single characters, side by side: columns and rows, pixels, and pixels a metre. */
const [COLUMNS, ROWS] = [40, 25];
const [WIDTH, HEIGHT] = [48, 80];
const SCALE = 40;
/** Characters in a line-up, and line-ups of each kind. */
const LINED_UP = 12;
const LINE_UPS = 300;

/** Returns the picture of each character, all in one pose and seen from the front: CIELAB, three values a pixel. */
async function pictures(response: CrowdResponse, characters: readonly Character[]): Promise<Float32Array[]> {
  // The camera looks down by as much as the rows behind have to be higher.
  const depth = 6;
  const tilt = Math.asin(HEIGHT / SCALE / depth);
  const standing = characters.map((character, i): Character => {
    const [x, z] = [((i % COLUMNS) * WIDTH) / SCALE, -Math.floor(i / COLUMNS) * depth];
    return { ...character, x, z, rot_y: 0, anim_clip: 'idle', idle_variant: 0, phase: 0 };
  });
  const renderer = await sharedRenderer('webgl');
  const crowd = await createCrowd({
    response: { ...response, characters: standing },
    renderer,
    mode: 'instanced',
    lodThreshold: 0,
    motion: false,
  });
  const scene = new Scene().add(crowd, new AmbientLight('#ffffff', Math.PI));
  scene.background = new Color('#808080');
  const [width, height] = [(COLUMNS * WIDTH) / SCALE, (ROWS * HEIGHT) / SCALE];
  const left = -WIDTH / 2 / SCALE;
  /** Room below the feet, metres. */
  const margin = 0.08;
  const camera = new OrthographicCamera(left, left + width, height - margin, -margin, -200, 200);
  camera.rotation.x = -tilt;
  camera.updateMatrixWorld();
  crowd.update(0, camera);
  const target = new WebGLRenderTarget(COLUMNS * WIDTH, ROWS * HEIGHT, { colorSpace: SRGBColorSpace });
  renderer.setRenderTarget(target as never);
  renderer.render(scene, camera);
  renderer.setRenderTarget(null);
  const pixels = (await readPixels(renderer, target)) as Uint8Array;
  target.dispose();
  crowd.dispose();
  const color = new Color();
  return characters.map((_, i) => {
    const picture = new Float32Array(WIDTH * HEIGHT * 3);
    for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
      const x = (i % COLUMNS) * WIDTH + (pixel % WIDTH);
      const y = Math.floor(i / COLUMNS) * HEIGHT + Math.floor(pixel / WIDTH);
      const [r, g, b] = pixels.subarray(4 * (y * COLUMNS * WIDTH + x));
      picture.set(labOf(color.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace)), pixel * 3);
    }
    return picture;
  });
}

/** Mean colour difference of the pixels of two pictures, CIE 1976. */
function difference(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 3)
    sum += Math.hypot(a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]);
  return (3 * sum) / a.length;
}

/** Returns the difference of the two most similar pictures of a line-up. */
function nearestPair(lineUp: readonly Float32Array[]): number {
  return Math.min(...lineUp.flatMap((a, i) => lineUp.slice(i + 1).map((b) => difference(a, b))));
}

/** Returns how often an observer is right who says that of two line-ups, the one with the more similar pair is the first, 0 to 1. */
function rightShare(first: readonly number[], second: readonly number[]): number {
  const isRight = (a: number, b: number): number => (a === b ? 0.5 : Number(a < b));
  const sum = first.reduce((total, a) => total + second.reduce((part, b) => part + isRight(a, b), 0), 0);
  return sum / (first.length * second.length);
}

test('an observer who compares pictures finds clones, but none among twelve neighbours of the market', async () => {
  const response = await fetchSampleCrowd('cr_Market1k');
  const manifest = parseManifest(await (await fetch(response.assets.manifest_json)).json());
  const { scene: _, ...recipe } = response.recipe;
  const characters = generateCharacters(completeRecipe(recipe), manifest);
  expect([recipe.v, characters.length]).toEqual([2, COLUMNS * ROWS]);
  const lookOf = ({ body_id, face_id, hair_id }: Character): string => `${body_id} ${face_id} ${hair_id}`;
  const random = mulberry32(7);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const everyone = [...characters.keys()];
  const alike = (i: number): number[] =>
    everyone.filter((k) => lookOf(characters[k]) === lookOf(characters[i]));

  const neighbours = (): number[] => {
    const { x, z } = oneOf(characters);
    const away = characters.map((character) => Math.hypot(character.x - x, character.z - z));
    return everyone.toSorted((a, b) => away[a] - away[b]).slice(0, LINED_UP);
  };
  /** Twelve of the crowd who all differ in body, face or headwear. */
  const different = (): number[] => {
    const chosen = new Map<string, number>();
    while (chosen.size < LINED_UP) {
      const i = oneOf(everyone);
      chosen.set(lookOf(characters[i]), i);
    }
    return [...chosen.values()];
  };
  /** The same with two who have all of these in common. */
  const withClone = (): number[] => {
    const [i, _, ...others] = different();
    const clones = alike(i).filter((k) => k !== i);
    return clones.length > 0 ? [i, oneOf(clones), ...others] : withClone();
  };
  const measure = (seen: readonly Float32Array[], choose: () => number[]): number[] =>
    Array.from({ length: LINE_UPS }, () => nearestPair(choose().map((i) => seen[i])));

  // Clones in the same colours, apart from their builds and heights.
  const uniform = characters.map((character, i): Character => {
    const { garment_hsl, skin_hex, hair_hex } = characters[alike(i)[0]];
    return { ...character, garment_hsl, skin_hex, hair_hex };
  });
  const cloned = await pictures(response, uniform);
  const foundClones = rightShare(measure(cloned, withClone), measure(cloned, different));
  const seen = await pictures(response, characters);
  const found = rightShare(measure(seen, neighbours), measure(seen, different));
  expect(foundClones).toBeGreaterThan(0.7);
  // Chance, and two standard errors.
  expect(found).toBeLessThan(0.5 + 2 * Math.sqrt(1 / (6 * LINE_UPS)));
});
