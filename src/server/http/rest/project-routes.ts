import { setImmediate } from 'node:timers/promises';
import type { Hono } from 'hono';
import { AccountSemaphores } from '../../accounts/account-semaphores.js';
import { Content } from '../../content/content.js';
import { sendContent } from '../../content/send-content.js';
import { BoundedCache } from '../../core/bounded-cache.js';
import { canonicalJson } from '../../core/canonical-json.js';
import type { DatabaseTime } from '../../core/database-time.js';
import type { SemaphoreOptions } from '../../core/semaphore.js';
import { ServiceError } from '../../core/service-error.js';
import { nameRequest } from '../../crowds/idempotency-key.js';
import { etagPrefixOf, stateTagOf } from '../../crowds/state-etag.js';
import type { SavedCrowd } from '../../storage/storage.js';
import { StorageUnavailableError } from '../../storage/storage.js';
import { readJson } from '../read-json.js';
import type { AppOptions } from './app-options.js';
import { baseUrlOf } from './app-options.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/** One has some 30,000. */
const CACHED_PICTURE_BYTES = 8 * 1024 * 1024;

/** Pictures of one account that are drawn at a time. They are free, so others do not wait for more of them than one. */
const DRAWING: SemaphoreOptions = {
  permits: 1,
  timeout: 10_000,
  refuse: () => new StorageUnavailableError('too many pictures of this account are being drawn'),
};

/** `/v1/projects` and `/v1/projects/{crowd_id}` */
export function addProjectRoutes(app: Hono<Environment>, { service, baseUrl }: AppOptions): void {
  app.get('/v1/projects', async (context) => {
    const { limit, cursor } = context.req.query();
    const page = await service.listCrowds(context.get('account'), parseLimit(limit), cursor);
    return context.json(page);
  });

  app.post('/v1/projects', async (context) => {
    const account = context.get('account');
    service.changes.checkMayCreate(account);
    const body = await readJson(context.req.raw);
    const request = nameRequest(
      context.req.header('Idempotency-Key'),
      `POST /v1/projects ${canonicalJson(body)}`,
    );
    const { crowd, isBilled } = await service.changes.create(account, body, {
      request,
      trace: context.get('trace'),
    });
    context.set('isCounted', isBilled);
    context.header('Location', `${baseUrlOf(context, baseUrl)}/v1/crowd/${crowd.id}`);
    context.header('ETag', `"${stateTagOf(crowd)}"`);
    const project = await service.answers.describeProject(crowd, baseUrlOf(context, baseUrl), account.time);
    return context.json(project, 201);
  });
  app.all('/v1/projects', methodNotAllowed('GET', 'HEAD', 'POST'));

  app.put('/v1/projects/:crowd_id', async (context) => {
    const account = context.get('account');
    const body = await readJson(context.req.raw);
    const id = context.req.param('crowd_id');
    const { crowd, isBilled } = await service.changes.update(account, id, body, {
      request: nameRequest(
        context.req.header('Idempotency-Key'),
        `PUT /v1/projects/${id} ${canonicalJson(body)}`,
      ),
      ifMatch: context.req.header('If-Match'),
      trace: context.get('trace'),
    });
    context.set('isCounted', isBilled);
    context.header('ETag', `"${stateTagOf(crowd)}"`);
    const project = await service.answers.describeProject(crowd, baseUrlOf(context, baseUrl), account.time);
    return context.json(project);
  });

  app.delete('/v1/projects/:crowd_id', async (context) => {
    const id = context.req.param('crowd_id');
    await service.changes.delete(context.get('account'), id, {
      request: nameRequest(context.req.header('Idempotency-Key'), `DELETE /v1/projects/${id}`),
      ifMatch: context.req.header('If-Match'),
      trace: context.get('trace'),
    });
    return context.body(null, 204);
  });
  app.all('/v1/projects/:crowd_id', methodNotAllowed('PUT', 'DELETE'));

  const pictures = new BoundedCache(CACHED_PICTURE_BYTES, Content.sizeOf);
  const drawing = new AccountSemaphores(DRAWING);
  const draw = async (crowd: SavedCrowd, key: string, time: DatabaseTime | undefined): Promise<Content> => {
    // Serves other requests between two pictures.
    await setImmediate();
    const bytes = new TextEncoder().encode(await service.answers.draw(crowd, time));
    return pictures.set(key, new Content(bytes, 'image/svg+xml', etagPrefixOf(crowd)));
  };
  app.get('/v1/projects/:crowd_id/picture.svg', async (context) => {
    const account = context.get('account');
    const crowd = await service.findCrowd(account, context.req.param('crowd_id'), account.time);
    const key = `${crowd.id} ${crowd.updatedAt}`;
    const picture =
      pictures.get(key) ??
      (await drawing.run(account.id, () => pictures.getOrMake(key, () => draw(crowd, key, account.time))));
    return sendContent(context.req.raw, picture, {
      'Cache-Control': 'private, no-cache',
      Vary: 'Authorization',
    });
  });
  app.all('/v1/projects/:crowd_id/picture.svg', methodNotAllowed('GET', 'HEAD'));
}

function parseLimit(text = String(DEFAULT_LIMIT)): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MAX_LIMIT) {
    throw new ServiceError(422, `limit: must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  return limit;
}
