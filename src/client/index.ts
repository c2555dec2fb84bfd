/**
 * Reads and saves crowds at the service: fetches, checks, retries, gives up in time.
 *
 * @module three-crowd/client
 */
export type {
  CrowdResponse,
  Project,
  ProjectChange,
  ProjectInput,
  ProjectPage,
  ProjectSummary,
  SavedProject,
  Tier,
} from '../protocol/index.js';
export { Call, type ResponseInfo, type WithResponse } from './call.js';
export { CrowdClient } from './crowd-client.js';
export type {
  CallOptions,
  CrowdClientOptions,
  GetCrowdOptions,
  ListOptions,
  Logger,
} from './crowd-client-options.js';
export { ListCall } from './list-call.js';
export { Projects } from './projects.js';
export { type VerifyWebhookOptions, verifyWebhook, type WebhookMessage } from './verify-webhook.js';
