import { Box3, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import { createAnimationState, fadeTo } from '../../../../src/render/characters/animation-state.js';
import { boundClips, characterExtent } from '../../../../src/render/poses/clip-bounds.js';
import { PoseQueries, type PoseQueriesOptions } from '../../../../src/render/poses/pose-queries.js';
import { skinVertices } from '../../../../src/render/poses/skin-vertices.js';
import { deriveLocalPoses } from '../../../../src/rig/index.js';
import { createFigure, type Figure, figureCharacters } from '../../../support/browser/figure.js';
import { buildFigureCrowd } from '../../../support/render/figure-crowd.js';
import { cpuPose, figureOptions, wornParts } from '../../../support/render/figure-table.js';

const SEED = 13;
const characters = figureCharacters(30, SEED);

/** The tight box of every vertex at a moment, from poses that are compared with three's elsewhere. */
function tightBox(figure: Figure, options: PoseQueriesOptions, seconds: number): Box3 {
  const box = new Box3();
  const pose = cpuPose(options);
  const matrices = new Float64Array(pose.joints * 12);
  characters.forEach((character, i) => {
    pose.skinMatrices(i, seconds, matrices);
    for (const name of wornParts(character)) {
      const { geometry } = figure.assets.parts.get(name)!;
      const vertices = new Float64Array(geometry.getAttribute('position').count * 3);
      skinVertices(geometry, matrices, vertices);
      box.union(new Box3().setFromArray(vertices));
    }
  });
  return box;
}

/** A figure whose manifest has the bounds of every frame, as the baker writes them. */
function boundedFigure(): Figure {
  const figure = createFigure();
  const { data, manifest } = figure.assets.boneTexture;
  const size = manifest.nBones * 12;
  for (const clip of manifest.clipInfo) {
    const box = new Box3();
    for (let frame = clip.startFrame; frame < clip.startFrame + clip.frameCount; frame++) {
      for (const { geometry } of figure.assets.parts.values()) {
        const vertices = new Float64Array(geometry.getAttribute('position').count * 3);
        skinVertices(geometry, Float64Array.from(data.subarray(frame * size, (frame + 1) * size)), vertices);
        box.union(new Box3().setFromArray(vertices));
      }
    }
    clip.bounds = [...box.min.toArray(), ...box.max.toArray()];
  }
  return figure;
}

describe.each([
  ['with the bounds of the manifest', boundedFigure, 1],
  ['with bounds of its own', createFigure, 2.5],
  ['with uneven scales', () => createFigure({ scales: 'uneven' }), 3.5],
])(`the box of a crowd (seed ${SEED}), %s`, (_kind, create, slack) => {
  test('holds every vertex of every pose, and not much more', () => {
    const random = mulberry32(SEED);
    const figure = create();
    const options = figureOptions(figure, characters);
    const box = new PoseQueries(options).boundingBox(0, new Box3());
    const all = new Box3();
    for (let moment = 0; moment < 20; moment++) {
      const tight = tightBox(figure, options, random() * 10);
      expect(box.containsBox(tight), `${JSON.stringify(tight)} in ${JSON.stringify(box)}`).toBe(true);
      all.union(tight);
    }
    const room = box.getSize(new Vector3()).sub(all.getSize(new Vector3()));
    expect(Math.max(...room.toArray())).toBeLessThan(slack);
  });

  test('holds every vertex of a fade', () => {
    const random = mulberry32(SEED);
    const figure = create();
    const options = figureOptions(figure, characters);
    const queries = new PoseQueries(options);
    characters.forEach((_character, i) => {
      const state = options.table.animation(i, createAnimationState());
      fadeTo(state, { clip: 1 - state.clip, start: random(), speed: 1 }, 1, 1);
      options.table.setAnimation(i, state);
    });
    for (let moment = 0; moment < 10; moment++) {
      const seconds = 1 + random();
      const tight = tightBox(figure, options, seconds);
      expect(queries.boundingBox(seconds, new Box3()).containsBox(tight)).toBe(true);
    }
  });
});

test('bounds of a manifest are kept but for the room between frames', () => {
  const { assets } = boundedFigure();
  const before = assets.boneTexture.manifest.clipInfo.map(({ bounds }) => bounds!);
  const after = boundClips(assets.boneTexture, assets.parts).manifest.clipInfo.map(({ bounds }) => bounds!);
  expect(before.length).toBeGreaterThan(1);
  before.forEach((bounds, clip) => {
    bounds.forEach((value, k) => {
      expect(after[clip][k]).toBeCloseTo(value + (k < 3 ? -0.05 : 0.05), 9);
    });
  });
});

test('builds widen the bounds, and not the height that levels of detail are chosen by', () => {
  const { assets } = createFigure();
  const { boneTexture, parts, skeleton, skin } = assets;
  const poses = deriveLocalPoses(boneTexture, skeleton, skin)!;
  const joints = poses.parents.length;
  const stretches = Float64Array.from({ length: 12 * joints }, (_, k) => Number((k % 12) % 5 === 0));
  // A joint and all below it are 0.4 m higher; the figure's joints are in centimetres.
  const offsets = new Float32Array(3 * joints);
  offsets[3 * poses.parents.indexOf(0) + 1] = 40;
  const extentOf = ({ manifest, buildMargin }: ReturnType<typeof boundClips>) =>
    characterExtent(manifest.clipInfo, buildMargin);
  const own = extentOf(boundClips(boneTexture, parts));
  const all = extentOf(boundClips(boneTexture, parts, { ...poses, builds: [{ offsets, stretches }] }));
  expect(all.maxY).toBeGreaterThan(own.maxY + 0.3);
  expect(all.height).toBeCloseTo(own.height, 9);
});

test.each(['instanced', 'clones'] as const)(
  "three's Box3.setFromObject measures a crowd, %s",
  async (mode) => {
    const crowd = await buildFigureCrowd(createFigure(), characters, { mode });
    crowd.position.set(3, 1, -2);
    crowd.scale.setScalar(2);
    crowd.update(0.4);
    crowd.computeBoundingBox();
    const expected = crowd.boundingBox!.clone();
    crowd.updateMatrixWorld(true);
    expected.applyMatrix4(crowd.matrixWorld);
    const box = new Box3().setFromObject(crowd);
    expect(box.min.distanceTo(expected.min)).toBeLessThan(1e-6);
    expect(box.max.distanceTo(expected.max)).toBeLessThan(1e-6);

    crowd.setTransform(0, { x: 50, z: 0 });
    expect(new Box3().setFromObject(crowd).max.x).toBeGreaterThan(expected.max.x + 50);
    crowd.dispose();
  },
);
