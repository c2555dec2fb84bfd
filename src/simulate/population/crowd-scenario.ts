import { bodyRadius, obstaclesOf, splinePath, walkDirection, walkSpeed } from '../../generate/index.js';
import { type Point, sinCosTurns } from '../../math/index.js';
import type { Character, Recipe, Scene } from '../../protocol/index.js';
import { arrangeGroups } from './crowd-groups.js';
import type { BoundaryDescription, Exit, Goal, PathDescription, Person, Scenario, Wall } from './scenario.js';

/** Default speed of the walk clip, metres a second: the mean of Weidmann 1993. */
const USUAL_CLIP_SPEED = 1.34;
/** Straight pieces of a donut's path: three degrees each. */
const RING_PIECES = 120;

/**
 * Offset of walkers to the right of a path's middle, as a share of its half width. On one-way paths, such as a donut with full
 * `facing`, they use the whole width.
 */
const KEEP_RIGHT = 0.4;

/** Fields of a character that a simulation reads. */
export type SimulatedCharacter = Pick<
  Character,
  'index' | 'x' | 'z' | 'rot_y' | 'scale' | 'anim_clip' | 'clip' | 'walk_clip' | 'bucket'
>;

/** Options of walking that recipes lack. */
export interface CrowdScenarioOptions {
  /**
   * Metres a second that the walk clip walks at its own speed, for a character of scale 1; a function where characters walk with
   * several clips.
   *
   * @default 1.34
   */
  readonly clipSpeed?: number | ((walkClip: Character['walk_clip']) => number);
  /**
   * Walking speed of the characters of a bucket, as a multiple of the recipe's: `{ elder: 0.7 }`.
   *
   * @default 1 for every bucket
   */
  readonly bucketSpeeds?: Readonly<Record<string, number>>;
  /**
   * Walls, metres: `[fromX, fromZ, toX, toZ]` each.
   *
   * @default none
   */
  readonly walls?: readonly Wall[];
  /**
   * Exits for the goal `exit`.
   *
   * @default none
   */
  readonly exits?: readonly Exit[];
  /** Scene of the response, whose things people walk around. @default none */
  readonly scene?: Scene | undefined;
}

/**
 * Creates the scenario of a recipe and its characters. The shape of the recipe decides where walkers go.
 *
 * - `road`, `spline`, `donut`: along it, both ways as `facing` says; at open ends people turn round
 * - `circle`, `square`: to one place inside after the other
 * - `attractActive`: whatever the shape, to `attractTarget`, where people stop and look
 *
 * Characters whose clip is `idle` stay, and step back when they are pushed away; those with a clip of a scene do not move.
 *
 * @param characters in any order; person i of the scenario is the i-th of them
 */
export function crowdScenario(
  recipe: Recipe,
  characters: readonly SimulatedCharacter[],
  options: CrowdScenarioOptions = {},
): Scenario {
  const people = characters.map((character) => crowdPerson(recipe, character, options));
  return {
    seed: recipe.seed,
    people: arrangeGroups(recipe, characters, people),
    boundary: boundaryOf(recipe),
    paths: pathsOf(recipe),
    obstacles: [...recipe.obstacles, ...obstaclesOf(options.scene)],
    walls: options.walls ?? [],
    exits: options.exits ?? [],
    anticipation: recipe.anticipation,
    personalSpace: recipe.personalSpace,
    terrain: recipe.terrain,
  };
}

/**
 * Creates the agent of a character that joins later, for {@link SimulationCommands.add}.
 *
 * @param options those of the scenario
 */
export function crowdPerson(
  recipe: Recipe,
  character: SimulatedCharacter,
  { clipSpeed = USUAL_CLIP_SPEED, bucketSpeeds = {} }: CrowdScenarioOptions = {},
): Person {
  const { index, bucket, scale, x, z, rot_y, walk_clip } = character;
  // Longer legs take longer steps, so that the clip plays at the speed that the recipe asks for.
  const speed =
    walkSpeed(recipe, index) * scale * (typeof clipSpeed === 'number' ? clipSpeed : clipSpeed(walk_clip));
  return {
    x,
    z,
    heading: rot_y,
    radius: bodyRadius(recipe, scale),
    speed: speed * (bucketSpeeds[bucket] ?? 1),
    goal: goalOf(recipe, character),
  };
}

function goalOf(recipe: Recipe, { index, anim_clip, clip }: SimulatedCharacter): Goal {
  // Others cannot push a character aside that sits or sells.
  if (anim_clip === 'idle' && clip !== undefined) return { kind: 'manual' };
  if (anim_clip === 'idle') return { kind: 'stand' };
  if (recipe.attractActive) return { kind: 'gather', x: recipe.attractTarget.x, z: recipe.attractTarget.z };
  if (recipe.boundaryShape === 'circle' || recipe.boundaryShape === 'square') return { kind: 'wander' };
  return { kind: 'follow', path: 0, direction: walkDirection(recipe, index) };
}

/** The path that walkers of a recipe follow; none for regions that they wander in. */
function pathsOf(recipe: Recipe): PathDescription[] {
  const { boundaryShape, boundaryRadius, spawnRadius, splinePoints } = recipe;
  switch (boundaryShape) {
    case 'road':
      return [
        {
          corners: [
            [0, -boundaryRadius],
            [0, boundaryRadius],
          ],
          isClosed: false,
          halfWidth: spawnRadius,
          keepRight: KEEP_RIGHT,
        },
      ];
    case 'donut':
      return [
        {
          corners: ringCorners((spawnRadius + boundaryRadius) / 2),
          isClosed: true,
          halfWidth: (boundaryRadius - spawnRadius) / 2,
          keepRight: (1 - recipe.facing) * KEEP_RIGHT,
        },
      ];
    case 'spline': {
      const { path, closed } = splinePath(splinePoints ?? [], spawnRadius);
      const keepRight = closed ? (1 - recipe.facing) * KEEP_RIGHT : KEEP_RIGHT;
      return [{ corners: path.corners, isClosed: closed, halfWidth: spawnRadius, keepRight }];
    }
    default:
      return [];
  }
}

/** A circle about the origin, counter-clockwise seen from above. */
function ringCorners(radius: number): Point[] {
  return Array.from({ length: RING_PIECES + 1 }, (_, k) => {
    const [sin, cos] = sinCosTurns(k / RING_PIECES);
    return [radius * sin, radius * cos];
  });
}

function boundaryOf({ boundaryShape, boundaryRadius, spawnRadius }: Recipe): BoundaryDescription {
  switch (boundaryShape) {
    case 'circle':
      return { kind: 'disc', radius: boundaryRadius };
    case 'square':
      return { kind: 'rectangle', halfWidth: boundaryRadius, halfLength: boundaryRadius };
    case 'road':
      return { kind: 'rectangle', halfWidth: spawnRadius, halfLength: boundaryRadius };
    case 'donut':
      return { kind: 'ring', inner: spawnRadius, outer: boundaryRadius };
    case 'spline':
      return { kind: 'strip', path: 0 };
  }
}
