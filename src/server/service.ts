import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { checkRecipe } from '../generate/index.js';
import {
  CROWD_ID,
  type CrowdResponse,
  type Project,
  type ProjectPage,
  type ProjectSummary,
  type Recipe,
  type Tier,
} from '../protocol/index.js';
import { AccountTurns } from './account-turns.js';
import { hashApiKey, isApiKey, isSameHash } from './api-key.js';
import { type Capabilities, describeCapabilities } from './capabilities.js';
import { CharacterSource } from './character-source.js';
import { dayBefore, periodOf, secondsToNextPeriod } from './clock.js';
import { createCrowdId } from './crowd-id.js';
import { describeAssets } from './describe-assets.js';
import type { Kits } from './kits.js';
import { MeteringQueue } from './metering-queue.js';
import { decodeCursor, encodeCursor } from './page-cursor.js';
import type { Plan, Plans } from './plans.js';
import { asServiceError, parseProjectInput } from './project-input.js';
import { reviseCrowd } from './revise-crowd.js';
import type { Figures } from './runtime-figures.js';
import { ServiceError } from './service-error.js';
import type { Account, ListedCrowd, RequestMark, SavedCrowd, Storage } from './storage/storage.js';
import { StorageUnavailableError } from './storage/storage-error.js';
import type { TurnsOptions } from './turns.js';

export interface ServiceParts {
  readonly storage: Storage;
  readonly kits: Kits;
  readonly plans: Plans;
  /** @default the time of this machine */
  readonly now?: (() => Date) | undefined;
}

/** A request that its caller gave a name, so that asking again does not count again. */
export interface NamedRequest {
  /** `Idempotency-Key` */
  readonly key: string;
  /** All that makes it this request: method, address, body. */
  readonly content: string;
}

/** Changes of one account: they all wait for its one count of uses, and a second prepares while the first commits. */
const WRITES: TurnsOptions = {
  places: 2,
  patience: 5_000,
  refuse: () => new StorageUnavailableError('too many changes of this account are under way'),
};
/** Request marks that go in one portion of cleaning up: some milliseconds of the thread, with SQLite. */
const FORGOTTEN_AT_ONCE = 250;
/** Milliseconds between two portions. */
const FORGETTING_PAUSE = 25;

/** What the service does, whatever protocol asks for it. */
export class Service {
  readonly #storage: Storage;
  readonly #kits: Kits;
  readonly #plans: Plans;
  readonly #now: () => Date;
  readonly #meter: MeteringQueue;
  #checking: Promise<void> | undefined;
  readonly #writes = new AccountTurns(WRITES);
  readonly #characters: CharacterSource;

  constructor({ storage, kits, plans, now = () => new Date() }: ServiceParts) {
    this.#storage = storage;
    this.#kits = kits;
    this.#plans = plans;
    this.#now = now;
    this.#meter = new MeteringQueue(storage);
    this.#characters = new CharacterSource(storage, kits);
  }

  /**
   * The account that a key belongs to.
   *
   * @throws {ServiceError} 401 if there is no key, or it is not valid
   */
  async authenticate(key: string | undefined): Promise<Account> {
    if (key === undefined) {
      throw new ServiceError(401, 'missing API key: send "Authorization: Bearer <API_KEY>"', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    const hash = hashApiKey(key);
    const stored = isApiKey(key) ? await this.#storage.findKey(hash) : undefined;
    if (!stored || !isSameHash(stored.hash, hash)) {
      throw new ServiceError(401, 'invalid API key', { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
    }
    return stored.account;
  }

  /**
   * A crowd that an account may read: its own, or a sample.
   *
   * @throws {ServiceError} 404 for all others, so that nobody learns which ids are taken
   */
  async findCrowd(account: Account, id: string): Promise<SavedCrowd> {
    const crowd = CROWD_ID.test(id) ? await this.#storage.findCrowd(id) : undefined;
    if (!crowd || !(crowd.isSample || crowd.accountId === account.id)) {
      throw new ServiceError(404, 'crowd not found');
    }
    return crowd;
  }

  /**
   * Counts the reading of a crowd; resolves once that is kept for good.
   *
   * @throws {ServiceError} 422 if the request's key stands for another request
   */
  async meterRead(account: Account, request?: NamedRequest): Promise<void> {
    const now = this.#now();
    const outcome = await this.#meter.meter({
      accountId: account.id,
      period: periodOf(now),
      // A key that everybody has stands for nobody's retries: its marks would be written and never matter.
      request: request && this.#isReadOnly(account) ? undefined : request && mark(request, now),
    });
    if (outcome === 'reused') throw reusedKey();
  }

  /** @throws {ServiceError} 422 for a cursor that no page gave */
  async listCrowds(account: Account, limit: number, cursor?: string): Promise<ProjectPage> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    // One more tells whether there is a further page.
    const found = await this.#storage.listCrowds(account.id, limit + 1, after);
    const page = found.slice(0, limit);
    const hasMore = found.length > limit;
    return {
      data: page.map(describeListed),
      has_more: hasMore,
      next_cursor: hasMore ? encodeCursor(page[page.length - 1]) : null,
    };
  }

  /**
   * To be asked before a body is read: what it says does not matter to who may save nothing.
   *
   * @throws {ServiceError} 403
   */
  checkMayCreate(account: Account): void {
    if (this.#isReadOnly(account)) throw readsOnly();
  }

  /**
   * Saves a new crowd and counts it, both or neither.
   *
   * @throws {ServiceError} 403 over the plan's size limit, 422 for a body that cannot be, 429 where the quota is used up
   */
  async createCrowd(account: Account, body: unknown, request?: NamedRequest): Promise<SavedCrowd> {
    const plan = this.#planOf(account);
    const { name, recipe } = parseProjectInput(body);
    this.#checkRecipe(recipe, plan);
    const now = this.#now();
    const at = now.toISOString();
    const charge = {
      accountId: account.id,
      period: periodOf(now),
      request: request && mark(request, now),
    };
    for (;;) {
      const crowd: SavedCrowd = {
        id: createCrowdId(),
        accountId: account.id,
        isSample: false,
        name,
        recipe,
        manifestVersion: this.#kits.manifest.version,
        createdAt: at,
        updatedAt: at,
      };
      const outcome = await this.#writes.run(account.id, () =>
        this.#storage.createCrowd(crowd, charge, plan.quota),
      );
      if (outcome.kind === 'created') return crowd;
      if (outcome.kind === 'repeated') return outcome.crowd;
      if (outcome.kind === 'reused') throw reusedKey();
      if (outcome.kind === 'exhausted') throw exhausted(plan, now);
    }
  }

  /**
   * Changes a crowd, and counts it where its recipe really changes.
   *
   * @throws {ServiceError} in this order: 404, 403 if the crowd is another's, 422, 403 over the plan's size limit
   */
  async updateCrowd(account: Account, id: string, body: unknown): Promise<SavedCrowd> {
    const now = this.#now();
    const change = () =>
      this.#storage.updateCrowd(id, (current) => {
        if (current.accountId !== account.id || current.isSample) {
          throw new ServiceError(403, 'only its owner may change a crowd');
        }
        const { crowd, isRecipeChanged } = reviseCrowd(current, body, now);
        if (!isRecipeChanged) return { crowd };
        this.#checkRecipe(crowd.recipe, this.#planOf(account));
        return {
          crowd: { ...crowd, manifestVersion: this.#kits.manifest.version },
          period: periodOf(now),
        };
      });
    const updated = CROWD_ID.test(id) ? await this.#writes.run(account.id, change) : undefined;
    if (!updated) throw new ServiceError(404, 'crowd not found');
    return updated;
  }

