import type { Hono } from 'hono';
import type { Service } from '../../crowds/service.js';
import type { StoredKey } from '../../storage/storage.js';
import type { FailedMessage, RetriedMessage, Webhook } from '../../storage/webhook-storage.js';
import { readJson } from '../read-json.js';
import type { AppOptions } from './app-options.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';

/** `/v1/account`, `/v1/keys` and `/v1/webhooks`. All of them are free. */
export function addAccountRoutes(app: Hono<Environment>, { service }: AppOptions): void {
  app.get('/v1/account', async (context) =>
    context.json(await service.describeAccount(context.get('account'))),
  );
  app.all('/v1/account', methodNotAllowed('GET', 'HEAD'));
  addKeyRoutes(app, service);
  addWebhookRoutes(app, service);
}

function addKeyRoutes(app: Hono<Environment>, { keys }: Service): void {
  app.get('/v1/keys', async (context) => {
    const account = context.get('account');
    const stored = await keys.list(account);
    return context.json({ data: stored.map((key) => describeKey(key, account.keyHash)) });
  });
  app.post('/v1/keys', async (context) => {
    const account = context.get('account');
    const { key, stored } = await keys.create(account, await readJson(context.req.raw));
    return context.json({ ...describeKey(stored, account.keyHash), key }, 201);
  });
  app.all('/v1/keys', methodNotAllowed('GET', 'HEAD', 'POST'));
  app.delete('/v1/keys/:key_id', async (context) => {
    await keys.revoke(context.get('account'), context.req.param('key_id'));
    return context.body(null, 204);
  });
  app.all('/v1/keys/:key_id', methodNotAllowed('DELETE'));
}

function addWebhookRoutes(app: Hono<Environment>, { webhooks }: Service): void {
  app.get('/v1/webhooks', async (context) => {
    const listed = await webhooks.list(context.get('account'));
    return context.json({ data: listed.map(describeWebhook) });
  });
  app.post('/v1/webhooks', async (context) => {
    const webhook = await webhooks.add(context.get('account'), await readJson(context.req.raw));
    return context.json({ ...describeWebhook(webhook), secret: webhook.secret }, 201);
  });
  app.all('/v1/webhooks', methodNotAllowed('GET', 'HEAD', 'POST'));
  app.delete('/v1/webhooks/:webhook_id', async (context) => {
    await webhooks.remove(context.get('account'), context.req.param('webhook_id'));
    return context.body(null, 204);
  });
  app.all('/v1/webhooks/:webhook_id', methodNotAllowed('DELETE'));
  app.post('/v1/webhooks/:webhook_id/secret', async (context) => {
    const webhook = await webhooks.rotate(context.get('account'), context.req.param('webhook_id'));
    const { secret, oldSecretUntil } = webhook;
    return context.json({ ...describeWebhook(webhook), secret, old_secret_until: oldSecretUntil });
  });
  app.all('/v1/webhooks/:webhook_id/secret', methodNotAllowed('POST'));
  addFailureRoutes(app, webhooks);
}

/** Messages that a webhook's receiver did not accept. */
function addFailureRoutes(app: Hono<Environment>, webhooks: Service['webhooks']): void {
  const path = '/v1/webhooks/:webhook_id/failures';
  app.get(path, async (context) => {
    const id = context.req.param('webhook_id');
    const [failed, retried] = await webhooks.listUntaken(context.get('account'), id);
    return context.json({
      data: failed.map((message) => ({ ...describeMessage(message), failed_at: message.failedAt })),
      retried: retried.map((message) => ({ ...describeMessage(message), next_attempt_at: message.dueAt })),
    });
  });
  app.all(path, methodNotAllowed('GET', 'HEAD'));
  app.post(`${path}/resend`, async (context) =>
    context.json({ resent: await webhooks.resend(context.get('account'), context.req.param('webhook_id')) }),
  );
  app.all(`${path}/resend`, methodNotAllowed('POST'));
  app.post(`${path}/:message_id/resend`, async (context) => {
    const { webhook_id, message_id } = context.req.param();
    return context.json({ resent: await webhooks.resend(context.get('account'), webhook_id, message_id) });
  });
  app.all(`${path}/:message_id/resend`, methodNotAllowed('POST'));
}

function describeKey(key: StoredKey, currentHash: string | undefined) {
  return {
    key_id: key.id,
    label: key.label,
    access: key.access,
    collection: key.collection,
    origins: key.origins,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    quota: key.quota,
    revoked_at: key.revokedAt,
    is_current: key.hash === currentHash,
  };
}

function describeWebhook({ id, url, events, createdAt, dropped }: Webhook) {
  return { webhook_id: id, url, events, created_at: createdAt, dropped_messages: dropped };
}

function describeMessage({ id, body, attempts, reason }: FailedMessage | RetriedMessage) {
  const { type, data } = JSON.parse(body) as { type: string; data: { crowd_id: string } };
  return { message_id: id, type, crowd_id: data.crowd_id, attempts, reason };
}
