/**
 * The crowd service: a function from request to answer, and what listens for it on Node.
 *
 * @module three-crowd-server
 */
export {
  type Account,
  type Charge,
  type CreateOutcome,
  type CrowdService,
  type CrowdServiceOptions,
  createCrowdService,
  DEFAULT_CROWD,
  DEFAULT_PLAN,
  type GenerationOptions,
  issueKey,
  type ListenOptions,
  type ListPosition,
  listen,
  MemoryStorage,
  type MeterOutcome,
  type OpenStorageOptions,
  openAccount,
  openStorage,
  PLANS,
  type Plan,
  type Plans,
  type RequestMark,
  type Revision,
  type RunningServer,
  SAMPLE_CROWDS,
  SAMPLE_KEY,
  type SavedCrowd,
  type ServiceLogger,
  type ServiceOptions,
  type Storage,
  type StoredKey,
  VERSION,
} from './index.js';
