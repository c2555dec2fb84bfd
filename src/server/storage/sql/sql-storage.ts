import type { Kysely, Selectable, Transaction } from 'kysely';
import { type Manifest, parseManifest } from '../../../protocol/index.js';
import type {
  Account,
  Charge,
  CreateOutcome,
  KeyOwner,
  ListPosition,
  MeterOutcome,
  OwnedRequest,
  Revision,
  SavedCrowd,
  Storage,
  StoredKey,
} from '../storage.js';
import { deleteCrowd, updateCrowd } from './change-crowd.js';
import { toCrowd, toRow } from './crowd-row.js';
import { findOwner, insertKey, selectKeys } from './keys.js';
import { prepare } from './prepare.js';
import { claimRequest } from './requests.js';
import type { Schema } from './schema.js';
import { addUsage, takeFromQuota } from './usage.js';

/** Thrown to undo a transaction whose outcome is no failure. */
class Undo extends Error {
  constructor(readonly outcome: CreateOutcome) {
    super(outcome.kind);
  }
}

const selectCrowd = prepare<Selectable<Schema['crowds']>, [id: string]>((db) =>
  db.selectFrom('crowds').selectAll().where('id', '=', ''),
);

/** Lends a connection for some work, in a state that suits it. */
export type LendConnection = <Result>(
  db: Kysely<Schema>,
  work: (db: Kysely<Schema>) => Promise<Result>,
) => Promise<Result>;

/** Keeps everything in a database. Several processes may share one. */
export class SqlStorage implements Storage {
  readonly #db: Kysely<Schema>;
  readonly #lend: LendConnection;

  /**
   * @param db with its tables up to date; closed with the storage
   * @param lend gives what counts uses a connection
   */
  constructor(db: Kysely<Schema>, lend: LendConnection = (db, work) => work(db)) {
    this.#db = db;
    this.#lend = lend;
  }

