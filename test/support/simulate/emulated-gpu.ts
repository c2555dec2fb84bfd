import type { Simulation } from 'three-crowd/simulate';
import { FRAME, FRAME_STRIDE } from '../../../src/simulate/frame.js';
import { agentNumber } from '../../../src/simulate/gpu/agent-state.js';
import { AGENT, AgentTable } from '../../../src/simulate/gpu/agent-table.js';
import { FieldTable } from '../../../src/simulate/gpu/field-table.js';
import { Population } from '../../../src/simulate/population.js';
import { restorePopulation } from '../../../src/simulate/snapshot.js';
import { World } from '../../../src/simulate/world/world.js';

/** Everybody of a simulation as a GPU that has made the same steps would have them. */
export function agentsOf(simulation: Simulation): Float32Array {
  const { scenario, previous } = simulation;
  const people = new Population(scenario.people);
  restorePopulation(people, simulation.takeSnapshot().people);
  const world = new World(scenario, people, () => {});
  const { numbers } = new AgentTable(people, world, new FieldTable(world.fields, [], []));
  for (let i = 0; i < people.size; i++) {
    const o = i * FRAME_STRIDE;
    const heading = previous[o + FRAME.heading];
    const before = [previous[o + FRAME.x], previous[o + FRAME.z], Math.sin(heading), Math.cos(heading)];
    numbers.set(before, agentNumber(i, AGENT.before));
  }
  return numbers;
}
