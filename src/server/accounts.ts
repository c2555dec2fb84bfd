import { randomUUID } from 'node:crypto';
import { createApiKey, hashApiKey } from './api-key.js';
import { DEFAULT_PLAN } from './plans.js';
import type { Account, Storage, StoredKey } from './storage/storage.js';

/** The account of a name, made where there is none; an account that is there takes the plan where one is given. */
export async function openAccount(storage: Storage, name: string, plan?: string): Promise<Account> {
  const known = await storage.findAccount(name);
  if (known && (plan === undefined || plan === known.plan)) return known;
  const account = { id: known?.id ?? `acct_${randomUUID()}`, name, plan: plan ?? DEFAULT_PLAN };
  await storage.saveAccount(account);
  return account;
}

/** A new key of an account. It can be read here and never again: only its hash is kept. */
export async function issueKey(
  storage: Storage,
  account: Account,
  label: string,
): Promise<{ key: string; stored: StoredKey }> {
  const key = createApiKey();
  const stored: StoredKey = {
    id: `key_${randomUUID().slice(0, 8)}`,
    hash: hashApiKey(key),
    accountId: account.id,
    label,
    createdAt: new Date().toISOString(),
    revokedAt: null,
  };
  await storage.saveKey(stored);
  return { key, stored };
}