  /** A saved crowd with its characters, and its assets' addresses under `baseUrl` (no slash at the end). */
  async describeCrowd(crowd: SavedCrowd, baseUrl: string, tier: Tier): Promise<CrowdResponse> {
    const { characters, manifest } = await this.#characters.charactersOf(crowd);
    return {
      crowd_id: crowd.id,
      name: crowd.name,
      collection: crowd.recipe.collection,
      recipe: crowd.recipe,
      characters,
      shared_parts: manifest.shared,
      assets: describeAssets(this.#kits.withManifest(crowd.manifestVersion), baseUrl, tier),
      updated_at: crowd.updatedAt,
    };
  }

  /** A saved crowd without its characters. */
  describeProject(crowd: SavedCrowd, baseUrl: string): Project {
    const kit = this.#kits.withManifest(crowd.manifestVersion);
    return {
      ...describeListed({ ...crowd, collection: crowd.recipe.collection }),
      recipe: crowd.recipe,
      assets: describeAssets(kit, baseUrl, 'full'),
    };
  }

  /** What recipes may name. */
  describeCapabilities(account: Account): Capabilities {
    return describeCapabilities(this.#kits.manifest, this.#planOf(account));
  }

  /** Rejects while the service cannot do its work. Those who ask at the same time share one look. */
  checkReady(): Promise<void> {
    this.#checking ??= this.#storage.check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** What those who run the service want to see of it, by name. */
  figures(): Figures {
    return { metering_queue_length: this.#meter.size, ...this.#storage.figures() };
  }

  /** Forgets what no longer matters, who asked what more than a day ago: a little at a time, so that nobody waits. */
  async cleanUp(): Promise<void> {
    const before = dayBefore(this.#now()).toISOString();
    while ((await this.#storage.forgetRequests(before, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE) {
      await setTimeout(FORGETTING_PAUSE, undefined, { ref: false });
    }
  }

  #isReadOnly(account: Account): boolean {
    return this.#planOf(account).quota === 0;
  }

  #planOf(account: Account): Plan {
    const plan = Object.hasOwn(this.#plans, account.plan) ? this.#plans[account.plan] : undefined;
    if (!plan)
      throw new Error(`The account ${account.id} has the plan "${account.plan}", which there is not.`);
    return plan;
  }

  #checkRecipe(recipe: Recipe, plan: Plan): void {
    if (plan.quota === 0) throw readsOnly();
    asServiceError(() => checkRecipe(recipe, this.#kits.manifest));
    if (recipe.size > plan.maxSize) {
      throw new ServiceError(
        403,
        `recipe_json.size: your plan allows crowds of up to ${plan.maxSize} characters, not ${recipe.size}`,
      );
    }
  }
}

function describeListed({ id, name, collection, createdAt, updatedAt }: ListedCrowd): ProjectSummary {
  return { crowd_id: id, name, collection, created_at: createdAt, updated_at: updatedAt };
}

function mark({ key, content }: NamedRequest, now: Date): RequestMark {
  return {
    key,
    fingerprint: createHash('sha256').update(content).digest('hex'),
    at: now.toISOString(),
    expired: dayBefore(now).toISOString(),
  };
}

function readsOnly(): ServiceError {
  return new ServiceError(403, 'this key reads the sample crowds and saves none');
}

function reusedKey(): ServiceError {
  return new ServiceError(422, 'Idempotency-Key: was used for another request; give each its own');
}

function exhausted({ quota }: Plan, now: Date): ServiceError {
  const seconds = secondsToNextPeriod(now);
  return new ServiceError(429, `quota exhausted: your plan has ${quota} billable requests a month`, {
    'Retry-After': String(seconds),
    RateLimit: `"month";r=0;t=${seconds}`,
    'RateLimit-Policy': `"month";q=${quota}`,
    'X-Should-Retry': 'false',
  });
}
