import {
  BackSide,
  DoubleSide,
  Euler,
  FrontSide,
  Matrix4,
  Object3D,
  Quaternion,
  Raycaster,
  type Side,
  Vector3,
} from 'three';
import { describe, expect, test, vi } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import type { Character } from '../../../../src/protocol/index.js';
import { createAnimationState, fadeTo } from '../../../../src/render/characters/animation-state.js';
import { CpuPose } from '../../../../src/render/poses/cpu-pose.js';
import { PoseQueries, type PoseQueriesOptions } from '../../../../src/render/poses/pose-queries.js';
import { skinVertices } from '../../../../src/render/poses/skin-vertices.js';
import { createFigure, type Figure, figureCharacters } from '../../../support/browser/figure.js';
import { testInTurn } from '../../../support/in-turn.js';
import { cpuPose, figureOptions, rounded, wornParts } from '../../../support/render/figure-table.js';

const SEED = 7;
const CHARACTERS = 40;
const MOMENTS = 5;
const RAYS = 1000;

/** One posed part of one character: corners in the crowd's space, 9 numbers a triangle. */
interface Soup {
  readonly character: number;
  readonly part: string;
  readonly corners: Float64Array;
}

/** Turns vertices into triangles. */
function soup(figure: Figure, character: number, part: string, vertices: ArrayLike<number>): Soup {
  const index = figure.assets.parts.get(part)!.geometry.index!;
  const corners = new Float64Array(index.count * 3);
  for (let k = 0; k < corners.length; k++) corners[k] = vertices[index.getX(Math.floor(k / 3)) * 3 + (k % 3)];
  return { character, part, corners };
}

/** Every triangle of the crowd, posed by three alone. */
function posedByThree(
  figure: Figure,
  { table }: PoseQueriesOptions,
  characters: readonly Character[],
  seconds: number,
): Soup[] {
  return rounded(characters, table).flatMap((character, i) =>
    wornParts(character).map((part) => soup(figure, i, part, figure.expected(part, character, seconds))),
  );
}

/** The same, posed by the CPU: for fades, whose poses are compared with three's elsewhere. */
function posedByCpu(
  figure: Figure,
  options: PoseQueriesOptions,
  characters: readonly Character[],
  seconds: number,
): Soup[] {
  const pose = cpuPose(options);
  const matrices = new Float64Array(pose.joints * 12);
  return characters.flatMap((character, i) => {
    pose.skinMatrices(i, seconds, matrices);
    return wornParts(character).map((part) => {
      const { geometry } = figure.assets.parts.get(part)!;
      const vertices = new Float64Array(geometry.getAttribute('position').count * 3);
      skinVertices(geometry, matrices, vertices);
      return soup(figure, i, part, vertices);
    });
  });
}

interface Hit {
  character: number;
  part: string;
  distance: number;
}

const a = new Vector3();
const b = new Vector3();
const c = new Vector3();
const at = new Vector3();

/** Hits on all triangles by three's own test, nearest first, without boxes. */
function bruteForce(
  soups: readonly Soup[],
  { ray, near, far }: Raycaster,
  world: Matrix4,
  side: Side,
): Hit[] {
  const local = ray.clone().applyMatrix4(world.clone().invert());
  const hits: Hit[] = [];
  for (const { character, part, corners } of soups) {
    for (let k = 0; k < corners.length; k += 9) {
      a.fromArray(corners, k);
      b.fromArray(corners, k + 3);
      c.fromArray(corners, k + 6);
      const met =
        side === BackSide
          ? local.intersectTriangle(c, b, a, true, at)
          : local.intersectTriangle(a, b, c, side === FrontSide, at);
      if (!met) continue;
      const distance = at.applyMatrix4(world).distanceTo(ray.origin);
      if (distance >= near && distance <= far) hits.push({ character, part, distance });
    }
  }
  return hits.sort((one, other) => one.distance - other.distance);
}

/** From anywhere around the crowd to somewhere in it, in the world. */
function randomRay(random: () => number, world: Matrix4): Raycaster {
  const centred = (size: number): number => (random() - 0.5) * size;
  const origin = new Vector3(centred(16), random() * 6, centred(16)).applyMatrix4(world);
  const target = new Vector3(centred(6), random() * 1.9, centred(6)).applyMatrix4(world);
  return new Raycaster(origin, target.sub(origin).normalize());
}

function crowdAt(world: Matrix4): Object3D {
  const crowd = new Object3D();
  crowd.matrixWorld.copy(world);
  return crowd;
}

