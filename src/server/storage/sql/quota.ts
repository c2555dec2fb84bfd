import type { Kysely, Transaction } from 'kysely';
import type { KeyQuota, Use } from '../storage.js';
import { prepare } from './prepare.js';
import type { Schema } from './schema.js';

type UsagePeriod = Pick<Use, 'accountId' | 'period'>;

const insertCount = prepare<unknown, [accountId: string, period: string, units: number]>((db) =>
  db
    .insertInto('usage')
    .values({ account_id: '', period: '', used: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'period'])
        .doUpdateSet((eb) => ({ used: eb('usage.used', '+', eb.ref('excluded.used')) })),
    ),
);

/** Counts some units against an account's quota, whatever was used before. */
export async function countAgainstQuota(
  db: Kysely<Schema> | Transaction<Schema>,
  { accountId, period }: UsagePeriod,
  units: number,
): Promise<void> {
  await insertCount(db, accountId, period, units);
}

/**
 * Counts one unit, unless `quota` are used already. One statement, so that of any number of processes exactly as many
 * succeed as there is room for.
 *
 * @returns whether there was room
 */
export async function takeFromQuota(
  transaction: Transaction<Schema>,
  { accountId, period }: UsagePeriod,
  quota: number,
): Promise<boolean> {
  if (quota < 1) return false;
  const row = await transaction
    .insertInto('usage')
    .values({ account_id: accountId, period, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'period'])
        .doUpdateSet((eb) => ({ used: eb('usage.used', '+', 1) }))
        .where('usage.used', '<', quota),
    )
    .returning('used')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts units against a key's own quota, unless that would go over it.
 *
 * @returns whether there was room; true for a use without such a key
 */
export async function takeFromKeyQuota(
  transaction: Transaction<Schema>,
  { key, period }: { key?: KeyQuota | undefined; period: string },
  units = 1,
): Promise<boolean> {
  if (!key || units === 0) return true;
  if (units > key.quota) return false;
  const row = await transaction
    .insertInto('key_usage')
    .values({ hash: key.hash, period, used: units })
    .onConflict((conflict) =>
      conflict
        .columns(['hash', 'period'])
        .doUpdateSet((eb) => ({ used: eb('key_usage.used', '+', units) }))
        .where('key_usage.used', '<=', key.quota - units),
    )
    .returning('used')
    .executeTakeFirst();
  return row !== undefined;
}
