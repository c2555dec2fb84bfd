import type { Kysely, Transaction } from 'kysely';
import type { OwnedRequest, Revision, SavedCrowd } from '../storage.js';
import type { CrowdEvent } from '../webhook-storage.js';
import { CROWD_COLUMNS, toCrowd, toRow } from './crowd-row.js';
import { countAgainstQuota } from './quota.js';
import { claimRequest } from './requests.js';
import type { Schema } from './schema.js';
import { enqueueEvent } from './webhooks.js';

/** Thrown to undo a transaction in which there was nothing to change. */
class Missing extends Error {}

/** {@link Storage.updateCrowd}, in one transaction. */
export function updateCrowd(
  db: Kysely<Schema>,
  id: string,
  revise: (crowd: SavedCrowd) => Revision,
  request?: OwnedRequest,
): Promise<SavedCrowd | 'reused' | undefined> {
  return orMissing(db, async (transaction) => {
    if (request) {
      const known = await claimRequest(transaction, request.accountId, request);
      if (known) return known === 'reused' ? known : known.crowd;
    }
    const { crowd, period, event } = revise(await lockCrowd(transaction, id));
    await transaction.updateTable('crowds').set(toRow(crowd)).where('id', '=', id).execute();
    if (period !== undefined) await countAgainstQuota(transaction, { accountId: crowd.accountId, period }, 1);
    await enqueueEvent(transaction, event);
    if (request) await keepCrowd(transaction, request, crowd);
    return crowd;
  });
}

/** {@link Storage.deleteCrowd}, in one transaction. */
export async function deleteCrowd(
  db: Kysely<Schema>,
  id: string,
  check: (crowd: SavedCrowd) => CrowdEvent | undefined,
  request?: OwnedRequest,
): Promise<SavedCrowd | 'reused' | undefined> {
  return orMissing(db, async (transaction) => {
    const known = request && (await claimRequest(transaction, request.accountId, request));
    if (known) return known === 'reused' ? known : known.crowd;
    const crowd = await lockCrowd(transaction, id);
    const event = check(crowd);
    await transaction.deleteFrom('crowds').where('id', '=', id).execute();
    await enqueueEvent(transaction, event);
    if (request) await keepCrowd(transaction, request, crowd);
    return crowd;
  });
}

/** Keeps the crowd of a request, for when the request comes again. */
async function keepCrowd(
  transaction: Transaction<Schema>,
  { accountId, key }: OwnedRequest,
  crowd: SavedCrowd,
): Promise<void> {
  await transaction
    .updateTable('requests')
    .set({ crowd: JSON.stringify(crowd) })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute();
}

/** Undoes everything, a claimed request among it, where there is no such crowd. */
async function orMissing<Outcome>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}

async function lockCrowd(transaction: Transaction<Schema>, id: string): Promise<SavedCrowd> {
  // Changes nothing, but keeps others from changing the row: every engine has this kind of lock.
  const row = await transaction
    .updateTable('crowds')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', id)
    .returning(CROWD_COLUMNS)
    .executeTakeFirst();
  if (!row) throw new Missing();
  return toCrowd(row);
}
