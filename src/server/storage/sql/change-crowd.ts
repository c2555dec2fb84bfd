import type { Kysely, Transaction } from 'kysely';
import type { ChangeOutcome, CreateOutcome, OwnedRequest, Revision, SavedCrowd, Use } from '../storage.js';
import type { CrowdEvent } from '../webhook-storage.js';
import { CROWD_COLUMNS, toCrowd, toRow } from './crowd-row.js';
import { countAgainstQuota, takeFromKeyQuota, takeFromQuota } from './quota.js';
import { claimRequest } from './requests.js';
import type { Schema } from './schema.js';
import { enqueueEvent } from './webhooks.js';

/** Undoes a transaction that ends in no change. */
class Unchanged extends Error {
  constructor(readonly outcome: CreateOutcome | 'exhausted' | undefined) {
    super();
  }
}

/** {@link Storage.createCrowd}, in one transaction. */
export function createCrowd(
  db: Kysely<Schema>,
  crowd: SavedCrowd,
  use: Use,
  quota: number,
  event?: CrowdEvent,
): Promise<CreateOutcome> {
  return change(db, async (transaction) => {
    if (use.request) {
      const known = await claimRequest(transaction, use.accountId, use.request, crowd);
      if (known === 'reused') return { kind: 'reused' };
      if (known?.crowd) return { kind: 'repeated', crowd: known.crowd };
    }
    if (!(await takeFromQuota(transaction, use, quota))) {
      throw new Unchanged({ kind: 'exhausted', of: 'account' });
    }
    if (!(await takeFromKeyQuota(transaction, use))) throw new Unchanged({ kind: 'exhausted', of: 'key' });
    const saved = await transaction
      .insertInto('crowds')
      .values(toRow(crowd))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!saved) throw new Unchanged({ kind: 'taken' });
    await enqueueEvent(transaction, event);
    return { kind: 'created' };
  });
}

/** {@link Storage.updateCrowd}, in one transaction. */
export function updateCrowd(
  db: Kysely<Schema>,
  id: string,
  revise: (crowd: SavedCrowd) => Revision,
  request?: OwnedRequest,
): Promise<ChangeOutcome> {
  return change(db, async (transaction) => {
    if (request) {
      const known = await claimRequest(transaction, request.accountId, request);
      if (known) return known === 'reused' ? known : known.crowd;
    }
    const { crowd, use, event } = revise(await lockCrowd(transaction, id));
    await transaction.updateTable('crowds').set(toRow(crowd)).where('id', '=', id).execute();
    if (use) await countAgainstQuota(transaction, use, 1);
    if (use && !(await takeFromKeyQuota(transaction, use))) throw new Unchanged('exhausted');
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
): Promise<ChangeOutcome> {
  return change(db, async (transaction) => {
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

/** Runs a change in one transaction. What throws {@link Unchanged} undoes everything, a claimed request among it. */
async function change<Outcome>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (error instanceof Unchanged) return error.outcome as Outcome;
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
  if (!row) throw new Unchanged(undefined);
  return toCrowd(row);
}
