export { ITERATIONS as CONTACT_ITERATIONS } from '../step/contacts.js';
export { MAX_DISTANCE as QUEUE_METRES } from '../world/exits.js';
export { agentNumber } from './agent-state.js';
export { AGENT, type AgentTable, MAX_FORMATIONS, type NumberRun, UNKNOWN_GAIT } from './agent-table.js';
export { declareFloat } from './declarations.js';
export { whyNotOnGpu } from './gpu-limits.js';
export { GpuSimulation, type GpuState, type WalkDevice } from './gpu-simulation.js';
export { STRETCH } from './walk-declarations.js';
