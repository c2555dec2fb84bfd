import { CrowdError } from '../../errors/index.js';
import { ServiceError } from '../core/service-error.js';
import type { Account } from '../storage/storage.js';
import { secondsToNextPeriod } from './clock.js';

/** Limits of an account. */
export interface Plan {
  /** Characters in one crowd at most. */
  readonly maxSize: number;
  /** Billable requests in a calendar month (UTC) until no more crowds can be created; 0 for an account that only reads. */
  readonly quota: number;
}

/** Plans by name. */
export type Plans = Readonly<Record<string, Plan>>;

/** Plan of the account that holds the sample crowds. */
const SAMPLE_PLAN = 'sample';
/** The account that holds the sample crowds. */
export const SAMPLE_ACCOUNT = { id: 'samples', name: 'Sample crowds', plan: SAMPLE_PLAN };
/** Plan of a new account. */
export const DEFAULT_PLAN = 'developer';

/** The built-in plans. */
export const PLANS: Plans = {
  [SAMPLE_PLAN]: { maxSize: 0, quota: 0 },
  [DEFAULT_PLAN]: { maxSize: 5_000, quota: 10_000 },
  studio: { maxSize: 20_000, quota: 1_000_000 },
};

/** @throws {ServiceError} 403 where the account's plan is none of these */
export function findPlan(plans: Plans, account: Account): Plan {
  const plan = Object.hasOwn(plans, account.plan) ? plans[account.plan] : undefined;
  if (!plan) {
    throw new ServiceError(403, `the plan "${account.plan}" is not offered any more; ask for another`);
  }
  return plan;
}

/** The answer to a request that is over a quota. @param whose such as `your plan` */
export function createExhaustedError(whose: string, quota: number | null, now: Date): ServiceError {
  const seconds = secondsToNextPeriod(now);
  return new ServiceError(429, `quota exhausted: ${whose} has ${quota} billable requests a month`, {
    'Retry-After': String(seconds),
    RateLimit: `"month";r=0;t=${seconds}`,
    'RateLimit-Policy': `"month";q=${quota}`,
    'X-Should-Retry': 'false',
  });
}

/**
 * Plans written as JSON, such as `{"studio":{"maxSize":50000,"quota":2000000}}`, beside the built-in ones.
 *
 * @throws {CrowdError} saying what is wrong with them
 */
export function parsePlans(text: string): Plans {
  const plans: Record<string, Plan> = { ...PLANS };
  for (const [name, plan] of Object.entries(parseObject(text))) {
    const { maxSize, quota } = (plan ?? {}) as Partial<Plan>;
    if (!isCount(maxSize) || !isCount(quota)) {
      throw new CrowdError(`The plan "${name}" needs maxSize and quota, whole numbers of at least 0.`);
    }
    plans[name] = { maxSize, quota };
  }
  return plans;
}

function parseObject(text: string): object {
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data === 'object' && data !== null) return data;
  } catch {
    // The error below names it.
  }
  throw new CrowdError('The plans must be a JSON object such as {"studio":{"maxSize":5000,"quota":1000}}.');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
