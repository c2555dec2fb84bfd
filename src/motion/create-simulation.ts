import { CrowdError } from '../errors/index.js';
import type { Character, CrowdResponse } from '../protocol/index.js';
import type { Person, RunningSimulation, Scenario, SimulationDriver } from '../simulate/index.js';
import type { GroundHeight } from './ground.js';
import type { MotionOptions } from './motion-options.js';

/** The simulation that moves the characters of a crowd. */
export interface CreatedSimulation {
  /** Its agent i is the character with index i. Disposed of together with the crowd, if it can be. */
  readonly simulation: RunningSimulation &
    Partial<Pick<SimulationDriver, 'dispose' | 'takeState' | 'restoreState'>>;
  /** Returns the agent of a character that is added later. */
  personOf(character: Character): Person;
  /** Number of characters nearest to a camera that are simulated in full. @default Infinity */
  readonly nearest?: number;
}

/**
 * Ground that a walk clip covers at playback speed 1, metres a second at scale 1; 0 where the crowd cannot walk.
 *
 * @param walkClip of a character @default walk
 */
export type ClipSpeed = (walkClip?: Character['walk_clip']) => number;

/** Creates the simulation of a crowd. */
export type CreateSimulation = (clipSpeed: ClipSpeed) => Promise<CreatedSimulation>;

/** Default of {@link MotionOptions.nearest}. */
const NEAREST = 5_000;

type SimulateModule = typeof import('../simulate/worker/index.js');

/** Scenario of a crowd, and the agents of characters that are added later. */
export interface CrowdAgents extends Pick<CreatedSimulation, 'personOf'> {
  readonly scenario: Scenario;
}

/** Option `createSimulation` for the crowd of a response; none with `motion: false`. */
export function createSimulationOf(
  { recipe, characters, scene }: Pick<CrowdResponse, 'recipe' | 'characters' | 'scene'>,
  { motion = true, ground, onWarning }: SimulationSettings,
): { readonly createSimulation?: CreateSimulation } {
  if (motion === false) return {};
  const settings = motion === true ? {} : motion;
  const agentsOf = (clipSpeed: ClipSpeed, { crowdPerson, crowdScenario }: SimulateModule): CrowdAgents => {
    const options = { ...settings, scene, ...(clipSpeed() > 0 ? { clipSpeed } : {}) };
    return {
      scenario: crowdScenario(recipe, characters, options),
      personOf: (character) => crowdPerson(recipe, character, options),
    };
  };
  return { createSimulation: createSimulationBy(agentsOf, settings, { ground, onWarning }) };
}

interface SimulationSettings {
  readonly motion?: boolean | MotionOptions | undefined;
  /** @default the terrain of the scenario */
  readonly ground?: GroundHeight | undefined;
  /** @default console.warn */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * @param agentsOf returns the agents for the speeds of walk clips
 * @throws {CrowdError} if `nearest` is not a number above 0
 */
export function createSimulationBy(
  agentsOf: (clipSpeed: ClipSpeed, module: SimulateModule) => CrowdAgents,
  { worker = true, nearest = NEAREST }: Pick<MotionOptions, 'worker' | 'nearest'>,
  { ground, onWarning = console.warn }: Pick<SimulationSettings, 'ground' | 'onWarning'>,
): CreateSimulation {
  if (!(nearest > 0)) {
    throw new CrowdError(`motion.nearest is ${nearest}; give a number of characters above 0, or Infinity.`);
  }
  return async (clipSpeed) => {
    const module = await import('../simulate/worker/index.js');
    const { scenario, personOf } = agentsOf(clipSpeed, module);
    const grounded = ground ? module.withGround(scenario, ground) : scenario;
    const simulation = new module.SimulationDriver(grounded, { worker, onWarning });
    return { simulation, personOf, nearest };
  };
}
