export { ITERATIONS as CONTACT_ITERATIONS } from '../step/contacts.js';
export { GpuSimulation, whyNotOnGpu } from './gpu-simulation.js';
export { declareFloat, STRETCH } from './walk-declarations.js';
