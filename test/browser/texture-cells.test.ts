import { Group, type Material } from 'three';
import { type BuildCrowdOptions, type Crowd, CrowdError, type CrowdMode } from 'three-crowd';
import { describe, expect } from 'vitest';
import type { Character } from '../../src/protocol/index.js';
import { createAtlas } from '../support/browser/atlas.js';
import { type TestRenderer, TIERS } from '../support/browser/backends.js';
import { createFigure, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels, takePicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

const SEED = 12;
const COLUMNS = 3;
const COLORS = ['#e02020', '#20c030', '#3040f0', '#f0e020', '#e040e0', '#20d0e0'];
/** The cell of each character; the last begins again. */
const CELLS = [0, 5, 4, 2, 9];
const TOLERANCE = 8;

/** Bodies get a texture that begins at its upper edge, and hands one that begins at its lower edge, as loaders give both. */
function paint(pictures: readonly number[], columns: number): NonNullable<BuildCrowdOptions['material']> {
  const colors = pictures.map((picture) => COLORS[picture % COLORS.length]);
  const [body, hands] = [true, false].map((flipY) => createAtlas(columns, colors, { flipY }));
  return (part, own) => {
    if (!part.startsWith('body') && part !== 'hands') return own;
    const map = part === 'hands' ? hands : body;
    const material: Material = Object.assign(own.clone(), { map });
    if (pictures.length > 1) material.userData['textureGrid'] = [columns, pictures.length / columns];
    return material;
  };
}

function people(): Character[] {
  return figureCharacters(CELLS.length, SEED).map((character, i) => ({
    ...character,
    x: (i - (CELLS.length - 1) / 2) * 1.6,
    z: 0,
    garment_hsl: [0, 0, 0.9],
    skin_hex: '#ffffff',
  }));
}

/** Draws people with a texture of all pictures. */
function inOneTexture(renderer: TestRenderer, mode: CrowdMode): Promise<Crowd> {
  const material = paint([...COLORS.keys()], COLUMNS);
  return build(renderer, mode, people(), material);
}

/** three's own skinned meshes of the same people, each with a texture of one picture. */
async function oneByOne(renderer: TestRenderer): Promise<{ group: Group; crowds: Crowd[] }> {
  const crowds = await Promise.all(
    people().map((character, i) => build(renderer, 'clones', [character], paint([CELLS[i]], 1))),
  );
  return { group: new Group().add(...crowds), crowds };
}

function build(
  renderer: TestRenderer,
  mode: CrowdMode,
  characters: readonly Character[],
  material: NonNullable<BuildCrowdOptions['material']>,
): Promise<Crowd> {
  const { assets } = createFigure();
  return figureCrowd(renderer, { assets, characters, mode, material });
}

async function photograph(
  renderer: TestRenderer,
  crowds: readonly Crowd[],
  group: Crowd | Group,
): Promise<Uint8Array> {
  const { scene, camera } = createStage(group, 'directional');
  for (const crowd of crowds) crowd.update(0, camera);
  await takePicture(renderer, scene, camera);
  for (const crowd of crowds) crowd.update(0, camera);
  return takePicture(renderer, scene, camera);
}

describe('texture cells', () => {
  testInTurn(TIERS, [1])(
    `%s %s: everybody shows a picture of one texture as three's own meshes show it alone, near and far (seed ${SEED})`,
    async (backend, mode) => {
      const renderer = await sharedRenderer(backend);
      const { group, crowds } = await oneByOne(renderer);
      const expected = await photograph(renderer, crowds, group);
      for (const crowd of crowds) crowd.dispose();

      const crowd = await inOneTexture(renderer, mode);
      const take = (): Promise<Uint8Array> => photograph(renderer, [crowd], crowd);
      const before = await take();
      expect(differingPixels(before, expected, TOLERANCE)).toBeGreaterThan(0.01);
      for (const [i, cell] of CELLS.entries()) crowd.setTextureCell(i, cell);
      crowd.lodThreshold = 0;
      expect(differingPixels(await take(), expected, TOLERANCE)).toBeLessThan(0.001);
      crowd.lodThreshold = 10;
      expect(differingPixels(await take(), expected, TOLERANCE)).toBeLessThan(0.001);
    },
  );

  testInTurn(TIERS, [])('%s %s: a hero and a cell that changes; what is no cell', async (backend, mode) => {
    const renderer = await sharedRenderer(backend);
    const crowd = await inOneTexture(renderer, mode);
    const take = (): Promise<Uint8Array> => photograph(renderer, [crowd], crowd);
    crowd.setTextureCell('all', 4);
    const instances = await take();
    for (let i = 0; i < CELLS.length; i++) await crowd.promote(i);
    expect(differingPixels(await take(), instances, TOLERANCE)).toBeLessThan(0.001);
    crowd.setTextureCell('all', 1);
    expect(differingPixels(await take(), instances, TOLERANCE)).toBeGreaterThan(0.01);
    for (const cell of [-1, 0.5, 256, Number.NaN]) {
      expect(() => crowd.setTextureCell(0, cell)).toThrow(CrowdError);
    }
  });
});
