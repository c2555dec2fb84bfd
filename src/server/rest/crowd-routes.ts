import type { Hono } from 'hono';
import { BoundedCache } from '../bounded-cache.js';
import { Content } from '../content/content.js';
import { sendContent } from '../content/send-content.js';
import { TIERS, type Tier } from '../describe-assets.js';
import { ServiceError } from '../service-error.js';
import { authenticate } from './authenticate.js';
import type { AppParts } from './create-app.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';

/** Bytes of encoded answers kept in memory; one of 5,000 characters has about 1.5 million. */
const CACHED_BYTES = 64 * 1024 * 1024;

const HEADERS = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };

/** `/v1/crowd/{crowd_id}` */
export function addCrowdRoutes(app: Hono<Environment>, { service, baseUrl }: AppParts): void {
  const answers = new BoundedCache<Content>(CACHED_BYTES);
  app.use('/v1/*', authenticate(service));
  app.get('/v1/crowd/:crowd_id', async (context) => {
    const tier = parseTier(context.req.query('tier'));
    const base = baseUrl ?? new URL(context.req.url).origin;
    const crowd = await service.findCrowd(context.get('account'), context.req.param('crowd_id'));
    const key = [crowd.id, crowd.updatedAt, tier, base].join(' ');
    let answer = answers.get(key);
    if (!answer) {
      const json = JSON.stringify(service.describeCrowd(crowd, base, tier));
      answer = new Content(new TextEncoder().encode(json), 'application/json');
      answers.set(key, answer, answer.bytes.byteLength);
    }
    return sendContent(context.req.raw, answer, HEADERS);
  });
  app.all('/v1/crowd/:crowd_id', methodNotAllowed('GET', 'HEAD'));
}

function parseTier(text = 'full'): Tier {
  const tier = TIERS.find((tier) => tier === text);
  if (!tier) throw new ServiceError(422, `tier: must be one of ${TIERS.join(', ')}`);
  return tier;
}
