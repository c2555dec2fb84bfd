import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from './schema.js';
import { type CountedUses, expiryOf, toRow, type UseBatch } from './use-batch.js';

/**
 * Looks whether what was read has changed, marks and counts in one statement: one round trip, and a transaction by
 * itself. Planning it takes four times as long as running it, so connections prepare it once. What is compared is looked
 * up by values in their own right: of `exists`, PostgreSQL makes a table of all keys and all crowds while these are few.
 *
 * Most of its time goes into setting up its many steps. So what most batches are, uses of one basis that are new, has
 * statements of its own: 25 take 82 µs of PostgreSQL's time without marks and 311 with them, here 158 and 528.
 *
 * Marks come as arrays, a column each: 14 µs a mark in batches of 50, where JSON took 16.5, whose lists PostgreSQL reads
 * once more for every value. Which were made before is looked for only if some were.
 */
const COUNT_BATCH = `
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

const HOLDS = `
  (select revoked_at is null and plan = $5 from api_keys join accounts on accounts.id = account_id where hash = $4)
  and (select manifest_version = $7 and updated_at = $8 from crowds where id = $6)`;

const COUNT_UNNAMED = `
insert into usage (account_id, period, used)
select $1, $2, $3::int where ${HOLDS}
on conflict (account_id, period) do update set used = usage.used + excluded.used`;

/**
 * Marks only if none was made before: a plain insertion takes 5.3 µs a mark where one that minds conflicts takes 8.5. Keys
 * are in order, and before the count, as in {@link COUNT_BATCH}: processes with the same keys would wait for each other.
 */
const COUNT_NAMED = `
with claimed as (
  insert into requests (account_id, key, fingerprint, crowd, created_at)
  select $1, key, $10, null, $11 from unnest($9::text[]) as marks (key)
  where ${HOLDS} and not exists (select from requests where account_id = $1 and key = any($9))
  order by key
  returning 1
)
insert into usage (account_id, period, used)
select $1, $2, $3::int + units from (select count(*)::int as units from claimed) as marked where units > 0
on conflict (account_id, period) do update set used = usage.used + excluded.used`;

/** For connections to prepare. */
export const COUNTING_STATEMENTS = [COUNT_BATCH, COUNT_UNNAMED, COUNT_NAMED];

export async function countInPostgres(db: Kysely<Schema>, batch: UseBatch): Promise<CountedUses> {
  if (await countUsual(db, batch)) return { counted: new Set(batch.parts), repeated: new Set() };
  return countBatch(db, batch);
}

/**
 * Counts uses of one basis that holds, whose marks are new and of one request.
 *
 * @returns false, and counts nothing, for all others
 */
async function countUsual(db: Kysely<Schema>, { accountId, period, parts }: UseBatch): Promise<boolean> {
  const [{ basis, unnamed, marks }] = parts;
  if (parts.length > 1 || !basis) return false;
  const values: unknown[] = [accountId, period, unnamed, ...toRow(basis)];
  if (marks.length > 0) {
    // They came within milliseconds, so all get the time of the first.
    const [{ fingerprint, at }] = marks;
    if (marks.some((mark) => mark.fingerprint !== fingerprint)) return false;
    values.push(toTextArray(marks.map(({ key }) => key)), fingerprint, at);
  }
  const query = CompiledQuery.raw(marks.length > 0 ? COUNT_NAMED : COUNT_UNNAMED, values);
  try {
    return (await db.executeQuery(query)).numAffectedRows === 1n;
  } catch (error) {
    // Another process has made one of the marks in the meantime, which PostgreSQL's own log then tells as an error.
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** SQLSTATE (PostgreSQL's manual, appendix A). */
const UNIQUE_VIOLATION = '23505';

interface Counted {
  /** Of the parts that were counted, from 1; null for none. */
  readonly places: readonly number[] | null;
  readonly repeated: readonly string[] | null;
}

async function countBatch(db: Kysely<Schema>, { accountId, period, parts }: UseBatch): Promise<CountedUses> {
  const json = parts.map(({ basis, unnamed }) => [unnamed, ...(basis ? toRow(basis) : [])]);
  const marks = parts.flatMap((part) => part.marks);
  const columns = [
    `{${parts.flatMap((part, index) => part.marks.map(() => index + 1))}}`,
    toTextArray(marks.map(({ key }) => key)),
    toTextArray(marks.map(({ fingerprint }) => fingerprint)),
    toTextArray(marks.map(({ at }) => at)),
  ];
  const { rows } = await db.executeQuery<Counted>(
    CompiledQuery.raw(COUNT_BATCH, [accountId, JSON.stringify(json), expiryOf(parts), period, ...columns]),
  );
  const { places, repeated } = rows[0];
  return { counted: new Set(places?.map((place) => parts[place - 1])), repeated: new Set(repeated) };
}

/** As PostgreSQL reads an array of texts. */
function toTextArray(texts: readonly string[]): string {
  // Hardly any needs a backslash.
  const escaped = /["\\]/.test(texts.join(' ')) ? texts.map((text) => text.replace(/["\\]/g, '\\$&')) : texts;
  return texts.length === 0 ? '{}' : `{"${escaped.join('","')}"}`;
}
