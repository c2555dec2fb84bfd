import { Matrix4, Vector3 } from 'three';
import { buildCrowd, type Crowd, type CrowdAssets, type CrowdMode, loadCrowdAssets } from 'three-crowd';
import { expect } from 'vitest';
import type { Character } from '../../src/protocol/index.js';
import { type TestRenderer, TIERS } from '../support/browser/backends.js';
import { readClonePositions } from '../support/browser/clone-positions.js';
import { readDrawnPositions } from '../support/browser/drawn-positions.js';
import { createFigure, FIGURE_WAYS, type Figure, figureCharacters } from '../support/browser/figure.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

const SEED = 12;
const PART = 'hands';
/** Metres: how far vertices may be from where three has them. */
const TOLERANCE = 0.002;
/** Seconds of a round of `walk`, and of all of `walk_stop`. */
const [ROUND, STOP] = [1, 0.8];

/** Walkers of different headings and scales, who all begin at the beginning of the clip. */
const characters = figureCharacters(4, SEED).map(
  (character): Character => ({ ...character, anim_clip: 'walk', phase: 0 }),
);

async function build(renderer: TestRenderer, mode: CrowdMode, figure: Figure): Promise<Crowd> {
  return buildCrowd({
    renderer,
    assets: figure.assets,
    characters,
    sharedParts: [PART],
    mode,
    lodThreshold: 0,
    rootMotion: true,
  });
}

function drawnPositions(renderer: TestRenderer, crowd: Crowd): Promise<Float32Array[]> {
  crowd.update(0);
  return readDrawnPositions(renderer, crowd, PART, characters.length);
}

/** three's own figure, moved on by the way of clips that have ended, which its mixer begins anew. */
function moved(positions: Float32Array, character: Character, way: readonly number[]): Float32Array {
  const [x, z] = way.map((metres) => metres * character.scale);
  const [sin, cos] = [Math.sin(character.rot_y), Math.cos(character.rot_y)];
  return positions.map((value, k) => value + [cos * x + sin * z, 0, cos * z - sin * x][k % 3]);
}

function expectEach(drawn: readonly Float32Array[], expected: readonly Float32Array[], when: string): void {
  for (const [i, positions] of expected.entries()) {
    const distances = drawn.map((other) => greatestDistance(other, 0, positions));
    expect(Math.min(...distances), `character ${i}, ${when}`).toBeLessThan(TOLERANCE);
  }
}

testInTurn(TIERS, [0, 3])(
  `%s %s: characters go where three's mixer has them, round after round (seed ${SEED})`,
  async (backend, mode) => {
    const renderer = await sharedRenderer(backend);
    const figure = createFigure({ travels: true });
    const crowd = await build(renderer, mode, figure);
    const expectedAt = (seconds: number): Float32Array[] => {
      const way = FIGURE_WAYS.walk.map((metres) => metres * Math.floor(seconds / ROUND));
      return characters.map((character) => moved(figure.expected(PART, character, seconds), character, way));
    };
    let seconds = 0;
    for (const step of [0.3, 0.45, 0.4, 2.2, 0.05]) {
      crowd.update(step);
      seconds += step;
      expectEach(await drawnPositions(renderer, crowd), expectedAt(seconds), `after ${seconds} s`);
    }
    const { x, z } = crowd.get(0);
    expect(Math.hypot(x - characters[0].x, z - characters[0].z)).toBeGreaterThan(3);

    // A hero goes on from there, and comes back as an instance where it is.
    const hero = await crowd.promote(1);
    crowd.update(0.75);
    seconds += 0.75;
    const posed = readClonePositions(crowd, hero.object, PART);
    expectEach([posed], [expectedAt(seconds)[1]], 'as a hero');
    crowd.demote(1);
    expectEach(await drawnPositions(renderer, crowd), expectedAt(seconds), 'after the hero');
    crowd.dispose();
  },
);

testInTurn(TIERS, [1])(
  `%s %s: a clip that plays once ends where it got to, and the next goes on from there (seed ${SEED})`,
  async (backend, mode) => {
    const renderer = await sharedRenderer(backend);
    const figure = createFigure({ travels: true });
    const crowd = await build(renderer, mode, figure);
    crowd.setClip('all', 'walk_stop', { loop: 'once', next: { clip: 'walk' } });
    // The clip ends within the last of these steps.
    for (const step of [0.3, 0.3, 0.3]) crowd.update(step);
    const expected = characters.map((character) => {
      const walking = figure.expected(PART, character, 0.9 - STOP);
      return moved(walking, character, FIGURE_WAYS.walk_stop);
    });
    expectEach(await drawnPositions(renderer, crowd), expected, 'after the stop');
    crowd.dispose();
  },
);

/** Metres that the kit's walk gets forwards in a round here; its own stays in place. */
const KIT_WAY = 1.1;

/** The kit's assets with a walk that one of its bones carries forwards. */
function withWay(assets: CrowdAssets, bone: 'root' | 'hips'): CrowdAssets {
  const { data, manifest } = assets.boneTexture;
  const { startFrame, frameCount } = manifest.clipInfo[manifest.walkClip];
  const moved = data.slice();
  for (let frame = 0; frame < frameCount; frame++) {
    for (let joint = 0; joint < manifest.nBones; joint++) {
      // What the root carries are all; the root itself is left behind by hips that go alone, and skins nothing.
      const o = ((startFrame + frame) * manifest.nBones + joint) * 12;
      if (bone === 'root' || manifest.boneNames[joint] !== 'root')
        moved[o + 11] += (KIT_WAY * frame) / frameCount;
    }
  }
  const { scene, parts, skeleton, skin, bones } = assets;
  return {
    scene,
    parts,
    skeleton,
    skin,
    bones,
    boneTexture: { data: moved, manifest },
    loadFarParts: () => assets.loadFarParts(),
    dispose: () => assets.dispose(),
  };
}

testInTurn(['root', 'hips'] as const, [1])(
  'on webgl a hero whose %s goes somewhere walks where its instance would, looking at somebody',
  async (bone) => {
    const renderer = await sharedRenderer('webgl');
    const teahouse = await fetchSampleCrowd();
    const people = teahouse.characters.slice(0, 3).map(({ walk_clip: _, ...person }) => ({
      ...person,
      anim_clip: 'walk' as const,
      phase: 0,
    }));
    const crowd = await buildCrowd({
      renderer,
      assets: withWay(await loadCrowdAssets(teahouse.assets), bone),
      characters: people,
      sharedParts: teahouse.shared_parts,
      mode: 'instanced',
      lodThreshold: 0,
      rootMotion: true,
    });
    crowd.setLookTarget('all', new Vector3(0, 1.6, 300));
    for (let k = 0; k < 100; k++) crowd.update(0.05);
    expect(Math.hypot(crowd.get(1).x - people[1].x, crowd.get(1).z - people[1].z)).toBeGreaterThan(1);
    const joints = ['hips', 'head', 'handL', 'footL', 'footR'];
    const place = (joint: string): Vector3 =>
      new Vector3().setFromMatrixPosition(crowd.getSocketMatrix(1, joint, new Matrix4()));
    const before = joints.map(place);
    await crowd.promote(1);
    crowd.update(0);
    for (const [k, joint] of joints.entries()) {
      expect(place(joint).distanceTo(before[k]), joint).toBeLessThan(TOLERANCE);
    }
    crowd.dispose();
  },
);
