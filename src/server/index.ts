/**
 * The crowd service: a function from request to answer, and what listens for it on Node.
 *
 * @module
 */
export { createApiKey, hashApiKey, isApiKey } from './api-key.js';
export { type CrowdService, type CrowdServiceOptions, createCrowdService } from './crowd-service.js';
export { type ListenOptions, listen, type RunningServer } from './node.js';
export { DEFAULT_CROWD, SAMPLE_CROWDS, SAMPLE_KEY } from './sample-crowds.js';
export { MemoryStorage } from './storage/memory-storage.js';
export type { Account, SavedCrowd, Storage, StoredKey } from './storage/storage.js';
