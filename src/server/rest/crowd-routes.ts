import type { Hono } from 'hono';
import { TIERS, type Tier } from '../../protocol/index.js';
import { Content } from '../content/content.js';
import { prepareContent, respondWith } from '../content/send-content.js';
import { ServiceError } from '../service-error.js';
import { baseUrlOf } from './base-url-of.js';
import type { AppOptions } from './create-app.js';
import type { Environment } from './environment.js';
import type { KeptAnswers } from './kept-answers.js';
import { methodNotAllowed } from './method-not-allowed.js';
import { nameRequest } from './named-request.js';

/** What the answer about a crowd says beside what every answer does. */
export const CROWD_HEADERS = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };
export const CROWD_ROUTE = '/v1/crowd/:crowd_id';

/** `/v1/crowd/{crowd_id}` */
export function addCrowdRoutes(
  app: Hono<Environment>,
  { service, baseUrl }: AppOptions,
  answers: KeptAnswers,
): void {
  app.get(CROWD_ROUTE, async (context) => {
    const { raw } = context.req;
    const tier = parseTier(context.req.query('tier'));
    const id = context.req.param('crowd_id');
    const request = nameRequest(context.req.header('Idempotency-Key'), contentOfRead(id, tier));
    const account = context.get('account');
    const crowd = await service.findCrowd(account, id);
    const base = baseUrlOf(context, baseUrl);
    const answer = answers.find(crowd, base, tier) ?? (await answers.make(crowd, base, tier));
    const prepared =
      answer instanceof Content
        ? await prepareContent(raw, answer, CROWD_HEADERS)
        : { headers: { ...CROWD_HEADERS, ...describeJson(answer) }, bytes: answer };
    // Counted before the answer exists: an error of counting carries nothing of the crowd.
    if (raw.method === 'GET' && prepared.bytes) {
      await service.countRead(account, request);
      context.set('isBilled', true);
    }
    return respondWith(raw, prepared);
  });
  app.all(CROWD_ROUTE, methodNotAllowed('GET', 'HEAD'));
}

/** What makes a request to read a crowd this one and no other. */
export function contentOfRead(id: string, tier: Tier): string {
  return `GET /v1/crowd/${id} ${tier}`;
}

function describeJson(bytes: Uint8Array): Record<string, string> {
  return { 'Content-Type': 'application/json', 'Content-Length': String(bytes.byteLength) };
}

function parseTier(text = 'full'): Tier {
  const tier = TIERS.find((tier) => tier === text);
  if (!tier) throw new ServiceError(422, `tier: must be one of ${TIERS.join(', ')}`);
  return tier;
}
