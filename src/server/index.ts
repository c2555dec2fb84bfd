// The service: what the command line may use of this one. Users get what `public.ts` lists.
export { issueKey, openAccount } from './accounts.js';
export { createApiKey, hashApiKey, isApiKey } from './api-key.js';
export { type Caller, NO_LIMITS } from './caller.js';
export { createService, type KitSource, type ServiceOptions, type WebhookOptions } from './create-service.js';
export { type CrowdService, type CrowdServiceOptions, createCrowdService } from './crowd-service.js';
export type { GenerationOptions } from './generation/character-generator.js';
export type { ServiceLogger } from './logger.js';
export { type ListeningService, type ListenOptions, listen, type RunningServer } from './node.js';
export { DEFAULT_PLAN, PLANS, type Plan, type Plans, parsePlans } from './plans.js';
export { mergeMetrics } from './rest/merge-metrics.js';
export { DEFAULT_CROWD, SAMPLE_CROWDS, SAMPLE_KEY } from './sample-crowds.js';
export type { Service } from './service.js';
export { ServiceError } from './service-error.js';
export { type OpenStorageOptions, openStorage } from './storage/sql/open-storage.js';
export type {
  Account,
  CreateOutcome,
  FileStore,
  KeyLimits,
  KeyOwner,
  ListedCrowd,
  ListPosition,
  OwnedRequest,
  RequestMark,
  Revision,
  SavedCrowd,
  SavedKit,
  Storage,
  StoredKey,
  Use,
  UseOutcome,
} from './storage/storage.js';
export { StorageUnavailableError } from './storage/storage-error.js';
export type {
  CrowdEvent,
  Delivery,
  FailedMessage,
  Settlement,
  Webhook,
  WebhookStorage,
} from './storage/webhook-storage.js';
export { VERSION } from './version.js';
