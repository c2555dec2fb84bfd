import type { Kysely, Selectable, Transaction } from 'kysely';
import type { KeyLimits, KeyOwner, StoredKey } from '../storage.js';
import { prepare } from './prepare.js';
import type { Schema } from './schema.js';

const LIMIT_COLUMNS = ['access', 'collection', 'origins', 'expires_at', 'quota'] as const;
type LimitsRow = Pick<Selectable<Schema['api_keys']>, (typeof LIMIT_COLUMNS)[number]>;

const selectOwner = prepare<Selectable<Schema['accounts']> & LimitsRow & { hash: string }, [hash: string]>(
  (db) =>
    db
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
      .select(['api_keys.hash', 'accounts.id', 'accounts.name', 'accounts.plan', 'accounts.suspended_at'])
      .select(LIMIT_COLUMNS)
      .where('api_keys.hash', '=', '')
      .where('api_keys.revoked_at', 'is', null),
);

/** {@link Storage.addKey} */
export function insertKey(
  db: Kysely<Schema>,
  key: StoredKey,
  most: number,
): Promise<'added' | 'taken' | 'full'> {
  return db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, key.accountId);
    const { count } = await transaction
      .selectFrom('api_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', key.accountId)
      .where('revoked_at', 'is', null)
      .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', key.createdAt)]))
      .executeTakeFirstOrThrow();
    return Number(count) >= most ? 'full' : insert(transaction, key);
  });
}

/** Makes other transactions that lock the same account wait. */
export async function lockAccount(transaction: Transaction<Schema>, accountId: string): Promise<void> {
  // An update that changes nothing: every engine has this kind of lock.
  await transaction
    .updateTable('accounts')
    .set((eb) => ({ plan: eb.ref('plan') }))
    .where('id', '=', accountId)
    .execute();
}

async function insert(transaction: Transaction<Schema>, key: StoredKey): Promise<'added' | 'taken'> {
  const row = await transaction
    .insertInto('api_keys')
    .values({
      id: key.id,
      hash: key.hash,
      account_id: key.accountId,
      label: key.label,
      created_at: key.createdAt,
      revoked_at: key.revokedAt,
      access: key.access,
      collection: key.collection,
      origins: key.origins && JSON.stringify(key.origins),
      expires_at: key.expiresAt,
      quota: key.quota,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? 'added' : 'taken';
}

export async function findOwner(db: Kysely<Schema>, hash: string): Promise<KeyOwner | undefined> {
  const [row] = await selectOwner(db, hash);
  return (
    row && {
      hash: row.hash,
      account: { id: row.id, name: row.name, plan: row.plan },
      limits: toLimits(row),
      isSuspended: row.suspended_at !== null,
    }
  );
}

export async function selectKeys(db: Kysely<Schema>, accountId: string): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    hash: row.hash,
    label: row.label,
    accountId: row.account_id,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    ...toLimits(row),
  }));
}

function toLimits({ access, collection, origins, expires_at, quota }: LimitsRow): KeyLimits {
  return {
    access: access === 'read' ? 'read' : 'write',
    collection,
    origins: origins === null ? null : (JSON.parse(origins) as string[]),
    expiresAt: expires_at,
    quota,
  };
}
