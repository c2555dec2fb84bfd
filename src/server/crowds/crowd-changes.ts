import { checkRoom } from '../../generate/placement/room.js';
import { checkRecipe } from '../../generate/recipe/check-recipe.js';
import { CROWD_ID, type Recipe } from '../../protocol/index.js';
import { AccountSemaphores } from '../accounts/account-semaphores.js';
import { randomBase62 } from '../accounts/api-key.js';
import {
  type Caller,
  checkCollection,
  checkWriting,
  keyQuotaOf,
  maySee,
} from '../accounts/caller-permissions.js';
import { periodOf } from '../accounts/clock.js';
import { createExhaustedError, findPlan, type Plan, type Plans } from '../accounts/plans.js';
import type { SemaphoreOptions } from '../core/semaphore.js';
import { ServiceError } from '../core/service-error.js';
import type { Trace } from '../core/trace.js';
import type { ChangeOutcome, Revision, SavedCrowd, Storage } from '../storage/storage.js';
import { StorageUnavailableError } from '../storage/storage.js';
import type { CrowdEvent } from '../storage/webhook-storage.js';
import { createCrowdEvent } from './crowd-event.js';
import { createReusedKeyError, markRequest, type NamedRequest } from './idempotency-key.js';
import type { Kits } from './kit-versions.js';
import { asServiceError, parseProjectInput } from './project-input.js';
import { reviseCrowd } from './revise-crowd.js';
import { checkState } from './state-etag.js';

/** Concurrent changes of one account. All wait for its usage row; a second one prepares while the first commits. */
const WRITES: SemaphoreOptions = {
  permits: 2,
  timeout: 5_000,
  refuse: () => new StorageUnavailableError('too many changes of this account are under way'),
};

/** Numbers of uses of this process, for metrics. */
export interface UseTotals {
  counted: number;
  /** Refused because a quota was used up. */
  refused: number;
}

interface Options {
  readonly storage: Storage;
  readonly kits: Kits;
  readonly plans: Plans;
  readonly now: () => Date;
  readonly uses: UseTotals;
}

/** Conditions and context of a change. */
export interface ChangeConditions {
  /** A repeated request is answered as before. */
  readonly request?: NamedRequest | undefined;
  /** `If-Match`: ETags of the states that may be changed. @default any */
  readonly ifMatch?: string | undefined;
  /** Goes on with the messages about the change. @default none */
  readonly trace?: Trace | undefined;
}

/** A crowd after a change. */
export interface ChangedCrowd {
  readonly crowd: SavedCrowd;
  /** False for a change that is free, and for a request that comes again. */
  readonly isBilled: boolean;
}

/** Creates, updates and deletes crowds as far as the caller, the plan and the conditions allow. */
export class CrowdChanges {
  readonly #options: Options;
  readonly #writes = new AccountSemaphores(WRITES);
  #onEvent = (): void => {};

  constructor(options: Options) {
    this.#options = options;
  }

  /** Calls `onEvent` whenever there are new messages for webhooks. */
  watch(onEvent: () => void): void {
    this.#onEvent = onEvent;
  }

