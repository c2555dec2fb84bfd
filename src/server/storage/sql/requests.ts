import type { Transaction } from 'kysely';
import type { RequestMark, SavedCrowd } from '../storage.js';
import type { Schema } from './schema.js';

/**
 * Marks a request as answered. Where another process is answering the same one, it waits for how that ends.
 *
 * @param crowd what the request creates, kept for those who ask again
 * @returns undefined for a new request, otherwise the stored state of the earlier one
 */
export async function claimRequest(
  transaction: Transaction<Schema>,
  accountId: string,
  { key, fingerprint, at, expired }: RequestMark,
  crowd?: SavedCrowd,
): Promise<{ crowd: SavedCrowd | undefined } | 'reused' | undefined> {
  const values = { fingerprint, crowd: crowd ? JSON.stringify(crowd) : null, created_at: at };
  const claimed = await transaction
    .insertInto('requests')
    .values({ account_id: accountId, key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet(values).where('requests.created_at', '<', expired),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  const known = await transaction
    .selectFrom('requests')
    .select(['fingerprint', 'crowd'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (known.fingerprint !== fingerprint) return 'reused';
  return { crowd: known.crowd === null ? undefined : (JSON.parse(known.crowd) as SavedCrowd) };
}
