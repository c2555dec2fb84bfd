import { boundsOf, type Point } from '../math/index.js';
import {
  type ClipSpeed,
  type CreateSimulation,
  type CrowdAgents,
  createSimulationBy,
  type GroundHeight,
} from '../motion/index.js';
import type { Character, Recipe } from '../protocol/index.js';
import type { Person, Scenario } from '../simulate/index.js';
import type { GLTFMotionOptions } from './gltf-crowd-options.js';

type SimulateModule = Parameters<Parameters<typeof createSimulationBy>[0]>[1];

/** Least half of the distance at which two characters touch, as a fraction of their height: that of a recipe by default. */
const BODY_RADIUS = 0.175;
/** Speeds lie so far around the walk clip's, as a fraction, so that nobody walks in step: those of a recipe by default. */
const SPEED_VARIATION = 0.1;
/** Metres a second that is walked without a clip to walk by, as a fraction of the height: people do about so. */
export const USUAL_PACE = 0.8;
/** Ground around the placed characters that the simulation covers, in character heights. */
const MARGIN = 3;

/** Size of a character of scale 1, metres. */
export interface BodySize {
  readonly height: number;
  /** Of the circle that holds it while it stands. */
  readonly radius: number;
}

/** Characters that move. */
export interface MovedCharacters extends BodySize {
  /** By index; those whose `anim_clip` is `walk` walk about. */
  readonly characters: readonly Character[];
  /** Recipe that placed them; undefined for characters without one, which have no boundary. */
  readonly recipe: Recipe | undefined;
}

/** Option `createSimulation` for a crowd of files. */
export function createSimulationOfFiles(
  moved: MovedCharacters,
  motion: GLTFMotionOptions,
  settings: {
    readonly ground: GroundHeight | undefined;
    readonly onWarning: ((message: string) => void) | undefined;
  },
): CreateSimulation {
  const { characters, height, recipe } = moved;
  const { walls = [], exits = [] } = motion;
  const agentsOf = (clipSpeed: ClipSpeed, { crowdPerson, crowdScenario }: SimulateModule): CrowdAgents => {
    const walkSpeed = motion.walkSpeed ?? (clipSpeed() || USUAL_PACE * height);
    if (!recipe) return peopleInTheOpen(moved, walkSpeed, motion);
    const options = { clipSpeed: walkSpeed, walls, exits };
    return {
      scenario: crowdScenario(recipe, characters, options),
      personOf: (character) => crowdPerson(recipe, character, options),
    };
  };
  return createSimulationBy(agentsOf, motion, settings);
}

/** People without a boundary: those who walk go from one place to another among those who were there at first. */
function peopleInTheOpen(
  { characters, height, radius }: MovedCharacters,
  walkSpeed: number,
  { walls = [], exits = [] }: GLTFMotionOptions,
): CrowdAgents {
  const personOf = ({ index, x, z, rot_y, scale, anim_clip }: Character): Person => ({
    x,
    z,
    heading: rot_y,
    radius: Math.max(BODY_RADIUS * height, radius) * scale,
    speed: walkSpeed * scale * (1 + SPEED_VARIATION * (2 * spread(index) - 1)),
    goal: { kind: anim_clip === 'walk' ? 'wander' : 'stand' },
  });
  const scenario: Scenario = {
    seed: 0,
    people: characters.map(personOf),
    boundary: openGround(characters, MARGIN * height),
    paths: [],
    obstacles: [],
    walls,
    exits,
    anticipation: 0.5,
    personalSpace: 0,
  };
  return { scenario, personOf };
}

function openGround(characters: readonly Character[], margin: number): Scenario['boundary'] {
  const places = characters.length > 0 ? characters.map(({ x, z }): Point => [x, z]) : [[0, 0] as Point];
  const [minX, minZ, maxX, maxZ] = boundsOf(places);
  return { kind: 'open', minX: minX - margin, minZ: minZ - margin, maxX: maxX + margin, maxZ: maxZ + margin };
}

/** Its multiples, modulo 1, are spread evenly however many there are. */
const GOLDEN_RATIO = 0.618033988749895;

/** A number from 0 to 1 for each index, spread evenly however many there are. */
export function spread(index: number): number {
  return (index * GOLDEN_RATIO) % 1;
}
