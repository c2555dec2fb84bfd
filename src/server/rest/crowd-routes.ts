import type { Hono } from 'hono';
import { TIERS, type Tier } from '../../protocol/index.js';
import { BoundedCache } from '../bounded-cache.js';
import { Content } from '../content/content.js';
import { sendContent } from '../content/send-content.js';
import type { Service } from '../service.js';
import { ServiceError } from '../service-error.js';
import { etagPrefixOf } from '../state-tag.js';
import type { SavedCrowd } from '../storage/storage.js';
import { baseUrlOf } from './base-url-of.js';
import type { AppOptions } from './create-app.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';
import { nameRequest } from './named-request.js';

/** Bytes of encoded answers kept in memory; one of 5,000 characters has about 1.5 million. */
const CACHED_BYTES = 64 * 1024 * 1024;

const HEADERS = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };

/** `/v1/crowd/{crowd_id}` */
export function addCrowdRoutes(app: Hono<Environment>, { service, baseUrl }: AppOptions): void {
  const answers = new CrowdAnswers(service);
  app.get('/v1/crowd/:crowd_id', async (context) => {
    const { raw } = context.req;
    const tier = parseTier(context.req.query('tier'));
    const id = context.req.param('crowd_id');
    const request = nameRequest(raw, `GET /v1/crowd/${id} ${tier}`);
    const account = context.get('account');
    const crowd = await service.findCrowd(account, id);
    const answer = await answers.answerOf(crowd, baseUrlOf(context, baseUrl), tier);
    const response = await sendContent(raw, answer, HEADERS);
    if (raw.method === 'GET' && response.ok) {
      await service.meterRead(account, request);
      context.set('isBilled', true);
    }
    return response;
  });
  app.all('/v1/crowd/:crowd_id', methodNotAllowed('GET', 'HEAD'));
}

/** Encoded crowds, kept by what they were made from. */
class CrowdAnswers {
  readonly #answers = new BoundedCache<Content>(CACHED_BYTES);

  constructor(readonly service: Service) {}

  async answerOf(crowd: SavedCrowd, baseUrl: string, tier: Tier): Promise<Content> {
    const key = [crowd.id, crowd.updatedAt, crowd.manifestVersion, tier, baseUrl].join(' ');
    const known = this.#answers.get(key);
    if (known) return known;
    const json = await this.service.answers.encode(crowd, baseUrl, tier);
    const answer = new Content(json, 'application/json', etagPrefixOf(crowd));
    this.#answers.set(key, answer, answer.bytes.byteLength);
    return answer;
  }
}

function parseTier(text = 'full'): Tier {
  const tier = TIERS.find((tier) => tier === text);
  if (!tier) throw new ServiceError(422, `tier: must be one of ${TIERS.join(', ')}`);
  return tier;
}
