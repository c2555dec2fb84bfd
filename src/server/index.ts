// The service: what the command line may use of this one. Users get what `public.ts` lists.
export { issueKey, openAccount } from './accounts/accounts.js';
export { createApiKey, hashApiKey, isApiKey } from './accounts/api-key.js';
export { type Caller, NO_LIMITS } from './accounts/caller-permissions.js';
export { periodOf } from './accounts/clock.js';
export { DEFAULT_PLAN, PLANS, type Plan, type Plans, parsePlans } from './accounts/plans.js';
export type { ServiceLogger } from './core/logger.js';
export { ServiceError } from './core/service-error.js';
export { VERSION } from './core/version.js';
export { createService, type KitSource, type ServiceOptions, type WebhookOptions } from './create-service.js';
export { type CrowdService, type CrowdServiceOptions, createCrowdService } from './crowd-service.js';
export type { GenerationOptions } from './crowds/generation/character-generator.js';
export { DEFAULT_CROWD, SAMPLE_CROWDS, SAMPLE_KEY } from './crowds/sample-crowds.js';
export type { Service } from './crowds/service.js';
export { type ListeningService, type ListenOptions, listen, type RunningServer } from './http/node.js';
export { mergeMetrics } from './http/rest/merge-metrics.js';
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
export { StorageUnavailableError } from './storage/storage.js';
export type {
  CrowdEvent,
  Delivery,
  FailedMessage,
  Settlement,
  Webhook,
  WebhookStorage,
} from './storage/webhook-storage.js';
