import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { checkRecipe, checkRoom } from '../generate/index.js';
import {
  type Assets,
  CROWD_ID,
  type CrowdResponse,
  type Manifest,
  type Project,
  type ProjectPage,
  type ProjectSummary,
  type Recipe,
  type Tier,
} from '../protocol/index.js';
import { AccountTurns } from './account-turns.js';
import { hashApiKey, isApiKey, isSameHash } from './api-key.js';
import { type Caller, checkCollection, checkUse, checkWriting, maySee } from './caller.js';
import { type Capabilities, describeCapabilities } from './capabilities.js';
import { CharacterSource } from './character-source.js';
import { dayBefore, minutesBefore, periodOf, secondsToNextPeriod } from './clock.js';
import { createCrowdId } from './crowd-id.js';
import { describeAssets } from './describe-assets.js';
import type { CharacterGenerator } from './generation/character-generator.js';
import { type CharacterSummary, decodeCharacters } from './generation/encoded-characters.js';
import type { Kits } from './kits.js';
import { MeteringQueue } from './metering-queue.js';
import { decodeCursor, encodeCursor } from './page-cursor.js';
import type { Plan, Plans } from './plans.js';
import { asServiceError, parseProjectInput } from './project-input.js';
import { reviseCrowd } from './revise-crowd.js';
import type { Figures } from './runtime-figures.js';
import { ServiceError } from './service-error.js';
import { checkState } from './state-tag.js';
import type { Account, ListedCrowd, RequestMark, Revision, SavedCrowd, Storage } from './storage/storage.js';
import { StorageUnavailableError } from './storage/storage-error.js';
import type { TurnsOptions } from './turns.js';

export interface ServiceParts {
  readonly storage: Storage;
  readonly kits: Kits;
  readonly plans: Plans;
  readonly generator: CharacterGenerator;
  /** Where assets are, without a slash at the end. @default where the service is */
  readonly assetBaseUrl?: string | undefined;
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
/** Minutes in which a named request to read a crowd counts once. */
const READ_RETRY_MINUTES = 5;

/** Under what conditions a change is made. */
export interface ChangeConditions {
  /** Answered as before where it comes again. */
  readonly request?: NamedRequest | undefined;
  /** `If-Match`: ETags of the states that may be changed. @default any */
  readonly ifMatch?: string | undefined;
}

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
  readonly #generator: CharacterGenerator;
  readonly #assetBaseUrl: string | undefined;

  constructor({ storage, kits, plans, generator, assetBaseUrl, now = () => new Date() }: ServiceParts) {
    this.#storage = storage;
    this.#kits = kits;
    this.#plans = plans;
    this.#now = now;
    this.#meter = new MeteringQueue(storage);
    this.#generator = generator;
    this.#assetBaseUrl = assetBaseUrl;
    this.#characters = new CharacterSource(storage, kits, generator);
  }

  /**
   * The account that a key belongs to, with what the key may be used for.
   *
   * @param origin of the page that sends the request; undefined where there is none
   * @throws {ServiceError} 401 if there is no key, or it is not valid (any more), 403 if it is not for that page
   */
  async authenticate(key: string | undefined, origin?: string): Promise<Caller> {
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
    checkUse(stored.limits, origin, this.#now());
    return { ...stored.account, limits: stored.limits };
  }

  /**
   * A crowd that a caller may read: of its own account, or a sample.
   *
   * @throws {ServiceError} 404 for all others, so that nobody learns which ids are taken
   */
  async findCrowd(caller: Caller, id: string): Promise<SavedCrowd> {
    const crowd = CROWD_ID.test(id) ? await this.#storage.findCrowd(id) : undefined;
    if (!crowd || !(crowd.isSample || crowd.accountId === caller.id) || !maySee(caller, crowd)) {
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
      request: request && this.#readMark(account, request, now),
    });
    if (outcome === 'reused') throw reusedKey();
  }

