import { Matrix4 } from 'three';
import type { BuildCrowdOptions, Crowd } from 'three-crowd';
import { generateCharacters } from 'three-crowd/generate';
import { crowdPerson, crowdScenario, SimulationDriver } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { createFigure, figureCharacters } from '../../support/browser/figure.js';
import { errorOf } from '../../support/error-of.js';
import { buildFigureCrowd } from '../../support/render/figure-crowd.js';
import { buildKitCrowd } from '../../support/render/kit-crowd.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { pathOf, sampleRecipe } from '../../support/sample-recipe.js';

const FRAME = 1 / 60;
const recipe = sampleRecipe({ size: 30, pace: 0.8, boundaryRadius: 9, obstacles: [] });
const people = generateCharacters(recipe, sampleManifest).map((character) => ({
  ...character,
  body_id: 'robe_1',
  face_id: 'face_1',
  hair_id: 'hair_1',
}));

function walkingCrowd(): Promise<Crowd> {
  const options: Partial<BuildCrowdOptions> = {
    characters: people,
    createSimulation: async (clipSpeed) => ({
      simulation: new SimulationDriver(crowdScenario(recipe, people, { clipSpeed }), { worker: false }),
      personOf: (character) => crowdPerson(recipe, character, { clipSpeed }),
    }),
  };
  return buildKitCrowd(people.length, options);
}

function run(crowd: Crowd, frames: number): void {
  for (let frame = 0; frame < frames; frame++) crowd.update(FRAME);
}

/** Everything that can be asked of a crowd, poses included. */
function look(crowd: Crowd, joints: readonly string[]): unknown[] {
  const all: unknown[] = [];
  const matrix = new Matrix4();
  crowd.forEach((character, i) => {
    const sockets = joints.map((joint) => crowd.getSocketMatrix(i, joint, matrix).toArray());
    all.push({ ...character, sockets });
  });
  return all;
}

describe('a crowd that walks', () => {
  const JOINTS = ['handL', 'toeL', 'toeR', 'head'];

  test('goes on from what was saved as the one that was saved does, to the last bit', async () => {
    const crowd = await walkingCrowd();
    run(crowd, 130);
    // Something of everything, and in the middle of it: fades, clips that end, looks, orders, places, additions.
    crowd.motion?.goTo([1, 2], [2, 3]);
    crowd.motion?.march([3, 4, 5], pathOf([-4, 0], [4, 0]));
    crowd.motion?.setObstacle(5, { x: 1, z: 1, radius: 0.5 });
    crowd.setClip(6, 'idle_scratch', { loop: 'once', fade: 0.3, next: 'idle_tired' });
    crowd.setUpperClip(7, 'idle_arms_crossed', { fade: 0.5 });
    crowd.setLookTarget([8, 9], { x: 0, y: 1.5, z: 0 });
    crowd.setTransform(10, { x: 0.5, z: 0.25, heading: 1 });
    crowd.setColors(11, { garment: '#336699' });
    crowd.setParts(12, { body: 'robe_3', hair: '' });
    crowd.setVisible(13, false);
    crowd.removeCharacters([14, 15]);
    crowd.addCharacters([0, 1, 2, 3].map((k) => ({ ...people[k], index: 40 + k, x: k, z: -2 })));
    crowd.setPlaybackSpeed(0, 0.7);
    if (crowd.motion) crowd.motion.timeScale = 0.8;
    // Not a whole number of steps.
    run(crowd, 40);
    const saved = await crowd.save();

    const other = await walkingCrowd();
    run(other, 17);
    await other.restore(structuredClone(saved));
    expect(other.size).toBe(crowd.size);
    expect(look(other, JOINTS)).toEqual(look(crowd, JOINTS));
    const before = look(crowd, JOINTS);
    for (let second = 0; second < 5; second++) {
      run(crowd, 60);
      run(other, 60);
      expect(look(other, JOINTS)).toEqual(look(crowd, JOINTS));
    }
    expect(look(crowd, JOINTS)).not.toEqual(before);
    expect(other.motion?.time).toBe(crowd.motion?.time);
    crowd.dispose();
    other.dispose();
  });

  test('goes back to what it was, also over the moment when its clock is set back', async () => {
    const crowd = await walkingCrowd();
    run(crowd, 100);
    const saved = await crowd.save();
    run(crowd, 30);
    const then = look(crowd, JOINTS);
    crowd.removeCharacters([1, 2, 3]);
    crowd.update(127);
    await crowd.restore(saved);
    run(crowd, 30);
    expect(look(crowd, JOINTS)).toEqual(then);
    expect((await crowd.save()).byteLength / crowd.size).toBeLessThan(1800);
    crowd.dispose();
  });

  test('is not restored to one that stays where it is put', async () => {
    const saved = await (await walkingCrowd()).save();
    const still = await buildKitCrowd(people.length);
    run(still, 3);
    const before = look(still, JOINTS);
    await expect(still.restore(saved)).rejects.toThrow('walked, and this one does not');
    expect(look(still, JOINTS)).toEqual(before);
  });
});

describe.each(['instanced', 'clones'] as const)('figures (%s)', (mode) => {
  const build = (count: number): Promise<Crowd> =>
    buildFigureCrowd(createFigure(), figureCharacters(count, 5), { mode });

  test('heroes are instances in what is saved, and afterwards', async () => {
    const crowd = await build(4);
    await crowd.promote(1);
    await crowd.promote(2);
    crowd.setVisible(2, false);
    run(crowd, 20);
    const saved = await crowd.save();
    const then = look(crowd, []);
    const other = await build(4);
    const hero = await other.promote(3);
    await other.restore(saved);
    other.update(0);
    expect(look(other, [])).toEqual(then);
    expect(hero.object.parent).toBeNull();
    expect([1, 2, 3].map((i) => other.get(i).isVisible)).toEqual([true, false, true]);
    await other.promote(1);
    expect(other.get(1).isVisible).toBe(true);
  });

  test('fewer and more characters than there were', async () => {
    const [few, many] = [await build(3), await build(12)];
    run(few, 10);
    const saved = await few.save();
    await many.restore(saved);
    many.update(0);
    expect(many.size).toBe(3);
    expect(look(many, ['arm'])).toEqual(look(few, ['arm']));
    expect(many.stats).toMatchObject({
      characters: 3,
      parts: few.stats.parts,
      triangles: few.stats.triangles,
    });
    await few.restore(await (await build(12)).save());
    few.update(0);
    expect(few.size).toBe(12);
  });

  test('whoever wears what this crowd lacks is refused, and nothing has changed', async () => {
    const crowd = await build(2);
    run(crowd, 5);
    const saved = new Uint8Array(await crowd.save());
    const text = new TextDecoder('latin1').decode(saved).replace(/"parts":\[\["body_./, '"parts":[["body_x');
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const before = look(crowd, ['arm']);
    await errorOf(crowd.restore(bytes.buffer), 'UnknownPartError');
    expect(look(crowd, ['arm'])).toEqual(before);
  });
});

test('a crowd with other clips is refused', async () => {
  const saved = await (await buildKitCrowd(2)).save();
  const crowd = await buildFigureCrowd(createFigure(), figureCharacters(2, 5));
  await expect(crowd.restore(saved)).rejects.toThrow('Restore it to a crowd of the same files');
});
