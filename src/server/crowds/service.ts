import { setTimeout } from 'node:timers/promises';
import { CROWD_ID, type ProjectPage } from '../../protocol/index.js';
import { AccountKeys } from '../accounts/account-keys.js';
import { hashApiKey, isApiKey, isSameHash } from '../accounts/api-key.js';
import { type Caller, checkUse, keyQuotaOf, maySee } from '../accounts/caller-permissions.js';
import { daysBefore, minutesBefore, nextPeriod, periodOf } from '../accounts/clock.js';
import { createExhaustedError, findPlan, type Plans } from '../accounts/plans.js';
import { QuotaQueue } from '../accounts/quota-queue.js';
import { DatabaseTime } from '../core/database-time.js';
import type { Figures } from '../core/runtime-figures.js';
import { ServiceError } from '../core/service-error.js';
import type { Account, RequestMark, SavedCrowd, Storage } from '../storage/storage.js';
import { Webhooks } from '../webhooks/webhooks.js';
import { CrowdAnswers, describeListed } from './crowd-answers.js';
import { CrowdChanges, type UseTotals } from './crowd-changes.js';
import { type Capabilities, describeCapabilities } from './describe-capabilities.js';
import type { CharacterGenerator } from './generation/character-generator.js';
import { createReusedKeyError, markRequest, type NamedRequest } from './idempotency-key.js';
import type { Kits } from './kit-versions.js';
import { decodeCursor, encodeCursor } from './page-cursor.js';

interface Options {
  readonly storage: Storage;
  readonly kits: Kits;
  readonly plans: Plans;
  readonly generator: CharacterGenerator;
  /** Address of the assets, without a slash at the end. @default that of the service */
  readonly assetBaseUrl?: string | undefined;
  /** True if webhooks may have addresses outside of the public internet. @default false */
  readonly allowPrivateWebhooks?: boolean | undefined;
  /** @default the time of this machine */
  readonly now?: (() => Date) | undefined;
}

/** Rows that are deleted at once: some milliseconds of the thread, with SQLite. */
const FORGOTTEN_AT_ONCE = 250;
/** Milliseconds between two such deletions. */
const FORGETTING_PAUSE = 25;
/** Days that failed messages of webhooks are kept. */
const FAILED_MESSAGE_DAYS = 30;
/** Digits of a key's hash in the stored names of its reads. */
const HASH_DIGITS = 16;
/** Minutes in which repeated reads under one name share units. */
const READ_RETRY_MINUTES = 5;

/** The operations of the service, for all protocols. */
export class Service {
  readonly changes: CrowdChanges;
  readonly answers: CrowdAnswers;
  readonly keys: AccountKeys;
  readonly webhooks: Webhooks;
  readonly #storage: Storage;
  readonly #kits: Kits;
  readonly #plans: Plans;
  readonly #now: () => Date;
  readonly #quota: QuotaQueue;
  readonly #generator: CharacterGenerator;
  readonly #uses: UseTotals = { counted: 0, refused: 0 };
  #checking: Promise<void> | undefined;

