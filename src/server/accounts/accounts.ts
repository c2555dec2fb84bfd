import { randomBytes, randomUUID } from 'node:crypto';
import { CrowdError } from '../../errors/index.js';
import type { Account, KeyLimits, Storage, StoredKey } from '../storage/storage.js';
import { createApiKey, hashApiKey } from './api-key.js';
import { type Caller, NO_LIMITS } from './caller-permissions.js';
import { DEFAULT_PLAN, SAMPLE_ACCOUNT } from './plans.js';

/** Bytes of a key's id: 80 bits. */
const ID_BYTES = 10;

/**
 * Finds or creates the account of a name, and sets its plan if one is given. Concurrent calls get the same account.
 *
 * @throws {CrowdError} for the account of the samples, whose key is public
 */
export async function openAccount(storage: Storage, name: string, plan?: string): Promise<Account> {
  if (name === SAMPLE_ACCOUNT.name) {
    throw new CrowdError(`The account "${name}" is the service's own; choose another name.`);
  }
  const known =
    (await storage.findAccount(name)) ??
    (await storage.addAccount({ id: `acct_${randomUUID()}`, name, plan: plan ?? DEFAULT_PLAN }));
  if (plan === undefined || plan === known.plan) return known;
  const account = { ...known, plan };
  await storage.saveAccount(account);
  return account;
}

/**
 * Creates a key of an account. The key is returned once: only its hash is stored.
 *
 * @param limits @default none
 */
export async function issueKey(
  storage: Storage,
  account: Account,
  label: string,
  limits: Partial<KeyLimits> = {},
): Promise<{ key: string; stored: StoredKey }> {
  const issued = await issueLimitedKey(storage, account, label, limits, new Date(), Number.POSITIVE_INFINITY);
  return issued as NonNullable<typeof issued>;
}

/** The same, unless the account has `most` usable keys. @returns undefined where it has */
export async function issueLimitedKey(
  storage: Storage,
  { id: accountId, time }: Pick<Caller, 'id' | 'time'>,
  label: string,
  limits: Partial<KeyLimits>,
  now: Date,
  most: number,
): Promise<{ key: string; stored: StoredKey } | undefined> {
  for (;;) {
    const key = createApiKey();
    const stored: StoredKey = {
      ...NO_LIMITS,
      ...limits,
      id: `key_${randomBytes(ID_BYTES).toString('hex')}`,
      hash: hashApiKey(key),
      accountId,
      label,
      createdAt: now.toISOString(),
      revokedAt: null,
    };
    const outcome = await storage.addKey(stored, most, time);
    if (outcome === 'full') return undefined;
    if (outcome === 'added') return { key, stored };
  }
}
