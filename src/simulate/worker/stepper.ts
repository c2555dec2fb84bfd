import { createFrame } from '../population/frame.js';
import { Simulation } from '../simulation.js';
import type { SimulationAnswer, SimulationRequest } from './messages.js';

/** Handles requests with a simulation in this thread, that of a worker or of the page. */
export class Stepper {
  readonly #answer: (answer: SimulationAnswer) => void;
  #simulation: Simulation | undefined;

  constructor(answer: (answer: SimulationAnswer) => void) {
    this.#answer = answer;
  }

  handle(request: SimulationRequest): void {
    if (request.kind === 'start')
      this.#simulation = new Simulation(request.scenario, { recordsCommands: false });
    const simulation = this.#simulation;
    if (simulation === undefined) throw new Error('The first request to a simulation is `start`.');
    switch (request.kind) {
      case 'step': {
        const { id, pair, count, wantsSnapshot } = request;
        for (let step = 0; step < count; step++) simulation.step();
        if (pair.current.length !== simulation.current.length) {
          pair.previous = createFrame(simulation.size);
          pair.current = createFrame(simulation.size);
        }
        pair.previous.set(simulation.previous);
        pair.current.set(simulation.current);
        pair.steps = simulation.steps;
        const snapshot = wantsSnapshot ? simulation.takeSnapshot() : undefined;
        this.#answer({ kind: 'stepped', id, pair, events: simulation.takeEvents(), snapshot });
        break;
      }
      case 'command':
        simulation.apply(request.command);
        break;
      case 'snapshot':
        this.#answer({ kind: 'snapshot', id: request.id, snapshot: simulation.takeSnapshot() });
        break;
      case 'resume':
        simulation.resume(request.snapshot);
    }
  }
}
