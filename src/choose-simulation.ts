import type { DrawOptions, MotionOptions } from './create-crowd-options.js';
import type { Character, CrowdResponse } from './protocol/index.js';
import type { BuildCrowdOptions, GpuChoice, WalkingGpu } from './render/index.js';
import type { GpuSimulation } from './simulate/gpu/index.js';
import type { DriverState, Person, Scenario } from './simulate/index.js';

/**
 * People that one worker can walk with. At one a square metre, it takes 25 ms of processor time for a step of 10,000, 36 for
 * 15,000, 49 for 20,000 and 75 for 30,000 (`bench/micro/worker-limit.bench.ts`, two busy cores), and has 50.
 */
export const WORKER_LIMIT = 15_000;

/**
 * Whether to try a crowd on the GPU that nobody asked for: where a worker would be too slow, and the processor, which has
 * too much to do, does not do the GPU's work as well.
 */
export function prefersGpu(people: number, gpu: WalkingGpu): boolean {
  return gpu === 'hardware' && people > WORKER_LIMIT;
}

/** Who walks in a crowd, and where. */
export interface CrowdPeople {
  readonly scenario: Scenario;
  /** Somebody who joins them later. */
  personOf(character: Character): Person;
}

/** What makes the simulation of a response's crowd; nothing for one that stays. */
export function createSimulationOf(
  { recipe, characters }: Pick<CrowdResponse, 'recipe' | 'characters'>,
  { motion = true, onWarning }: Pick<DrawOptions, 'motion' | 'onWarning'>,
): Pick<BuildCrowdOptions, 'createSimulation'> {
  if (motion === false) return {};
  const what = motion === true ? {} : motion;
  const peopleOf = async (clipSpeed: number): Promise<CrowdPeople> => {
    const { crowdPerson, crowdScenario } = await import('./simulate/worker/index.js');
    const options = { ...what, ...(clipSpeed > 0 ? { clipSpeed } : {}) };
    return {
      scenario: crowdScenario(recipe, characters, options),
      personOf: (character) => crowdPerson(recipe, character, options),
    };
  };
  return { createSimulation: createSimulationBy(peopleOf, what, onWarning) };
}

/**
 * What makes a simulation, once it is known how fast the walk clip walks.
 *
 * @param peopleOf who walks, if the clip walks so fast: metres a second at scale 1, 0 where there is none
 */
export function createSimulationBy(
  peopleOf: (clipSpeed: number) => Promise<CrowdPeople>,
  { worker = true, gpu: choice }: Pick<MotionOptions, 'worker' | 'gpu'>,
  onWarning: (message: string) => void = console.warn,
): NonNullable<BuildCrowdOptions['createSimulation']> {
  return async (clipSpeed, gpu) => {
    const [{ scenario, personOf }, { SimulationDriver: Driver }] = await Promise.all([
      peopleOf(clipSpeed),
      import('./simulate/worker/index.js'),
    ]);
    const gpuChoice: GpuChoice = {
      isAutomatic: choice === undefined,
      prefers: prefersGpu,
      createDriver: () => new Driver(scenario, { worker }),
      createOnGpu: (state) => createOnGpu(scenario, state),
    };
    if (choice ?? prefersGpu(scenario.people.length, gpu)) {
      const simulation =
        gpu === 'none' ? 'it is not drawn as instances by WebGPU' : await createOnGpu(scenario);
      if (typeof simulation !== 'string') return { simulation, personOf, gpu: gpuChoice };
      if (choice) {
        onWarning(
          `three-crowd: this crowd does not move on the GPU, as motion: { gpu: true } asks for: ${simulation}.`,
        );
      }
    }
    const simulation = gpuChoice.createDriver();
    return choice === undefined ? { simulation, personOf, gpu: gpuChoice } : { simulation, personOf };
  };
}

/** People who walk on the GPU, or why they cannot. */
async function createOnGpu(scenario: Scenario, state?: DriverState): Promise<GpuSimulation | string> {
  // The build leaves the WebGPU half out of the classic script, if it stands in a branch.
  if (import.meta.url) {
    const { GpuSimulation, whyNotOnGpu } = await import('./simulate/gpu/index.js');
    return whyNotOnGpu(scenario, state?.snapshot) ?? new GpuSimulation(scenario, state);
  }
  return 'the classic script draws with WebGL';
}
