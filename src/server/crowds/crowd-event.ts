import { randomBytes } from 'node:crypto';
import { type Trace, traceHeaders } from '../core/trace.js';
import type { SavedCrowd } from '../storage/storage.js';
import type { CrowdEvent } from '../storage/webhook-storage.js';
import type { EventType } from '../webhooks/webhooks.js';
import { describeListed } from './crowd-answers.js';

/**
 * Creates the message about a change. It has the fields of a list entry: after the change, or before a deletion. It has no
 * recipe, because messages may arrive late and out of order: a receiver that needs the recipe reads the crowd.
 */
export function createCrowdEvent(type: EventType, crowd: SavedCrowd, now: Date, trace?: Trace): CrowdEvent {
  const at = now.toISOString();
  const data = describeListed({ ...crowd, collection: crowd.recipe.collection });
  return {
    id: `msg_${randomBytes(15).toString('base64url')}`,
    accountId: crowd.accountId,
    type,
    body: JSON.stringify({ type, timestamp: at, data }),
    at,
    trace: trace ? traceHeaders(trace) : {},
  };
}
