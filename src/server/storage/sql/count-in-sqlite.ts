import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { RequestMark } from '../storage.js';
import { prepare } from './prepare.js';
import { countAgainstQuota } from './quota.js';
import type { Schema } from './schema.js';
import { type CountedUses, expiryOf, toRow, type UseBatch, type UsesOfBasis } from './use-batch.js';

const CLAIM_IN_SQLITE = `
insert into requests (account_id, key, fingerprint, crowd, created_at)
select ?, value ->> 0, value ->> 1, null, value ->> 2 from json_each(?) where true
on conflict (account_id, key) do update
  set fingerprint = excluded.fingerprint, crowd = null, created_at = excluded.created_at
  where requests.created_at < ?
returning key`;

const selectBasis = prepare<unknown, ReturnType<typeof toRow>>((db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .innerJoin('crowds', (join) => join.onTrue())
    .select('crowds.id')
    .where('revoked_at', 'is', null)
    .where('hash', '=', '')
    .where('plan', '=', '')
    .where('crowds.id', '=', '')
    .where('manifest_version', '=', '')
    .where('updated_at', '=', ''),
);

export async function countInSqlite(db: Kysely<Schema>, batch: UseBatch): Promise<CountedUses> {
  // A lone statement is a transaction by itself, and takes half the time.
  const { parts } = batch;
  if (parts.length === 1 && parts[0].marks.length === 0) {
    const isCounted = await countUnnamed(db, batch, parts[0]);
    return { counted: new Set(isCounted ? parts : []), repeated: new Set() };
  }
  return db.transaction().execute((transaction) => countInTransaction(transaction, batch));
}

const COUNT_IN_SQLITE = `
insert into usage (account_id, period, used)
select ?, ?, ?
where exists (
    select 1 from api_keys join accounts on accounts.id = account_id
    where hash = ? and revoked_at is null and plan = ?
  )
  and exists (select 1 from crowds where id = ? and manifest_version = ? and updated_at = ?)
on conflict (account_id, period) do update set used = usage.used + excluded.used`;

/** Counts what has no marks. @returns whether its basis holds */
async function countUnnamed(
  db: Kysely<Schema>,
  place: UseBatch,
  { basis, unnamed }: UsesOfBasis,
): Promise<boolean> {
  if (!basis) {
    await countAgainstQuota(db, place, unnamed);
    return true;
  }
  const { accountId, period } = place;
  const { numAffectedRows } = await db.executeQuery(
    CompiledQuery.raw(COUNT_IN_SQLITE, [accountId, period, unnamed, ...toRow(basis)]),
  );
  return numAffectedRows === 1n;
}

async function countInTransaction(
  transaction: Transaction<Schema>,
  { accountId, period, parts }: UseBatch,
): Promise<CountedUses> {
  const counted: UseBatch['parts'][number][] = [];
  for (const part of parts) {
    const holds = !part.basis || (await selectBasis(transaction, ...toRow(part.basis))).length > 0;
    if (holds) counted.push(part);
  }
  const marks = counted.flatMap((part) => part.marks);
  const repeated = new Set(marks.map(({ key }) => key));
  if (marks.length > 0) {
    const { rows } = await transaction.executeQuery<{ key: string }>(
      CompiledQuery.raw(CLAIM_IN_SQLITE, [accountId, JSON.stringify(toRows(marks)), expiryOf(counted)]),
    );
    for (const { key } of rows) repeated.delete(key);
  }
  const units = counted.reduce((sum, { unnamed }) => sum + unnamed, marks.length - repeated.size);
  if (units > 0) await countAgainstQuota(transaction, { accountId, period }, units);
  return { counted: new Set(counted), repeated };
}

/** One text for any number of marks: drivers write arrays of texts element by element. */
function toRows(marks: readonly RequestMark[]): string[][] {
  return marks.map(({ key, fingerprint, at }) => [key, fingerprint, at]);
}
