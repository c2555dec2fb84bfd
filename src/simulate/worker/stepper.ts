import { createFrame } from '../population/frame.js';
import { Simulation } from '../simulation.js';
import type { SimulationAnswer, SimulationRequest } from './messages.js';

/** Answers requests with a simulation of its own, in this thread: a worker's or the page's. */
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
    if (simulation === undefined)
      throw new Error('A simulation was asked for something before it was started.');
    switch (request.kind) {
      case 'step': {
        const { pair, count, wantsSnapshot } = request;
        for (let step = 0; step < count; step++) simulation.step();
        if (pair.current.length !== simulation.current.length) {
          pair.previous = createFrame(simulation.size);
          pair.current = createFrame(simulation.size);
        }
        pair.previous.set(simulation.previous);
        pair.current.set(simulation.current);
        pair.steps = simulation.steps;
        const snapshot = wantsSnapshot ? simulation.takeSnapshot() : undefined;
        this.#answer({ kind: 'stepped', pair, events: simulation.takeEvents(), snapshot });
        break;
      }
      case 'command':
        simulation.apply(request.command);
        break;
      case 'snapshot':
        this.#answer({ kind: 'snapshot', snapshot: simulation.takeSnapshot() });
        break;
      case 'resume':
        simulation.resume(request.snapshot);
    }
  }
}
