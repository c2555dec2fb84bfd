/**
 * Reads crowds from the service: fetches, checks, retries, gives up in time.
 *
 * @module
 */
// The HTTP library underneath is not exported on purpose: it may change without notice.
export { CrowdClient } from './crowd-client.js';
export type {
  CallOptions,
  CrowdClientOptions,
  CrowdTier,
  GetCrowdOptions,
  Logger,
} from './crowd-client-options.js';
