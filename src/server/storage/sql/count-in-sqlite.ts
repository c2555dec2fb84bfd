import { CompiledQuery, type Kysely } from 'kysely';
import { unitsOf } from './count-uses.js';
import type { UseBatch } from './engine.js';
import { countAgainstQuota } from './quota.js';
import type { Schema } from './schema.js';

/** The marks come as one JSON text: drivers write arrays element by element. */
const MARK = `
insert into requests (account_id, key, fingerprint, crowd, created_at, answers)
select ?1, value ->> 0, value ->> 1, null, value ->> 2, value ->> 3 from json_each(?2) where true
on conflict (account_id, key) do update set
  fingerprint = excluded.fingerprint,
  crowd = null,
  answers = excluded.answers + case when requests.created_at < ?3 then 0 else requests.answers end,
  created_at = case when requests.created_at < ?3 then excluded.created_at else requests.created_at end
  where requests.created_at < ?3 or requests.fingerprint = excluded.fingerprint
returning key, answers`;

/** {@link Engine.countBatch} of SQLite. */
export async function countInSqlite(
  db: Kysely<Schema>,
  batch: UseBatch,
): Promise<ReadonlyMap<string, number>> {
  if (batch.named.length > 0) {
    return db.isTransaction
      ? countNamed(db, batch)
      : db.transaction().execute((transaction) => countNamed(transaction, batch));
  }
  // A lone statement is a transaction by itself, and takes half the time.
  await countAgainstQuota(db, batch, batch.unnamed);
  return new Map();
}

async function countNamed(
  transaction: Kysely<Schema>,
  batch: UseBatch,
): Promise<ReadonlyMap<string, number>> {
  const { accountId, unnamed, named } = batch;
  const rows = named.map(({ mark, answers }) => [mark.key, mark.fingerprint, mark.at, answers]);
  const marked = await transaction.executeQuery<{ key: string; answers: number }>(
    CompiledQuery.raw(MARK, [accountId, JSON.stringify(rows), named[0].mark.expired]),
  );
  const answers = new Map(marked.rows.map((row) => [row.key, row.answers]));
  const units = named.reduce((sum, use) => sum + unitsOf(use, answers), unnamed);
  if (units > 0) await countAgainstQuota(transaction, batch, units);
  return answers;
}