  /** @throws {ServiceError} 422 for a cursor that no page gave */
  async listCrowds(caller: Caller, limit: number, cursor?: string): Promise<ProjectPage> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    // One more tells whether there is a further page.
    const found = await this.#storage.listCrowds(caller.id, limit + 1, after, caller.limits.collection);
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
  checkMayCreate(caller: Caller): void {
    checkWriting(caller);
    if (this.#planOf(caller).quota === 0) throw readsOnly();
  }

  /**
   * Saves a new crowd and counts it, both or neither.
   *
   * @throws {ServiceError} 403 for a key that may not, or over the plan's size limit, 422 for a body that cannot be, 429 where the quota is used up
   */
  async createCrowd(account: Caller, body: unknown, request?: NamedRequest): Promise<SavedCrowd> {
    checkWriting(account);
    const plan = this.#planOf(account);
    const { name, recipe } = parseProjectInput(body);
    checkCollection(account, recipe.collection);
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
   * @throws {ServiceError} in this order: 404, 403 if the crowd is another's, 412, 422, 403 over the plan's size limit
   */
  async updateCrowd(
    account: Caller,
    id: string,
    body: unknown,
    { request, ifMatch }: ChangeConditions = {},
  ): Promise<SavedCrowd> {
    const now = this.#now();
    const owned = request && { ...mark(request, now), accountId: account.id };
    const revise = (current: SavedCrowd): Revision => {
      checkOwner(account, current);
      checkState(current, ifMatch);
      const { crowd, isRecipeChanged } = reviseCrowd(current, body, now);
      checkCollection(account, crowd.recipe.collection);
      if (!isRecipeChanged) return { crowd };
      this.#checkRecipe(crowd.recipe, this.#planOf(account));
      return {
        crowd: { ...crowd, manifestVersion: this.#kits.manifest.version },
        period: periodOf(now),
      };
    };
    const updated = CROWD_ID.test(id)
      ? await this.#writes.run(account.id, () => this.#storage.updateCrowd(id, revise, owned))
      : undefined;
    if (!updated) throw new ServiceError(404, 'crowd not found');
    if (updated === 'reused') throw reusedKey();
    return updated;
  }

  /**
   * Deletes a crowd. Not counted.
   *
   * @throws {ServiceError} in this order: 404, 403 if the crowd is another's, 412
   */
  async deleteCrowd(account: Caller, id: string, { request, ifMatch }: ChangeConditions = {}): Promise<void> {
    const check = (current: SavedCrowd): void => {
      checkOwner(account, current);
      checkState(current, ifMatch);
    };
    const owned = request && { ...mark(request, this.#now()), accountId: account.id };
    const outcome = CROWD_ID.test(id)
      ? await this.#writes.run(account.id, () => this.#storage.deleteCrowd(id, check, owned))
      : undefined;
    if (!outcome) throw new ServiceError(404, 'crowd not found');
    if (outcome === 'reused') throw reusedKey();
  }

  /**
   * A saved crowd with its characters as JSON, and its assets' addresses under `baseUrl` (no slash at the end).
   *
   * @throws {ServiceError} 422 where its characters take too long to generate, 503 where too many crowds wait for that
   */
  async encodeCrowd(crowd: SavedCrowd, baseUrl: string, tier: Tier): Promise<Uint8Array> {
    const { characters, manifest } = await this.#characters.charactersOf(crowd);
    const { before, after } = this.#describeCrowd(crowd, manifest, baseUrl, tier);
    return Buffer.concat([
      Buffer.from(`${JSON.stringify(before).slice(0, -1)},"characters":`),
      characters.json,
      Buffer.from(`,${JSON.stringify(after).slice(1)}`),
    ]);
  }

  /**
   * The same as data, with some of its characters, and what they are on the whole.
   *
   * @throws {ServiceError} likewise
   */
  async describeCrowd(
    crowd: SavedCrowd,
    baseUrl: string,
    tier: Tier,
    { first = 0, count = crowd.recipe.size }: { first?: number; count?: number } = {},
  ): Promise<{ crowd: CrowdResponse; summary: CharacterSummary }> {
    const { characters, manifest } = await this.#characters.charactersOf(crowd);
    const { before, after } = this.#describeCrowd(crowd, manifest, baseUrl, tier);
    return {
      crowd: { ...before, characters: decodeCharacters(characters, first, count), ...after },
      summary: characters.summary,
    };
  }

  /** A saved crowd without its characters. */
  describeProject(crowd: SavedCrowd, baseUrl: string): Project {
    const listed = describeListed({ ...crowd, collection: crowd.recipe.collection });
    return { ...listed, recipe: crowd.recipe, assets: this.#describeAssets(crowd, baseUrl, 'full') };
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

  /** Undefined for a key that everybody has, which stands for nobody's retries: its marks would never matter. */
  #readMark(account: Account, request: NamedRequest, now: Date): RequestMark | undefined {
    const isReadOnly = Object.hasOwn(this.#plans, account.plan) && this.#plans[account.plan].quota === 0;
    // Long enough for a retry; reading for a day is what the quota is for.
    return isReadOnly ? undefined : mark(request, now, minutesBefore(now, READ_RETRY_MINUTES));
  }

  /** Ends the threads that generate crowds. */
  close(): Promise<void> {
    return this.#generator.close();
  }

  /** What stands before and after the characters of a crowd. */
  #describeCrowd(crowd: SavedCrowd, manifest: Manifest, baseUrl: string, tier: Tier) {
    return {
      before: {
        crowd_id: crowd.id,
        name: crowd.name,
        collection: crowd.recipe.collection,
        recipe: crowd.recipe,
      },
      after: {
        shared_parts: manifest.shared,
        assets: this.#describeAssets(crowd, baseUrl, tier),
        updated_at: crowd.updatedAt,
      },
    };
  }

  #describeAssets({ manifestVersion }: SavedCrowd, baseUrl: string, tier: Tier): Assets {
    return describeAssets(this.#kits.withManifest(manifestVersion), this.#assetBaseUrl ?? baseUrl, tier);
  }

  #planOf(account: Account): Plan {
    const plan = Object.hasOwn(this.#plans, account.plan) ? this.#plans[account.plan] : undefined;
    if (!plan) {
      throw new ServiceError(403, `the plan "${account.plan}" is not offered any more; ask for another`);
    }
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
    asServiceError(() => checkRoom(recipe));
  }
}

function describeListed({ id, name, collection, createdAt, updatedAt }: ListedCrowd): ProjectSummary {
  return { crowd_id: id, name, collection, created_at: createdAt, updated_at: updatedAt };
}

/** @throws {ServiceError} 403 for a crowd that is another's, 404 for one of a collection that the key is not for */
function checkOwner(caller: Caller, crowd: SavedCrowd): void {
  if (crowd.accountId !== caller.id || crowd.isSample) {
    throw new ServiceError(403, 'only its owner may change a crowd');
  }
  if (!maySee(caller, crowd)) throw new ServiceError(404, 'crowd not found');
  checkWriting(caller);
}

/** @param expired when a request of this name is too old to be the same. @default a day before */
function mark({ key, content }: NamedRequest, now: Date, expired = dayBefore(now)): RequestMark {
  return {
    key,
    fingerprint: createHash('sha256').update(content).digest('hex'),
    at: now.toISOString(),
    expired: expired.toISOString(),
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