/** Compares the queries with brute force over random rays; returns how many of them hit somebody. */
function compare(
  queries: PoseQueries,
  soups: readonly Soup[],
  rays: number,
  seconds: number,
  {
    random,
    world = new Matrix4(),
    side = FrontSide as Side,
  }: { random: () => number; world?: Matrix4; side?: Side },
): number {
  const crowd = crowdAt(world);
  let hits = 0;
  for (let k = 0; k < rays; k++) {
    const raycaster = randomRay(random, world);
    const all = bruteForce(soups, raycaster, world, side);
    const found = queries
      .raycast(raycaster, crowd, seconds)
      .sort((one, other) => one.distance - other.distance);
    expect(found, `ray ${k}`).toHaveLength(all.length);
    found.forEach(({ distance }, n) => {
      expect(distance, `ray ${k}`).toBeCloseTo(all[n].distance, 4);
    });
    const [expected] = all;
    const [hit, ...others] = queries.raycast(
      Object.assign(raycaster, { firstHitOnly: true }),
      crowd,
      seconds,
    );
    expect(others).toEqual([]);
    expect(hit?.character, `ray ${k}`).toBe(expected?.character);
    if (!hit || !expected) continue;
    expect(hit.part, `ray ${k}`).toBe(expected.part);
    const point = raycaster.ray.at(expected.distance, new Vector3());
    expect(hit.point.distanceTo(point), `ray ${k}`).toBeLessThan(1e-4);
    expect(hit.distance).toBeCloseTo(hit.point.distanceTo(raycaster.ray.origin), 6);
    hits += 1;
  }
  return hits;
}

describe('a ray meets', () => {
  testInTurn(['even', 'uneven'] as const, [1])(
    `the same character as brute force over three's poses (%s scales, seed ${SEED})`,
    (scales) => {
      const random = mulberry32(SEED);
      const figure = createFigure({ scales });
      const characters = figureCharacters(CHARACTERS, SEED);
      const options = figureOptions(figure, characters);
      const queries = new PoseQueries(options);
      let hits = 0;
      for (let moment = 0; moment < MOMENTS; moment++) {
        const seconds = random() * 5;
        const soups = posedByThree(figure, options, characters, seconds);
        hits += compare(queries, soups, RAYS / MOMENTS, seconds, { random });
      }
      expect(hits).toBeGreaterThan(RAYS / 4);
      expect(hits).toBeLessThan(RAYS);
    },
  );

  testInTurn(['even', 'uneven'] as const, [])(`a character in a fade (%s scales, seed ${SEED})`, (scales) => {
    const random = mulberry32(SEED);
    const figure = createFigure({ scales });
    const characters = figureCharacters(CHARACTERS, SEED);
    const options = figureOptions(figure, characters);
    const seconds = 2.3;
    for (const [i] of characters.entries()) {
      const state = options.table.animation(i, createAnimationState());
      const next = { clip: 1 - state.clip, start: random() * 2, speed: 1 };
      fadeTo(state, next, seconds - random() * 0.5, 0.5);
      options.table.setAnimation(i, state);
    }
    expect(
      compare(new PoseQueries(options), posedByCpu(figure, options, characters, seconds), 300, seconds, {
        random,
      }),
    ).toBeGreaterThan(75);
  });

  test.each([
    ['moved, turned and scaled', new Vector3(40, -3, 12), new Vector3(2, 2, 2)],
    ['stretched', new Vector3(0, 1, 0), new Vector3(1, 0.5, 3)],
    ['mirrored', new Vector3(1, 0, 0), new Vector3(-1, 1, 1)],
  ])(`a crowd that is %s (seed ${SEED})`, (_how, position, scale) => {
    const random = mulberry32(SEED);
    const world = new Matrix4().compose(
      position,
      new Quaternion().setFromEuler(new Euler(0.3, 1, -0.2)),
      scale,
    );
    const figure = createFigure();
    const characters = figureCharacters(20, SEED);
    const options = figureOptions(figure, characters);
    const queries = new PoseQueries(options);
    expect(
      compare(queries, posedByThree(figure, options, characters, 0.5), 100, 0.5, { random, world }),
    ).toBeGreaterThan(10);
  });

  test.each([
    ['back', BackSide],
    ['double', DoubleSide],
  ] as const)(`the sides that a %s-sided material draws (seed ${SEED})`, (_name, side) => {
    const random = mulberry32(SEED);
    const figure = createFigure();
    for (const { material } of figure.assets.parts.values()) material.side = side;
    const characters = figureCharacters(20, SEED);
    const options = figureOptions(figure, characters);
    const queries = new PoseQueries(options);
    expect(
      compare(queries, posedByThree(figure, options, characters, 0.5), 100, 0.5, { random, side }),
    ).toBeGreaterThan(10);
  });
});

test(`a ray through 5,000 poses only those it may meet (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const figure = createFigure();
  const spread = figureCharacters(5000, SEED).map((c) => ({ ...c, x: c.x * 16, z: c.z * 16 }));
  const options = figureOptions(figure, spread);
  const queries = new PoseQueries(options);
  const posed = vi.spyOn(CpuPose.prototype, 'skinMatrices');
  const crowd = new Object3D();
  let hits = 0;
  for (let k = 0; k < 100; k++) {
    const origin = new Vector3((random() - 0.5) * 90, 12, 60);
    const target = new Vector3((random() - 0.5) * 90, 1, (random() - 0.5) * 90);
    const raycaster = new Raycaster(origin, target.sub(origin).normalize());
    hits += queries.raycast(Object.assign(raycaster, { firstHitOnly: true }), crowd, 0.4).length;
  }
  expect(hits).toBeGreaterThan(20);
  expect(posed.mock.calls.length).toBeLessThan(100 * 12);
  posed.mockRestore();
});