  async saveAccount({ id, name, plan }: Account): Promise<void> {
    await this.#db
      .insertInto('accounts')
      .values({ id, name, plan })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, plan }))
      .execute();
  }

  async addAccount(account: Account): Promise<Account> {
    await this.#db
      .insertInto('accounts')
      .values(account)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await this.findAccount(account.name)) ?? account;
  }

  findAccount(name: string): Promise<Account | undefined> {
    return this.#db.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirst();
  }

  addKey(key: StoredKey): Promise<boolean> {
    return insertKey(this.#db, key);
  }

  findKey(hash: string): Promise<KeyOwner | undefined> {
    return findOwner(this.#db, hash);
  }

  listKeys(accountId: string): Promise<StoredKey[]> {
    return selectKeys(this.#db, accountId);
  }

  async revokeKey(id: string, at: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async saveManifest(manifest: Manifest): Promise<void> {
    await this.#db
      .insertInto('manifests')
      .values({ version: manifest.version, content: JSON.stringify(manifest) })
      .onConflict((conflict) => conflict.column('version').doNothing())
      .execute();
  }

  async findManifest(version: string): Promise<Manifest | undefined> {
    const row = await this.#db
      .selectFrom('manifests')
      .select('content')
      .where('version', '=', version)
      .executeTakeFirst();
    return row && parseManifest(JSON.parse(row.content));
  }

  async findCrowd(id: string): Promise<SavedCrowd | undefined> {
    const [row] = await selectCrowd(this.#db, id);
    return row && toCrowd(row);
  }

  async listCrowds(
    accountId: string,
    limit: number,
    after?: ListPosition,
    collection: string | null = null,
  ): Promise<SavedCrowd[]> {
    if (collection === null) return this.#listPage(accountId, limit, after);
    const found: SavedCrowd[] = [];
    let last = after;
    for (;;) {
      const page = await this.#listPage(accountId, limit, last);
      found.push(...page.filter(({ recipe }) => recipe.collection === collection));
      if (found.length >= limit || page.length < limit) return found.slice(0, limit);
      last = page[page.length - 1];
    }
  }

  async #listPage(accountId: string, limit: number, after?: ListPosition): Promise<SavedCrowd[]> {
    let query = this.#db.selectFrom('crowds').selectAll().where('account_id', '=', accountId);
    if (after) {
      query = query.where(({ eb, and, or }) =>
        or([
          eb('created_at', '<', after.createdAt),
          and([eb('created_at', '=', after.createdAt), eb('id', '>', after.id)]),
        ]),
      );
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
    return rows.map(toCrowd);
  }

  async saveSample(crowd: SavedCrowd): Promise<void> {
    const { id, ...row } = toRow(crowd);
    await this.#db
      .insertInto('crowds')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }

  async createCrowd(crowd: SavedCrowd, charge: Charge, quota: number): Promise<CreateOutcome> {
    try {
      return await this.#db
        .transaction()
        .execute((transaction) => createCrowd(transaction, crowd, charge, quota));
    } catch (error) {
      if (error instanceof Undo) return error.outcome;
      throw error;
    }
  }

  updateCrowd(
    id: string,
    revise: (crowd: SavedCrowd) => Revision,
    request?: OwnedRequest,
  ): Promise<SavedCrowd | 'reused' | undefined> {
    return updateCrowd(this.#db, id, revise, request);
  }

  deleteCrowd(
    id: string,
    check: (crowd: SavedCrowd) => void,
    request?: OwnedRequest,
  ): Promise<'deleted' | 'reused' | undefined> {
    return deleteCrowd(this.#db, id, check, request);
  }

  meter(charges: readonly Charge[]): Promise<MeterOutcome[]> {
    return this.#lend(this.#db, async (db) => {
      const [first] = charges;
      // One statement is a transaction by itself.
      if (first && charges.every((charge) => !charge.request && isSamePlace(charge, first))) {
        await addUsage(db, first, charges.length);
        return charges.map(() => 'counted');
      }
      return db.transaction().execute((transaction) => meter(transaction, charges));
    });
  }

  async usage(accountId: string, period: string): Promise<number> {
    const row = await this.#db
      .selectFrom('usage')
      .select('used')
      .where('account_id', '=', accountId)
      .where('period', '=', period)
      .executeTakeFirst();
    return row?.used ?? 0;
  }

  async forgetRequests(before: string): Promise<void> {
    await this.#db.deleteFrom('requests').where('created_at', '<', before).execute();
  }

  async check(): Promise<void> {
    await this.#db.selectFrom('accounts').select('id').limit(1).execute();
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }
}

async function createCrowd(
  transaction: Transaction<Schema>,
  crowd: SavedCrowd,
  charge: Charge,
  quota: number,
): Promise<CreateOutcome> {
  if (charge.request) {
    const known = await claimRequest(transaction, charge.accountId, charge.request, crowd);
    if (known === 'reused') return { kind: 'reused' };
    if (known?.crowd) return { kind: 'repeated', crowd: known.crowd };
  }
  if (!(await takeFromQuota(transaction, charge, quota))) throw new Undo({ kind: 'exhausted' });
  const saved = await transaction
    .insertInto('crowds')
    .values(toRow(crowd))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!saved) throw new Undo({ kind: 'taken' });
  return { kind: 'created' };
}

async function meter(transaction: Transaction<Schema>, charges: readonly Charge[]): Promise<MeterOutcome[]> {
  const outcomes: MeterOutcome[] = [];
  const sums = new Map<string, { charge: Charge; units: number }>();
  // Locks are taken in one order everywhere, so that no two transactions wait for each other.
  const order = [...charges.keys()].sort((a, b) => (sortKey(charges[a]) < sortKey(charges[b]) ? -1 : 1));
  for (const index of order) {
    const charge = charges[index];
    const known = charge.request && (await claimRequest(transaction, charge.accountId, charge.request));
    outcomes[index] = known === undefined ? 'counted' : known === 'reused' ? 'reused' : 'repeated';
    if (known !== undefined) continue;
    const name = `${charge.accountId} ${charge.period}`;
    sums.set(name, { charge, units: (sums.get(name)?.units ?? 0) + 1 });
  }
  for (const { charge, units } of sums.values()) await addUsage(transaction, charge, units);
  return outcomes;
}

function isSamePlace(a: Charge, b: Charge): boolean {
  return a.accountId === b.accountId && a.period === b.period;
}

function sortKey({ accountId, period, request }: Charge): string {
  return `${accountId} ${period} ${request?.key ?? ''}`;
}
