import { Matrix4, Object3D, Vector3 } from 'three';
import { loadCrowdAssets } from 'three-crowd';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import { PoseQueries } from '../../../../src/render/poses/pose-queries.js';
import { createFigure, figureCharacters } from '../../../support/browser/figure.js';
import { errorOf } from '../../../support/error-of.js';
import { serveFiles } from '../../../support/file-server.js';
import { buildFigureCrowd } from '../../../support/render/figure-crowd.js';
import { figureOptions } from '../../../support/render/figure-table.js';
import { tinyCharacter } from '../../../support/rig/tiny-character.js';

const SEED = 5;
const SCALES = ['even', 'uneven'] as const;
const BONES = ['hips', 'spine', 'head', 'arm', 'grip', 'grip_end'];

/** Largest difference between what two matrices make of points a metre and a half away from the origin. */
function difference(a: Matrix4, b: Matrix4): number {
  const points = [new Vector3(1.5, 0, 0), new Vector3(0, 1.5, 0), new Vector3(0, 0, 1.5), new Vector3()];
  // The rig is in centimetres.
  const at = (matrix: Matrix4, point: Vector3): Vector3 =>
    point.clone().multiplyScalar(100).applyMatrix4(matrix);
  return Math.max(...points.map((point) => at(a, point).distanceTo(at(b, point))));
}

describe(`the socket of a bone (seed ${SEED})`, () => {
  test.each(SCALES)("is three's matrixWorld of the same bone of a clone (%s scales)", async (scales) => {
    const random = mulberry32(SEED);
    const figure = createFigure({ scales });
    // Plain nodes below a bone, as files have them for what a hand holds.
    const grip = new Object3D();
    grip.name = 'grip';
    grip.position.set(3, -4, 5);
    grip.rotation.set(0.3, 0.2, 0.1);
    const end = new Object3D();
    end.name = 'grip_end';
    end.position.set(0, 0, 30);
    figure.assets.bones[3].add(grip.add(end));
    const characters = figureCharacters(12, SEED);
    const crowd = await buildFigureCrowd(figure, characters);
    crowd.position.set(2, 1, -3);
    crowd.rotation.set(0.2, 1, 0);
    crowd.scale.setScalar(1.5);
    const parent = new Object3D().add(crowd);
    parent.position.set(0, 10, 0);
    const matrix = new Matrix4();
    let compared = 0;
    for (let moment = 0; moment < 4; moment++) {
      crowd.update(random() * 2);
      parent.updateMatrixWorld(true);
      crowd.children[0].children.forEach((clone, i) => {
        for (const name of BONES) {
          const expected = (clone.getObjectByName(name) as Object3D).matrixWorld;
          expect(difference(crowd.getSocketMatrix(i, name, matrix), expected), name).toBeLessThan(2e-4);
          compared += 1;
        }
      });
    }
    expect(compared).toBe(4 * 12 * BONES.length);
  });

  test.each(SCALES)('follows a fade and a crowd that has moved (%s scales)', async (scales) => {
    const figure = createFigure({ scales });
    const crowd = await buildFigureCrowd(figure, figureCharacters(2, SEED));
    crowd.update(0.3);
    crowd.setClip('all', 'idle', { fade: 0.5 });
    crowd.update(0.2);
    crowd.position.y = 7;
    const matrix = crowd.getSocketMatrix(1, 'arm', new Matrix4());
    crowd.updateMatrixWorld(true);
    const clone = crowd.children[0].children[1];
    expect(difference(matrix, (clone.getObjectByName('arm') as Object3D).matrixWorld)).toBeLessThan(2e-4);
  });

  test('is found under the name that the loader gives it, too', () => {
    const figure = createFigure();
    const source = figureOptions(figure, figureCharacters(1, SEED));
    const skeleton = { ...figure.assets.skeleton, names: ['hips', 'spine', 'head', 'Arm.L'] };
    const queries = new PoseQueries({ ...source, rig: { ...figure.assets, skeleton } });
    const own = queries.socketMatrix(0, 'Arm.L', 0.4, new Matrix4());
    expect(queries.socketMatrix(0, 'ArmL', 0.4, new Matrix4())).toEqual(own);
  });

  test('of a bone above the joints stays with the character', () => {
    const figure = createFigure();
    const [character] = figureCharacters(1, SEED);
    const source = figureOptions(figure, [character]);
    const { skeleton, bones, scene } = figure.assets;
    const root = scene.children[0];
    const rig = {
      ...figure.assets,
      skeleton: { ...skeleton, names: ['armature', ...skeleton.names] },
      skin: { ...figure.assets.skin, joints: Uint16Array.of(1, 2, 3, 4) },
      bones: [root, ...bones],
    };
    const queries = new PoseQueries({ ...source, rig });
    const place = new Vector3().setFromMatrixPosition(
      queries.socketMatrix(0, 'armature', 0.4, new Matrix4()),
    );
    expect(place.distanceTo(new Vector3(character.x, 0, character.z))).toBeLessThan(1e-6);
  });

  test('that the rig does not have is an error with the nearest name', async () => {
    const crowd = await buildFigureCrowd(createFigure(), figureCharacters(2, SEED));
    const error = await errorOf(() => crowd.getSocketMatrix(0, 'haed', new Matrix4()), 'RigError');
    expect(error.message).toContain('did you mean "head"?');
    expect(() => crowd.getSocketMatrix(2, 'head', new Matrix4())).toThrow('no character 2');
  });
});

test('of a loaded file: dotted names, joints in any order, a bone above them', async () => {
  const tiny = await tinyCharacter();
  const server = await serveFiles(tiny.files);
  const assets = await loadCrowdAssets(tiny.assets, { baseUrl: server.url });
  const parts = { body_id: 'robe_1', face_id: 'face_1', hair_id: 'hair_1' };
  const characters = figureCharacters(3, SEED).map((character) => ({ ...character, ...parts }));
  const crowd = await buildFigureCrowd({ assets }, characters);
  crowd.update(0.62);
  crowd.updateMatrixWorld(true);
  const matrix = new Matrix4();
  const hero = await crowd.promote(1);
  crowd.updateMatrixWorld(true);
  expect(tiny.skeleton.names).toContain('Arm.L');
  for (const name of tiny.skeleton.names) {
    const bone = assets.bones[tiny.skeleton.names.indexOf(name)].name;
    crowd.children[0].children.forEach((clone, i) => {
      const expected = (clone.getObjectByName(bone) as Object3D).matrixWorld;
      expect(difference(crowd.getSocketMatrix(i, name, matrix), expected), name).toBeLessThan(2e-4);
      expect(difference(crowd.getSocketMatrix(i, bone, matrix), expected), bone).toBeLessThan(2e-4);
    });
    expect(crowd.getSocketMatrix(1, name, matrix)).toEqual(hero.bones.get(name)!.matrixWorld);
  }
  crowd.dispose();
  await server.close();
});
