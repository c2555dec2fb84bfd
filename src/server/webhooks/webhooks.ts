import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { type Caller, checkUnlimited } from '../caller.js';
import { parseFields } from '../request-body.js';
import { ServiceError } from '../service-error.js';
import type { Webhook, WebhookStorage } from '../storage/webhook-storage.js';
import { EVENT_TYPES } from './crowd-event.js';
import { isPublicAddress } from './public-address.js';

/** Webhooks of one account. */
const MOST_WEBHOOKS = 10;
const LONGEST_URL = 2_000;
/** The specification has 24 to 64. */
const SECRET_BYTES = 32;

/** Body of `POST /v1/webhooks`. */
export const webhookInputSchema = z.looseObject({
  url: z.string().check(z.maxLength(LONGEST_URL)),
  events: z.optional(z.array(z.enum(EVENT_TYPES)).check(z.minLength(1), z.maxLength(EVENT_TYPES.length))),
});

interface Options {
  readonly storage: WebhookStorage;
  readonly now: () => Date;
  /** Whether addresses that are not of the public internet, and without TLS, may be registered. */
  readonly allowPrivate: boolean;
}

/** The webhooks of accounts. Their keys without limits alone may see and change them: they hear of all crowds. */
export class Webhooks {
  readonly #storage: WebhookStorage;
  readonly #now: () => Date;
  readonly #allowPrivate: boolean;

  constructor({ storage, now, allowPrivate }: Options) {
    this.#storage = storage;
    this.#now = now;
    this.#allowPrivate = allowPrivate;
  }

  /** @throws {ServiceError} 403 for a limited key */
  list(caller: Caller): Promise<Webhook[]> {
    checkUnlimited(caller);
    return this.#storage.list(caller.id);
  }

  /** @throws {ServiceError} 403 for a limited key, 422 for what cannot be, or where there are too many already */
  async add(caller: Caller, body: unknown): Promise<Webhook> {
    checkUnlimited(caller);
    const { url, events = EVENT_TYPES } = parseFields(webhookInputSchema, body);
    const webhook = {
      id: `wh_${randomBytes(10).toString('hex')}`,
      accountId: caller.id,
      url: this.#parseUrl(url),
      events: [...new Set(events)],
      secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
      createdAt: this.#now().toISOString(),
    };
    if (!(await this.#storage.add(webhook, MOST_WEBHOOKS))) {
      throw new ServiceError(422, `an account may have ${MOST_WEBHOOKS} webhooks; delete one first`);
    }
    return webhook;
  }

  /** @throws {ServiceError} 403 for a limited key, 404 where there is no such webhook */
  async remove(caller: Caller, id: string): Promise<void> {
    checkUnlimited(caller);
    if (!(await this.#storage.remove(caller.id, id))) throw new ServiceError(404, 'webhook not found');
  }

  /** Names are looked up where messages are sent, each time: whom they lead to can change. */
  #parseUrl(text: string): string {
    if (!URL.canParse(text)) throw new ServiceError(422, 'url: must be an address');
    const { protocol, hostname, username, password, href } = new URL(text);
    const protocols = this.#allowPrivate ? ['https:', 'http:'] : ['https:'];
    if (!protocols.includes(protocol)) throw new ServiceError(422, 'url: must be an https address');
    if (username !== '' || password !== '') {
      throw new ServiceError(422, 'url: must not hold a password; messages are signed');
    }
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    if (!this.#allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
      throw new ServiceError(422, 'url: must be an address on the public internet');
    }
    return href;
  }
}
