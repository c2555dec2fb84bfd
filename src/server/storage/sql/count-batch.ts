import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { ReadBasis, RequestMark } from '../storage.js';
import type { CountedUses, UseBatch, UsesOfBasis } from './engine.js';
import { prepare } from './prepare.js';
import { countAgainstQuota } from './quota.js';
import type { Schema } from './schema.js';

/**
 * Looks whether what was read has changed, marks and counts in one statement: one round trip, and a transaction by
 * itself. Planning it takes four times as long as running it, so connections prepare it once. What is compared is looked
 * up by values in their own right: of `exists`, PostgreSQL makes a table of all keys and all crowds while these are few.
 *
 * Marks come as arrays, a column each: 14 µs a mark in batches of 50, where JSON took 16.5, whose lists PostgreSQL reads
 * once more for every value. Which were made before is looked for only if some were.
 */
export const COUNT_IN_POSTGRES = `
with part as (
  select place, (part ->> 0)::int as unnamed
  from json_array_elements($2) with ordinality as parts (part, place)
  where json_array_length(part) = 1 or (
    (select revoked_at is null and plan = part ->> 2
      from api_keys join accounts on accounts.id = account_id where hash = part ->> 1)
    and (select manifest_version = part ->> 4 and updated_at = part ->> 5 from crowds where id = part ->> 3)
  )
), mark as (
  select key, fingerprint, at
  from unnest($5::int[], $6::text[], $7::text[], $8::text[]) as marks (place, key, fingerprint, at)
  where place in (select place from part)
), claimed as (
  insert into requests (account_id, key, fingerprint, crowd, created_at)
  select $1, key, fingerprint, null, at from mark
  order by key
  on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, crowd = null, created_at = excluded.created_at
    where requests.created_at < $3
  returning key
), counted as (
  insert into usage (account_id, period, used)
  select $1, $4, units from (
    select (select coalesce(sum(unnamed), 0) from part)::int + (select count(*) from claimed)::int as units
  ) as uses where units > 0
  on conflict (account_id, period) do update set used = usage.used + excluded.used
)
select
  (select json_agg(place) from part) as places,
  case when (select count(*) from claimed) < (select count(*) from mark) then
    (select json_agg(key) from mark where key not in (select key from claimed))
  end as repeated`;

interface Counted {
  /** Of the parts that were counted, from 1; null for none. */
  readonly places: readonly number[] | null;
  readonly repeated: readonly string[] | null;
}

export async function countInPostgres(
  db: Kysely<Schema>,
  { accountId, period, parts }: UseBatch,
): Promise<CountedUses> {
  const json = parts.map(({ basis, unnamed }) => [unnamed, ...(basis ? toRow(basis) : [])]);
  const marks = parts.flatMap((part) => part.marks);
  const columns = [
    `{${parts.flatMap((part, index) => part.marks.map(() => index + 1))}}`,
    toTextArray(marks.map(({ key }) => key)),
    toTextArray(marks.map(({ fingerprint }) => fingerprint)),
    toTextArray(marks.map(({ at }) => at)),
  ];
  const { rows } = await db.executeQuery<Counted>(
    CompiledQuery.raw(COUNT_IN_POSTGRES, [
      accountId,
      JSON.stringify(json),
      expiryOf(parts),
      period,
      ...columns,
    ]),
  );
  const { places, repeated } = rows[0];
  return { counted: new Set(places?.map((place) => parts[place - 1])), repeated: new Set(repeated) };
}

/** As PostgreSQL reads an array of texts. */
function toTextArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`)}}`;
}

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

/** Marks that were made before are forgotten; the same for all that come together. */
function expiryOf(parts: UseBatch['parts']): string {
  return parts.find(({ marks }) => marks.length > 0)?.marks[0].expired ?? '';
}

function toRow({ keyHash, plan, crowd }: ReadBasis) {
  return [keyHash, plan, crowd.id, crowd.manifestVersion, crowd.updatedAt] as const;
}

/** One text for any number of marks: drivers write arrays of texts element by element. */
function toRows(marks: readonly RequestMark[]): string[][] {
  return marks.map(({ key, fingerprint, at }) => [key, fingerprint, at]);
}
