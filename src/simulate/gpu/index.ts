export { ITERATIONS as CONTACT_ITERATIONS } from '../step/contacts.js';
export { AGENT, AGENT_TEXELS } from './agent-table.js';
export { GpuSimulation, whyNotOnGpu } from './gpu-simulation.js';
export { STRETCH } from './walk-declarations.js';