  /**
   * Checks that a caller may create crowds, before the body is read.
   *
   * @throws {ServiceError} 403
   */
  checkMayCreate(caller: Caller): void {
    checkWriting(caller);
    if (findPlan(this.#options.plans, caller).quota === 0) throw createReadsOnlyError();
  }

  /**
   * Saves a new crowd and counts it, both or neither.
   *
   * @throws {ServiceError} 403 for a key that may not, or over the plan's size limit, 422 for a body that cannot be, 429 where the quota is used up
   */
  async create(
    account: Caller,
    body: unknown,
    { request, trace }: Omit<ChangeConditions, 'ifMatch'> = {},
  ): Promise<ChangedCrowd> {
    checkWriting(account);
    const plan = findPlan(this.#options.plans, account);
    const { name, recipe } = parseProjectInput(body);
    checkCollection(account, recipe.collection);
    this.#checkRecipe(recipe, plan);
    const now = this.#options.now();
    const at = now.toISOString();
    const use = {
      accountId: account.id,
      period: periodOf(now),
      request: request && markRequest(request, now),
      key: keyQuotaOf(account),
    };
    for (;;) {
      const crowd: SavedCrowd = {
        // One of 2·10¹⁴. It is a name and no secret.
        id: `cr_${randomBase62(8)}`,
        accountId: account.id,
        isSample: false,
        name,
        recipe,
        manifestVersion: this.#options.kits.manifest.version,
        createdAt: at,
        updatedAt: at,
      };
      const event = createCrowdEvent('crowd.created', crowd, now, trace);
      const outcome = await this.#writes.run(account.id, () =>
        this.#options.storage.createCrowd(crowd, use, plan.quota, event, account.time),
      );
      if (outcome.kind === 'created') {
        this.#onEvent();
        this.#options.uses.counted += 1;
        return { crowd, isBilled: true };
      }
      if (outcome.kind === 'repeated') return { crowd: outcome.crowd, isBilled: false };
      if (outcome.kind === 'reused') throw createReusedKeyError();
      if (outcome.kind === 'exhausted') {
        this.#options.uses.refused += 1;
        throw outcome.of === 'key'
          ? createExhaustedError('this key', account.limits.quota, now)
          : createExhaustedError('your plan', plan.quota, now);
      }
    }
  }

  /**
   * Changes a crowd, and counts it where its recipe really changes.
   *
   * @throws {ServiceError} in this order: 404, 403 if the crowd is another's, 412, 422, 403 over the plan's size limit
   */
  async update(
    account: Caller,
    id: string,
    body: unknown,
    { request, ifMatch, trace }: ChangeConditions = {},
  ): Promise<ChangedCrowd> {
    const now = this.#options.now();
    let isBilled = false;
    const owned = request && { ...markRequest(request, now), accountId: account.id };
    const revise = (current: SavedCrowd): Revision => {
      checkOwner(account, current);
      checkState(current, ifMatch);
      const { crowd, isRecipeChanged } = reviseCrowd(current, body, now);
      checkCollection(account, crowd.recipe.collection);
      const event = crowd === current ? undefined : createCrowdEvent('crowd.updated', crowd, now, trace);
      isBilled = isRecipeChanged;
      if (!isRecipeChanged) return { crowd, event };
      this.#checkRecipe(crowd.recipe, findPlan(this.#options.plans, account));
      return {
        crowd: { ...crowd, manifestVersion: this.#options.kits.manifest.version },
        use: { accountId: account.id, period: periodOf(now), key: keyQuotaOf(account) },
        event,
      };
    };
    const updated = CROWD_ID.test(id)
      ? await this.#writes.run(account.id, () =>
          this.#options.storage.updateCrowd(id, revise, owned, account.time),
        )
      : undefined;
    const crowd = this.#finish(account, updated, now);
    if (isBilled) this.#options.uses.counted += 1;
    return { crowd, isBilled };
  }

  /**
   * Deletes a crowd. Not counted.
   *
   * @throws {ServiceError} in this order: 404, 403 if the crowd is another's, 412
   */
  async delete(
    account: Caller,
    id: string,
    { request, ifMatch, trace }: ChangeConditions = {},
  ): Promise<void> {
    const now = this.#options.now();
    const check = (current: SavedCrowd): CrowdEvent => {
      checkOwner(account, current);
      checkState(current, ifMatch);
      return createCrowdEvent('crowd.deleted', current, now, trace);
    };
    const owned = request && { ...markRequest(request, now), accountId: account.id };
    const outcome = CROWD_ID.test(id)
      ? await this.#writes.run(account.id, () =>
          this.#options.storage.deleteCrowd(id, check, owned, account.time),
        )
      : undefined;
    this.#finish(account, outcome, now);
  }

  /** The crowd of a change that was made. @throws {ServiceError} for one that was not */
  #finish(account: Caller, outcome: ChangeOutcome, now: Date): SavedCrowd {
    if (!outcome) throw new ServiceError(404, 'crowd not found');
    if (outcome === 'reused') throw createReusedKeyError();
    if (outcome === 'exhausted') {
      this.#options.uses.refused += 1;
      throw createExhaustedError('this key', account.limits.quota, now);
    }
    // A request that comes again is answered only if this key could make it now.
    checkOwner(account, outcome);
    this.#onEvent();
    return outcome;
  }

  #checkRecipe(recipe: Recipe, plan: Plan): void {
    if (plan.quota === 0) throw createReadsOnlyError();
    asServiceError(() => checkRecipe(recipe, this.#options.kits.manifest));
    if (recipe.size > plan.maxSize) {
      throw new ServiceError(
        403,
        `recipe_json.size: your plan allows crowds of up to ${plan.maxSize} characters, not ${recipe.size}`,
      );
    }
    asServiceError(() => checkRoom(recipe));
  }
}

/** @throws {ServiceError} 403 for a crowd that is another's, 404 for one of a collection that the key is not for */
function checkOwner(caller: Caller, crowd: SavedCrowd): void {
  if (crowd.accountId !== caller.id || crowd.isSample) {
    throw new ServiceError(403, 'only its owner may change a crowd');
  }
  if (!maySee(caller, crowd)) throw new ServiceError(404, 'crowd not found');
  checkWriting(caller);
}

function createReadsOnlyError(): ServiceError {
  return new ServiceError(403, 'this key reads the sample crowds and saves none');
}
