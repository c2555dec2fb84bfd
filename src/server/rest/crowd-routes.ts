import type { Hono } from 'hono';
import { TIERS, type Tier } from '../../protocol/index.js';
import { BoundedCache } from '../bounded-cache.js';
import { Content } from '../content/content.js';
import { respond } from '../content/direct-body.js';
import { sendContent } from '../content/send-content.js';
import { RateLimiter } from '../rate-limiter.js';
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

/**
 * A crowd's answer is kept for each name that the service is called by (`Host`), since the addresses of its assets start
 * with it. Who makes up more names for one crowd than anybody has gets answers that are not kept.
 */
const NEW_NAMES = { perSecond: 0.2, seconds: 50 };

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
    const response = await answers.answer(raw, crowd, baseUrlOf(context, baseUrl), tier);
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
  readonly #names = new RateLimiter(NEW_NAMES);

  constructor(readonly service: Service) {}

  async answer(request: Request, crowd: SavedCrowd, baseUrl: string, tier: Tier): Promise<Response> {
    const state = [crowd.id, crowd.updatedAt, crowd.manifestVersion, tier].join(' ');
    const key = `${state} ${baseUrl}`;
    const known = this.#answers.get(key);
    if (known) return sendContent(request, known, HEADERS);
    const json = await this.service.answers.encode(crowd, baseUrl, tier);
    if (!this.#names.take(state).isAllowed) return sendOnce(request, json);
    const answer = new Content(json, 'application/json', etagPrefixOf(crowd));
    this.#answers.set(key, answer, answer.bytes.byteLength);
    return sendContent(request, answer, HEADERS);
  }
}

/** Neither hashed nor compressed, which take far longer than sending it. */
function sendOnce(request: Request, json: Uint8Array): Response {
  return respond(request, json, {
    headers: { ...HEADERS, 'Content-Type': 'application/json', 'Content-Length': String(json.byteLength) },
  });
}

function parseTier(text = 'full'): Tier {
  const tier = TIERS.find((tier) => tier === text);
  if (!tier) throw new ServiceError(422, `tier: must be one of ${TIERS.join(', ')}`);
  return tier;
}
