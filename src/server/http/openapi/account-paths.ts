import { answer, type ErrorStatus, errors, json } from './components.js';

const idOf = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const WEBHOOK = { parameters: [idOf('webhook_id')] };

/** An operation, with the refusals of all of them and some more. */
const operation = (
  operationId: string,
  summary: string,
  responses: object,
  { more = [], ...described }: { more?: ErrorStatus[]; description?: string; requestBody?: object } = {},
) => ({
  operationId,
  tags: ['Account'],
  summary,
  ...described,
  responses: { ...responses, ...errors(401, 403, 429, 500, 503, ...more) },
});
const MISSING = { more: [404 as const] };
const body = (name: string) => ({
  more: [400, 413, 415, 422] as ErrorStatus[],
  requestBody: { required: true, content: json(name) },
});
const gone = (description: string) => ({ 204: { description } });
const resent = (operationId: string, summary: string) => ({
  post: operation(
    operationId,
    summary,
    { 200: answer('How many messages are sent again.', 'Resent') },
    MISSING,
  ),
});

/** Plan, keys and webhooks of an account. The interface leaves them to "the dashboard". */
export const ACCOUNT_PATHS = {
  '/v1/account': {
    get: operation('getAccount', 'Your plan, and what of it is used', {
      200: answer('The account.', 'Account'),
    }),
  },
  '/v1/keys': {
    get: operation(
      'listKeys',
      'Your keys, oldest first, by their ids',
      { 200: answer('The keys.', 'KeyList') },
      { description: 'For a key without limits, as all about keys and webhooks.' },
    ),
    post: operation(
      'createKey',
      'Make a key',
      { 201: answer('The key.', 'NewKey') },
      {
        ...body('KeyInput'),
        description:
          'The only answer that holds the key itself. A key makes none that expires later than it does.',
      },
    ),
  },
  '/v1/keys/{key_id}': {
    parameters: [idOf('key_id')],
    delete: operation('revokeKey', 'Revoke a key', gone('It is revoked.'), MISSING),
  },
  '/v1/webhooks': {
    get: operation('listWebhooks', 'Your webhooks', { 200: answer('The webhooks.', 'WebhookList') }),
    post: operation(
      'createWebhook',
      'Have messages about changes of your crowds sent to an address',
      { 201: answer('The webhook.', 'NewWebhook') },
      {
        ...body('WebhookInput'),
        description:
          'Messages follow the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, and ' +
          '`webhook-signature` with the secret of this answer, the only one that holds it. Sent until a 2xx comes, for three days.',
      },
    ),
  },
  '/v1/webhooks/{webhook_id}': {
    ...WEBHOOK,
    delete: operation('deleteWebhook', 'Delete a webhook', gone('It is deleted.'), MISSING),
  },
  '/v1/webhooks/{webhook_id}/secret': {
    ...WEBHOOK,
    post: operation(
      'rotateWebhookSecret',
      'Give a webhook a new secret',
      { 200: answer('The webhook, with its new secret.', 'RotatedWebhook') },
      {
        ...MISSING,
        description:
          'For 24 hours, messages carry two signatures, with the new secret and with the one before. A third secret ' +
          'ends the first at once.',
      },
    ),
  },
  '/v1/webhooks/{webhook_id}/failures': {
    ...WEBHOOK,
    get: operation(
      'listFailedMessages',
      'The last 100 messages that a webhook did not take, newest first, and the next 100 that are tried again',
      { 200: answer('The messages.', 'FailedMessageList') },
      {
        ...MISSING,
        description:
          'The former were tried for three days, and are kept for 30. The latter say why the last attempt failed, and when the next is.',
      },
    ),
  },
  '/v1/webhooks/{webhook_id}/failures/resend': {
    ...WEBHOOK,
    ...resent('resendFailedMessages', 'Send all failed messages of a webhook again'),
  },
  '/v1/webhooks/{webhook_id}/failures/{message_id}/resend': {
    parameters: [idOf('webhook_id'), idOf('message_id')],
    ...resent('resendFailedMessage', 'Send a failed message again, under the same `webhook-id`'),
  },
};
