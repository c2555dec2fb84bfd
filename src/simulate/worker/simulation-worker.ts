import type { SimulationRequest } from './messages.js';
import { Stepper } from './stepper.js';

// A module worker that runs one simulation. Frames come with a request and go back with its answer, so that there are
// never more of them than the page made.

const stepper = new Stepper((answer) => {
  const transfer = answer.kind === 'stepped' ? [answer.pair.previous.buffer, answer.pair.current.buffer] : [];
  self.postMessage(answer, { transfer });
});

self.addEventListener('message', ({ data }: MessageEvent<SimulationRequest>) => stepper.handle(data));
