import { answer, errors, json } from './components.js';

const idOf = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const RESENT = {
  200: answer('How many messages are sent again.', 'Resent'),
  ...errors(401, 403, 404, 429, 500, 503),
};

/** Plan, keys and webhooks of an account. The interface leaves them to "the dashboard". */
export const ACCOUNT_PATHS = {
  '/v1/account': {
    get: {
      operationId: 'getAccount',
      tags: ['Account'],
      summary: 'Your plan, and what of it is used',
      responses: { 200: answer('The account.', 'Account'), ...errors(401, 403, 429, 500, 503) },
    },
  },
  '/v1/keys': {
    get: {
      operationId: 'listKeys',
      tags: ['Account'],
      summary: 'Your keys, oldest first, without what opens',
      description: 'For a key without limits, as all about keys and webhooks.',
      responses: { 200: answer('The keys.', 'KeyList'), ...errors(401, 403, 429, 500, 503) },
    },
    post: {
      operationId: 'createKey',
      tags: ['Account'],
      summary: 'Make a key',
      description:
        'The only answer that holds the key itself. A key makes none that expires later than it does.',
      requestBody: { required: true, content: json('KeyInput') },
      responses: {
        201: answer('The key.', 'NewKey'),
        ...errors(400, 401, 403, 413, 415, 422, 429, 500, 503),
      },
    },
  },
  '/v1/keys/{key_id}': {
    parameters: [idOf('key_id')],
    delete: {
      operationId: 'revokeKey',
      tags: ['Account'],
      summary: 'Let a key open nothing any more',
      responses: { 204: { description: 'It is revoked.' }, ...errors(401, 403, 404, 429, 500, 503) },
    },
  },
  '/v1/webhooks': {
    get: {
      operationId: 'listWebhooks',
      tags: ['Account'],
      summary: 'Where changes of your crowds are told',
      responses: { 200: answer('The webhooks.', 'WebhookList'), ...errors(401, 403, 429, 500, 503) },
    },
    post: {
      operationId: 'createWebhook',
      tags: ['Account'],
      summary: 'Have changes of your crowds told to an address',
      description:
        'Messages follow the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, and `webhook-signature` ' +
        'with the secret of this answer, the only one that holds it. Sent until a 2xx comes, for three days.',
      requestBody: { required: true, content: json('WebhookInput') },
      responses: {
        201: answer('The webhook.', 'NewWebhook'),
        ...errors(400, 401, 403, 413, 415, 422, 429, 500, 503),
      },
    },
  },
  '/v1/webhooks/{webhook_id}': {
    parameters: [idOf('webhook_id')],
    delete: {
      operationId: 'deleteWebhook',
      tags: ['Account'],
      summary: 'Tell changes there no more',
      responses: { 204: { description: 'It is deleted.' }, ...errors(401, 403, 404, 429, 500, 503) },
    },
  },
  '/v1/webhooks/{webhook_id}/secret': {
    parameters: [idOf('webhook_id')],
    post: {
      operationId: 'rotateWebhookSecret',
      tags: ['Account'],
      summary: 'Give a webhook a new secret',
      description:
        'For 24 hours, messages carry two signatures, with the new secret and with the one before. A third secret ' +
        'ends the first at once.',
      responses: {
        200: answer('The webhook, with its new secret.', 'RotatedWebhook'),
        ...errors(401, 403, 404, 429, 500, 503),
      },
    },
  },
  '/v1/webhooks/{webhook_id}/failures': {
    parameters: [idOf('webhook_id')],
    get: {
      operationId: 'listFailedMessages',
      tags: ['Account'],
      summary:
        'The last 100 messages that a webhook did not take, newest first, and the next 100 that are tried again',
      description:
        'The former were tried for three days, and are kept for 30. The latter say why the last attempt failed, and when the next is.',
      responses: {
        200: answer('The messages.', 'FailedMessageList'),
        ...errors(401, 403, 404, 429, 500, 503),
      },
    },
  },
  '/v1/webhooks/{webhook_id}/failures/resend': {
    parameters: [idOf('webhook_id')],
    post: {
      operationId: 'resendFailedMessages',
      tags: ['Account'],
      summary: 'Send all failed messages of a webhook again',
      responses: RESENT,
    },
  },
  '/v1/webhooks/{webhook_id}/failures/{message_id}/resend': {
    parameters: [idOf('webhook_id'), idOf('message_id')],
    post: {
      operationId: 'resendFailedMessage',
      tags: ['Account'],
      summary: 'Send a failed message again, under the same `webhook-id`',
      responses: RESENT,
    },
  },
};
