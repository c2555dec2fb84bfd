import { randomBytes } from 'node:crypto';
import { describeListed } from '../crowd-answers.js';
import type { SavedCrowd } from '../storage/storage.js';
import type { CrowdEvent } from '../storage/webhook-storage.js';
import { type Trace, traceHeaders } from '../trace.js';

/** What webhooks are told of. */
export const EVENT_TYPES = ['crowd.created', 'crowd.updated', 'crowd.deleted'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/**
 * The message about a change: what a list says of the crowd, as it is after the change or was before it was deleted. Not
 * its recipe: messages may come late and out of order, so whoever needs the crowd reads it.
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
