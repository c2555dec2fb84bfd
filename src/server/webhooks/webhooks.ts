import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { type Caller, checkUnlimited } from '../accounts/caller-permissions.js';
import { parseFields } from '../core/parse-input.js';
import { ServiceError } from '../core/service-error.js';
import type { FailedMessage, RetriedMessage, Webhook, WebhookStorage } from '../storage/webhook-storage.js';
import { isPublicAddress } from './public-address.js';

/** Events that webhooks receive. */
export const EVENT_TYPES = ['crowd.created', 'crowd.updated', 'crowd.deleted'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Webhooks per account. */
const MOST_WEBHOOKS = 10;
const LONGEST_URL = 2_000;
/** The specification has 24 to 64. */
const SECRET_BYTES = 32;
/** Hours in which messages carry the signature of the old secret as well. */
const OVERLAP_HOURS = 24;
/** Failed messages that are listed. */
const MOST_LISTED = 100;

/** Body of `POST /v1/webhooks`. */
export const webhookInputSchema = z.strictObject({
  url: z.string().check(z.maxLength(LONGEST_URL)),
  events: z.optional(z.array(z.enum(EVENT_TYPES)).check(z.minLength(1), z.maxLength(EVENT_TYPES.length))),
});

interface Options {
  readonly storage: WebhookStorage;
  readonly now: () => Date;
  /** True if addresses without TLS and outside of the public internet may be registered. */
  readonly allowPrivate: boolean;
}

/** The webhooks of accounts. Only keys without limits may use them, since webhooks receive messages about all crowds. */
export class Webhooks {
  readonly #options: Options;
  #onResend: () => void = () => {};

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws {ServiceError} 403 for a limited key */
  list(caller: Caller): Promise<Webhook[]> {
    checkUnlimited(caller);
    return this.#options.storage.list(caller.id, caller.time);
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
      secret: createSecret(),
      oldSecret: null,
      oldSecretUntil: null,
      createdAt: this.#options.now().toISOString(),
      dropped: 0,
    };
    if (!(await this.#options.storage.add(webhook, MOST_WEBHOOKS, caller.time))) {
      throw new ServiceError(422, `an account may have ${MOST_WEBHOOKS} webhooks; delete one first`);
    }
    return webhook;
  }

  /** @throws {ServiceError} 403 for a limited key, 404 where there is no such webhook */
  async remove(caller: Caller, id: string): Promise<void> {
    checkUnlimited(caller);
    if (!(await this.#options.storage.remove(caller.id, id, caller.time))) throw createNotFound();
  }

  /**
   * Gives a webhook a new secret. For a day, messages carry two signatures: that of the new one and that of the old.
   *
   * @throws {ServiceError} 403 for a limited key, 404 where there is no such webhook
   */
  async rotate(caller: Caller, id: string): Promise<Webhook> {
    checkUnlimited(caller);
    const oldUntil = new Date(this.#options.now().getTime() + OVERLAP_HOURS * 3_600_000).toISOString();
    const webhook = await this.#options.storage.rotate(caller.id, id, createSecret(), oldUntil, caller.time);
    if (!webhook) throw createNotFound();
    return webhook;
  }

  /**
   * The last messages that a webhook did not take in three days, the last one first, and those that it has not taken so far
   * and that are sent again, the next one first.
   *
   * @throws {ServiceError} 403 for a limited key, 404 where there is no such webhook
   */
  async listUntaken(
    caller: Caller,
    id: string,
  ): Promise<[failed: FailedMessage[], retried: RetriedMessage[]]> {
    await this.#check(caller, id);
    const of = [caller.id, id, MOST_LISTED, caller.time] as const;
    return [await this.#options.storage.listFailed(...of), await this.#options.storage.listRetried(...of)];
  }

  /**
   * Sends failed messages again, with as many attempts as new ones have.
   *
   * @param messageId of one of them. @default all of the webhook
   * @returns how many there are
   * @throws {ServiceError} 403 for a limited key, 404 where there is no such webhook or message
   */
  async resend(caller: Caller, id: string, messageId?: string): Promise<number> {
    await this.#check(caller, id);
    const at = this.#options.now().toISOString();
    const count = await this.#options.storage.resend(caller.id, id, at, messageId, caller.time);
    if (messageId !== undefined && count === 0) throw new ServiceError(404, 'failed message not found');
    if (count > 0) this.#onResend();
    return count;
  }

  /** Calls `listener` when there are messages to be sent again. */
  watch(listener: () => void): void {
    this.#onResend = listener;
  }

  async #check(caller: Caller, id: string): Promise<void> {
    const webhooks = await this.list(caller);
    if (!webhooks.some((webhook) => webhook.id === id)) throw createNotFound();
  }

  /** Names are resolved with each message, since their addresses can change. */
  #parseUrl(text: string): string {
    if (!URL.canParse(text)) throw new ServiceError(422, 'url: must be an address');
    const { protocol, hostname, username, password, href } = new URL(text);
    const protocols = this.#options.allowPrivate ? ['https:', 'http:'] : ['https:'];
    if (!protocols.includes(protocol)) throw new ServiceError(422, 'url: must be an https address');
    if (username !== '' || password !== '') {
      throw new ServiceError(422, 'url: must not hold a password; messages are signed');
    }
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    if (!this.#options.allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) {
      throw new ServiceError(422, 'url: must be an address on the public internet');
    }
    return href;
  }
}

function createSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function createNotFound(): ServiceError {
  return new ServiceError(404, 'webhook not found');
}
