import type { Crowd, CrowdMode } from 'three-crowd';
import { expect } from 'vitest';
import { createRenderer, type TestRenderer, TIERS } from '../support/browser/backends.js';
import { readClonePositions } from '../support/browser/clone-positions.js';
import { readDrawnPositions } from '../support/browser/drawn-positions.js';
import { createFigure, type FigureScales, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { createStage, differingPixels, takePicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

const SEED = 6;
const CHARACTERS = 6;
const PROMOTED = [1, 4];
const PART = 'hands';
/** Steps of 255 that no eye sees. */
const TOLERANCE = 8;

/** Distance, metres, of the nearest of `all` from a character's vertices; infinite where there is nobody. */
const nearest = (all: readonly Float32Array[], one: Float32Array): number =>
  Math.min(...all.map((positions) => greatestDistance(positions, 0, one)), Number.POSITIVE_INFINITY);

async function build(renderer: TestRenderer, mode: CrowdMode, scales: FigureScales = 'even'): Promise<Crowd> {
  const crowd = await figureCrowd(renderer, {
    assets: createFigure({ scales }).assets,
    characters: figureCharacters(CHARACTERS, SEED),
    mode,
    lodThreshold: 0,
  });
  // One of them is in the middle of a fade.
  crowd.update(1.43);
  crowd.setClip(PROMOTED[0], 'idle', { fade: 1 });
  crowd.update(0.4);
  return crowd;
}

testInTurn(
  TIERS.flatMap((tier) => (['even', 'uneven'] as const).map((scales) => [...tier, scales] as const)),
  [1, 3, 5],
)(
  `%s %s, %s scales: a hero is posed as its instance was, and is again (seed ${SEED})`,
  async (backend, mode, scales) => {
    const renderer = await sharedRenderer(backend);
    const crowd = await build(renderer, mode, scales);
    const instances = await readDrawnPositions(renderer, crowd, PART, CHARACTERS);
    const heroes = await Promise.all(PROMOTED.map((i) => crowd.promote(i)));
    const posed = heroes.map((hero) => readClonePositions(crowd, hero.object, PART));
    for (const positions of posed) expect(nearest(instances, positions)).toBeLessThan(0.001);
    crowd.update(0);
    const others = await readDrawnPositions(renderer, crowd, PART, CHARACTERS - PROMOTED.length);
    for (const positions of posed) expect(nearest(others, positions)).toBeGreaterThan(0.05);
    for (const i of PROMOTED) crowd.demote(i);
    crowd.update(0);
    const after = await readDrawnPositions(renderer, crowd, PART, CHARACTERS);
    for (const positions of posed) expect(nearest(after, positions)).toBeLessThan(0.001);
  },
);

testInTurn(TIERS, [0, 3])(
  `%s %s: the picture stays the same, and demoting leaves nothing behind (seed ${SEED})`,
  async (backend, mode) => {
    const renderer = await createRenderer(backend);
    const crowd = await build(renderer, mode);
    const { scene, camera } = createStage(crowd, 'directional');
    const shoot = (): Promise<Uint8Array> => {
      crowd.update(0, camera);
      return takePicture(renderer, scene, camera);
    };
    const before = await shoot();
    const { geometries, textures } = renderer.info.memory;
    const heroes = await Promise.all(PROMOTED.map((i) => crowd.promote(i)));
    expect(differingPixels(before, await shoot(), TOLERANCE)).toBeLessThan(0.01);
    expect(renderer.info.memory.geometries).toBeGreaterThan(geometries);
    for (const hero of heroes) hero.object.visible = false;
    // They have to be in the picture for the comparison to mean anything.
    expect(differingPixels(before, await shoot(), TOLERANCE)).toBeGreaterThan(0.01);
    for (const i of PROMOTED) crowd.demote(i);
    expect(differingPixels(before, await shoot(), TOLERANCE)).toBe(0);
    expect(renderer.info.memory).toMatchObject({ geometries, textures });
  },
);
