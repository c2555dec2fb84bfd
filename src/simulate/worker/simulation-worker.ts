import { buffersOf } from './frame-pair.js';
import type { SimulationRequest } from './messages.js';
import { Stepper } from './stepper.js';

// A module worker that runs one simulation. Frames come with a request and go back with its answer, so that there are
// never more of them than the page made.

const stepper = new Stepper((answer) => {
  const frames = answer.kind === 'stepped' ? buffersOf(answer.pair) : [];
  // A snapshot of 5,000 people is 1.2 MB, which is the page's own once it is made.
  const people = answer.snapshot ? Object.values(answer.snapshot.people).map(({ buffer }) => buffer) : [];
  self.postMessage(answer, { transfer: [...frames, ...people] });
});

self.addEventListener('message', ({ data }: MessageEvent<SimulationRequest>) => stepper.handle(data));
