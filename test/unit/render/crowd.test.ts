import { type Mesh, Scene } from 'three';
import { describe, expect, test, vi } from 'vitest';
import { isCrowd } from '../../../src/index.js';
import { CurrentBackend } from '../../../src/render/current-backend.js';
import { createFigure, figureCharacters } from '../../support/browser/figure.js';
import { errorOf } from '../../support/error-of.js';
import { buildFigureCrowd } from '../../support/render/figure-crowd.js';
import { skinnedMeshesOf } from '../../support/skinned-meshes.js';

const SEED = 12;
const characters = figureCharacters(3, SEED);
const MODES = ['clones', 'instanced'] as const;

describe('update', () => {
  test.each([
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [0.1, Number.NaN],
  ])('refuses %s seconds or %s milliseconds, and continues after it', async (seconds, milliseconds) => {
    const crowd = await buildFigureCrowd(createFigure(), characters, {
      mode: 'instanced',
      frameBudget: { milliseconds: 16 },
    });
    crowd.update(0.5);
    const before = crowd.get(0);
    expect(() => crowd.update(seconds, undefined, milliseconds)).toThrow('give finite numbers');
    expect(crowd.get(0)).toEqual(before);
    crowd.update(0.25);
    expect(crowd.get(0).phase).not.toBe(before.phase);
    expect(Number.isFinite(crowd.frameBudget?.milliseconds)).toBe(true);
    expect(Number.isFinite(crowd.lodThreshold)).toBe(true);
  });

  test('does nothing once the crowd is disposed of', async () => {
    const crowd = await buildFigureCrowd(createFigure(), characters, { mode: 'instanced' });
    crowd.dispose();
    crowd.setParts(0, { body: 'body_b' });
    crowd.update(0.1);
    expect(crowd.stats.drawCalls).toBeGreaterThan(0);
    expect(crowd.children).toEqual([]);
  });
});

test('scene.clone() has an empty object in the place of a crowd', async () => {
  const crowd = await buildFigureCrowd(createFigure(), characters, { mode: 'instanced' });
  crowd.position.set(1, 2, 3);
  const [copy] = new Scene().add(crowd).clone().children;
  expect(isCrowd(copy)).toBe(false);
  expect(copy.children).toEqual([]);
  expect(copy.position).toEqual(crowd.position);
});

test('a crowd whose parts have more materials than draws are usual says so', async () => {
  const figure = createFigure();
  const body = figure.assets.parts.get(characters[0].body_id)!;
  const build = async (count: number): Promise<string[]> => {
    const geometry = body.geometry.clone();
    geometry.clearGroups();
    for (let k = 0; k < count; k++) geometry.addGroup(k * 3, 3, k);
    const materials = Array.from({ length: count }, () => body.material.clone());
    const parts = new Map([...figure.assets.parts, [body.name, { ...body, geometry, materials }]]);
    const warnings: string[] = [];
    const crowd = await buildFigureCrowd({ assets: { ...figure.assets, parts } }, characters.slice(0, 1), {
      mode: 'instanced',
      onWarning: (message) => warnings.push(message),
    });
    expect(crowd.stats).toMatchObject({ parts: 4, drawCalls: count + 3 });
    crowd.dispose();
    return warnings;
  };
  const ofDraws = expect.stringMatching(
    /takes 37 draws a frame where 36 are usual: its 4 parts have several/,
  );
  expect(await build(33)).not.toContainEqual(expect.stringMatching(/draws a frame/));
  expect(await build(34)).toContainEqual(ofDraws);
});

describe('an empty crowd', () => {
  test.each(MODES)('draws nobody, and can be filled (%s)', async (mode) => {
    const crowd = await buildFigureCrowd(createFigure(), [], { mode });
    crowd.update(0.1);
    expect(crowd.size).toBe(0);
    crowd.computeBoundingBox();
    expect(crowd.boundingBox?.isEmpty()).toBe(true);
    expect(crowd.stats).toMatchObject({ characters: 0, triangles: 0, parts: 0 });
    expect(() => crowd.get(0)).toThrow('There is no character 0: the crowd is empty.');
    expect(() => crowd.addCharacters([characters[0], { x: 0, z: 0 }])).toThrow('without `body_id`');
    expect(crowd.addCharacters(characters)).toEqual([0, 1, 2]);
    crowd.update(0.1);
    crowd.computeBoundingBox();
    expect(crowd.boundingBox?.isEmpty()).toBe(false);
    expect(crowd.stats.drawCalls).toBeGreaterThan(0);
    crowd.dispose();
  });
});

test('a playback speed of 0 lets characters stand', async () => {
  const crowd = await buildFigureCrowd(createFigure(), characters, { playbackSpeed: () => 0 });
  const before = crowd.get(1);
  crowd.update(3);
  expect(crowd.get(1)).toMatchObject({ speed: 0, phase: expect.closeTo(characters[1].phase, 5) });
  expect(crowd.get(1).phase).toBeCloseTo(before.phase, 5);
  for (const speed of [-1, Number.NaN]) {
    const refused = buildFigureCrowd(createFigure(), characters, { playbackSpeed: () => speed });
    await expect(refused).rejects.toThrow(`playbackSpeed returned ${speed} for character 0`);
  }
});

describe('another renderer', () => {
  const renderer = { isWebGLRenderer: true, extensions: { has: () => false } } as never;

  test('frees the materials of people once, and leaves heroes the same objects', async () => {
    const crowd = await buildFigureCrowd(createFigure(), characters);
    const hero = await crowd.promote(1);
    const meshes = skinnedMeshesOf(hero.object);
    expect(meshes.length).toBeGreaterThan(3);
    const before = meshes.map(({ material }) => material);
    const freed: unknown[] = [];
    for (const material of before) {
      (material as { addEventListener: (type: 'dispose', listener: () => void) => void }).addEventListener(
        'dispose',
        () => freed.push(material),
      );
    }
    const materials = new Set(skinnedMeshesOf(crowd).map(({ material }) => material));
    const replaced = {} as Mesh['material'];
    meshes[0].material = replaced;
    const made = vi.spyOn(CurrentBackend.prototype, 'createTintedMaterial');
    // Of two calls at once, only the last one has them made.
    await Promise.all([crowd.setRenderer(renderer), crowd.setRenderer(renderer)]);
    expect(made).toHaveBeenCalledTimes(materials.size);
    made.mockRestore();
    crowd.update(0.1);
    expect(await crowd.promote(1)).toBe(hero);
    expect(skinnedMeshesOf(hero.object)).toEqual(meshes);
    expect(meshes[0].material).toBe(replaced);
    expect(meshes.slice(1).map(({ material }) => material)).toEqual(before.slice(1));
    expect(new Set(freed)).toEqual(new Set(before));
  });

  test.each([undefined, null, {}, { isWebGLRenderer: false }])(
    '%j is refused, and the old renderer stays',
    async (wrong) => {
      const crowd = await buildFigureCrowd(createFigure(), characters);
      const error = await errorOf(crowd.setRenderer(wrong as never), 'UnsupportedError');
      expect(error.message).toContain('`renderer`');
      expect(crowd.stats.backend).toBe('webgl');
    },
  );
});
