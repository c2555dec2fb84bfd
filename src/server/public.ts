/**
 * The crowd service: a function from request to answer, and what listens for it on Node.
 *
 * @module three-crowd-server
 */
export {
  type Account,
  type CrowdService,
  type CrowdServiceOptions,
  createCrowdService,
  DEFAULT_CROWD,
  type FileStore,
  type GenerationOptions,
  issueKey,
  type KeyLimits,
  type KitSource,
  type ListeningService,
  type ListenOptions,
  listen,
  type OpenStorageOptions,
  openAccount,
  openStorage,
  PLANS,
  type Plan,
  type Plans,
  type RunningServer,
  SAMPLE_CROWDS,
  SAMPLE_KEY,
  type ServiceLogger,
  type ServiceOptions,
  type Storage,
  VERSION,
  type WebhookOptions,
} from './index.js';
