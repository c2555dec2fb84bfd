import * as z from 'zod/mini';
import { EVENT_TYPES } from '../../webhooks/webhooks.js';

const time = () => z.iso.datetime({ precision: 3 });

const key = z.looseObject({
  key_id: z.string(),
  label: z.string(),
  access: z.enum(['read', 'write']),
  collection: z.nullable(z.string()),
  origins: z.nullable(z.array(z.string())),
  created_at: time(),
  expires_at: z.nullable(time()),
  quota: z.nullable(z.int().check(z.minimum(0))),
  revoked_at: z.nullable(time()),
  is_current: z.boolean(),
});

const webhook = z.looseObject({
  webhook_id: z.string(),
  url: z.url(),
  events: z.array(z.enum(EVENT_TYPES)),
  created_at: time(),
  dropped_messages: z.int().check(z.minimum(0)),
});

const count = () => z.int().check(z.minimum(0));

/** One that nobody took. */
const message = z.looseObject({
  message_id: z.string(),
  type: z.enum(EVENT_TYPES),
  crowd_id: z.string(),
  attempts: count(),
  reason: z.string(),
});

/** Schemas of answers about an account, by their names in the description. */
export const ACCOUNT_SCHEMAS = {
  Account: [
    z.looseObject({
      name: z.string(),
      plan: z.string(),
      max_size: count(),
      quota: count(),
      used: count(),
      period_ends_at: time(),
      key: z.looseObject({
        access: z.enum(['read', 'write']),
        collection: z.nullable(z.string()),
        origins: z.nullable(z.array(z.string())),
        expires_at: z.nullable(time()),
        quota: z.nullable(count()),
        used: z.nullable(count()),
      }),
    }),
    'An account, the billable requests of this month, and what the key of the request may be used for.',
  ],
  KeyList: [z.looseObject({ data: z.array(key) }), 'Keys, also those that open nothing any more.'],
  NewKey: [z.extend(key, { key: z.string() }), 'A key, with what opens.'],
  WebhookList: [z.looseObject({ data: z.array(webhook) }), 'Webhooks, oldest first.'],
  NewWebhook: [
    z.extend(webhook, { secret: z.string() }),
    'A webhook, with the secret that signs its messages.',
  ],
  RotatedWebhook: [
    z.extend(webhook, { secret: z.string(), old_secret_until: time() }),
    'A webhook, with its new secret, and until when the one before signs its messages as well.',
  ],
  FailedMessageList: [
    z.looseObject({
      data: z.array(z.extend(message, { failed_at: time() })),
      retried: z.array(z.extend(message, { next_attempt_at: time() })),
    }),
    'Messages that nobody took: those that were given up in `data`, in `retried` those that are sent again.',
  ],
  Resent: [z.looseObject({ resent: count() }), 'A number of messages.'],
} satisfies Record<string, [schema: z.core.$ZodType, description: string]>;