  constructor(options: Options) {
    const { storage, kits, plans, generator, assetBaseUrl, now = () => new Date() } = options;
    this.changes = new CrowdChanges({ storage, kits, plans, now, uses: this.#uses });
    this.answers = new CrowdAnswers({ storage, kits, generator, assetBaseUrl });
    this.keys = new AccountKeys({ storage, now });
    this.webhooks = new Webhooks({
      storage: storage.webhooks,
      now,
      allowPrivate: options.allowPrivateWebhooks ?? false,
    });
    this.#storage = storage;
    this.#kits = kits;
    this.#plans = plans;
    this.#now = now;
    this.#quota = new QuotaQueue(storage);
    this.#generator = generator;
  }

  /**
   * The account that a key belongs to, with what the key may be used for.
   *
   * @param origin of the page that sends the request; undefined where there is none
   * @param time of the request, which its caller carries on
   * @throws {ServiceError} 401 if there is no key, or it is not valid (any more), 403 if it is not for that page, or its account is suspended
   */
  async authenticate(key: string | undefined, origin?: string, time = new DatabaseTime()): Promise<Caller> {
    if (key === undefined) {
      throw new ServiceError(401, 'missing API key: send "Authorization: Bearer <API_KEY>"', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    const hash = hashApiKey(key);
    const stored = isApiKey(key) ? await this.#storage.findKey(hash, time) : undefined;
    if (!stored || !isSameHash(stored.hash, hash)) {
      throw new ServiceError(401, 'invalid API key', { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
    }
    if (stored.isSuspended) throw new ServiceError(403, 'this account is suspended; ask the operator');
    checkUse(stored.limits, origin, this.#now());
    return { ...stored.account, limits: stored.limits, keyHash: hash, time };
  }

  /**
   * A crowd that a caller may read: of its own account, or a sample.
   *
   * @param time of the request, whose caller may not be known yet
   * @throws {ServiceError} 404 for all others, so that nobody learns which ids are taken
   */
  async findCrowd(caller: Caller | Promise<Caller>, id: string, time?: DatabaseTime): Promise<SavedCrowd> {
    const [reader, crowd] = await Promise.all([
      caller,
      CROWD_ID.test(id) ? this.#storage.findCrowd(id, time) : undefined,
    ]);
    if (!crowd || !(crowd.isSample || crowd.accountId === reader.id) || !maySee(reader, crowd)) {
      throw new ServiceError(404, 'crowd not found');
    }
    return crowd;
  }

  /**
   * Counts the reading of a crowd; resolves once that is kept for good.
   *
   * @throws {ServiceError} 422 if the request's key stands for another request, 429 where the API key's own quota is used up
   */
  async countRead(account: Caller, request?: NamedRequest): Promise<void> {
    const now = this.#now();
    const use = {
      accountId: account.id,
      period: periodOf(now),
      request: request && this.#readMark(account, request, now),
      key: keyQuotaOf(account),
    };
    const outcome = await this.#quota.count(use, account.time);
    if (outcome === 'reused') throw createReusedKeyError();
    if (outcome === 'counted') this.#uses.counted += 1;
    if (outcome !== 'exhausted') return;
    this.#uses.refused += 1;
    throw createExhaustedError('this key', account.limits.quota, now);
  }

  /** @throws {ServiceError} 422 for a cursor that no page gave */
  async listCrowds({ id, limits, time }: Caller, limit: number, cursor?: string): Promise<ProjectPage> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    // One more tells whether there is a further page.
    const found = await this.#storage.listCrowds(id, limit + 1, after, limits.collection, time);
    const page = found.slice(0, limit);
    const hasMore = found.length > limit;
    return {
      data: page.map(describeListed),
      has_more: hasMore,
      next_cursor: hasMore ? encodeCursor(page[page.length - 1]) : null,
    };
  }

  /** A caller's plan, and what of it is used. */
  async describeAccount(caller: Caller) {
    const now = this.#now();
    const { maxSize, quota } = findPlan(this.#plans, caller);
    const { access, collection, origins, expiresAt, quota: keyQuota } = caller.limits;
    const key = keyQuotaOf(caller);
    return {
      name: caller.name,
      plan: caller.plan,
      max_size: maxSize,
      quota,
      used: await this.#storage.usage(caller.id, periodOf(now), caller.time),
      period_ends_at: nextPeriod(now).toISOString(),
      key: {
        access,
        collection,
        origins,
        expires_at: expiresAt,
        quota: keyQuota,
        used: key ? await this.#storage.keyUsage(key.hash, periodOf(now), caller.time) : null,
      },
    };
  }

  /** Names and limits of recipes. */
  describeCapabilities(account: Account): Capabilities {
    return describeCapabilities(this.#kits.manifest, findPlan(this.#plans, account));
  }

  /** Rejects while the service cannot work. Concurrent calls share one check. */
  checkReady(): Promise<void> {
    this.#checking ??= this.#storage.check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Figures for the operator, by name. */
  figures(): Figures {
    return {
      three_crowd_uses_counted_total: this.#uses.counted,
      three_crowd_uses_refused_total: this.#uses.refused,
      three_crowd_uses_waiting: this.#quota.size,
      ...this.#generator.figures(),
      ...this.#storage.figures(),
    };
  }

  /** Deletes request names older than a day, and old failed messages. @param closing stops it after the current portion */
  async cleanUp(closing: AbortSignal): Promise<void> {
    const before = daysBefore(this.#now(), 1).toISOString();
    await forgetInPortions((limit) => this.#storage.forgetRequests(before, limit), closing);
    const failedBefore = daysBefore(this.#now(), FAILED_MESSAGE_DAYS).toISOString();
    await forgetInPortions((limit) => this.#storage.webhooks.forgetFailed(failedBefore, limit), closing);
  }

  /** Undefined for the public key: its reads are not limited, so their names need not be stored. */
  #readMark(account: Caller, request: NamedRequest, now: Date): RequestMark | undefined {
    const isReadOnly = Object.hasOwn(this.#plans, account.plan) && this.#plans[account.plan].quota === 0;
    if (isReadOnly) return undefined;
    // Each key has its own names, so that a key in a page does not use up those of the account's other keys.
    const key = `${account.keyHash?.slice(0, HASH_DIGITS) ?? ''} ${request.key}`;
    return markRequest({ ...request, key }, now, minutesBefore(now, READ_RETRY_MINUTES));
  }

  /** Ends the threads that generate crowds. */
  close(): Promise<void> {
    return this.#generator.close();
  }
}

/** Deletes in small portions, so that requests do not wait. @param forget deletes up to `limit` rows and returns their number */
async function forgetInPortions(
  forget: (limit: number) => Promise<number>,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted && (await forget(FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE) {
    await setTimeout(FORGETTING_PAUSE);
  }
}
