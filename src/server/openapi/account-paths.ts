import { answer, errors, json } from './components.js';

const idOf = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });

/** What belongs to an account beside its crowds. Not of the interface, which leaves keys to "the dashboard". */
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
};
