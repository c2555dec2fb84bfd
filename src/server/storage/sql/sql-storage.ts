import { type Manifest, parseManifest } from '../../../protocol/index.js';
import type { DatabaseTime } from '../../core/database-time.js';
import type {
  Account,
  AccountUse,
  ChangeOutcome,
  CreateOutcome,
  KeyOwner,
  ListedCrowd,
  ListPosition,
  OwnedRequest,
  Revision,
  SavedCrowd,
  SavedKit,
  Storage,
  StoredKey,
  Use,
  UseOutcome,
} from '../storage.js';
import type { CrowdEvent } from '../webhook-storage.js';
import { createCrowd, deleteCrowd, updateCrowd } from './change-crowd.js';
import { countUses } from './count-uses.js';
import { CROWD_COLUMNS, type CrowdRow, toCrowd, toRow } from './crowd-row.js';
import type { Engine } from './engine.js';
import { insertFile, insertKit, selectFile, selectKit, selectMissing } from './files.js';
import { findOwner, insertKey, selectKeys } from './keys.js';
import { prepare } from './prepare.js';
import { SharedLookups } from './shared-lookups.js';
import { SqlWebhooks } from './webhooks.js';
import { WriteCheck } from './write-check.js';

const selectCrowd = prepare<CrowdRow, [id: string]>((db) =>
  db.selectFrom('crowds').select(CROWD_COLUMNS).where('id', '=', ''),
);

/** Keeps everything in a database. Several processes may share one. */
export class SqlStorage implements Storage {
  readonly webhooks: SqlWebhooks;
  readonly #engine: Engine;
  readonly #owners: SharedLookups<KeyOwner | undefined>;
  readonly #crowds: SharedLookups<SavedCrowd | undefined>;
  readonly #writeCheck: WriteCheck;
  #closed: Promise<void> | undefined;

  /** @param engine with its tables up to date; closed with the storage */
  constructor(engine: Engine) {
    this.#engine = engine;
    this.#writeCheck = new WriteCheck(engine.counting());
    this.#owners = new SharedLookups((hash, time) => findOwner(engine.reading(time), hash));
    this.#crowds = new SharedLookups(async (id, time) => {
      const [row] = await selectCrowd(engine.reading(time), id);
      return row && toCrowd(row);
    });
    this.webhooks = new SqlWebhooks(engine);
  }

  async saveAccount({ id, name, plan }: Account): Promise<void> {
    await this.#engine
      .writing()
      .insertInto('accounts')
      .values({ id, name, plan })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, plan }))
      .execute();
  }

  async addAccount(account: Account): Promise<Account> {
    await this.#engine
      .writing()
      .insertInto('accounts')
      .values(account)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await this.findAccount(account.name)) ?? account;
  }

  findAccount(name: string): Promise<Account | undefined> {
    return this.#engine
      .reading()
      .selectFrom('accounts')
      .select(['id', 'name', 'plan'])
      .where('name', '=', name)
      .executeTakeFirst();
  }

  listAccounts(period: string): Promise<AccountUse[]> {
    return this.#engine
      .reading()
      .selectFrom('accounts')
      .leftJoin('usage', (join) =>
        join.onRef('usage.account_id', '=', 'accounts.id').on('usage.period', '=', period),
      )
      .select(({ fn, lit }) => [
        'id',
        'name',
        'plan',
        'suspended_at as suspendedAt',
        fn.coalesce('used', lit(0)).as('used'),
      ])
      .orderBy('name')
      .execute();
  }

  async suspendAccount(name: string, at: string | null): Promise<boolean> {
    const { numUpdatedRows } = await this.#engine
      .writing()
      .updateTable('accounts')
      .set({ suspended_at: at })
      .where('name', '=', name)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  addKey(
    key: StoredKey,
    most = Number.POSITIVE_INFINITY,
    time?: DatabaseTime,
  ): Promise<'added' | 'taken' | 'full'> {
    return insertKey(this.#engine.writing(time), key, most);
  }

  findKey(hash: string, time?: DatabaseTime): Promise<KeyOwner | undefined> {
    return this.#owners.find(hash, time);
  }

  listKeys(accountId: string, time?: DatabaseTime): Promise<StoredKey[]> {
    return selectKeys(this.#engine.reading(time), accountId);
  }

  async revokeKey(id: string, at: string, time?: DatabaseTime): Promise<boolean> {
    const { numUpdatedRows } = await this.#engine
      .writing(time)
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async saveManifest(manifest: Manifest): Promise<void> {
    await this.#engine
      .writing()
      .insertInto('manifests')
      .values({ version: manifest.version, content: JSON.stringify(manifest) })
      .onConflict((conflict) => conflict.column('version').doNothing())
      .execute();
  }

  async findManifest(version: string, time?: DatabaseTime): Promise<Manifest | undefined> {
    const row = await this.#engine
      .reading(time)
      .selectFrom('manifests')
      .select('content')
      .where('version', '=', version)
      .executeTakeFirst();
    return row && parseManifest(JSON.parse(row.content));
  }

  saveKit(kit: SavedKit): Promise<void> {
    return insertKit(this.#engine.counting(), kit);
  }

  findKit(manifestVersion: string, time?: DatabaseTime): Promise<SavedKit | undefined> {
    return selectKit(this.#engine.reading(time), manifestVersion);
  }

  findMissing(paths: readonly string[]): Promise<string[]> {
    return selectMissing(this.#engine.reading(), paths);
  }

  /** Does not wait for the disk. What a loss of power takes away is missing at the next start, and is saved again then. */
  saveFile(path: string, bytes: Uint8Array): Promise<void> {
    return insertFile(this.#engine.counting(), path, bytes);
  }

  findFile(path: string): Promise<Uint8Array | undefined> {
    return selectFile(this.#engine.reading(), path);
  }

  findCrowd(id: string, time?: DatabaseTime): Promise<SavedCrowd | undefined> {
    return this.#crowds.find(id, time);
  }

  async listCrowds(
    accountId: string,
    limit: number,
    after?: ListPosition,
    collection: string | null = null,
    time?: DatabaseTime,
  ): Promise<ListedCrowd[]> {
    let query = this.#engine
      .reading(time)
      .selectFrom('crowds')
      .select(['id', 'name', 'collection', 'created_at', 'updated_at'])
      .where('account_id', '=', accountId);
    if (collection !== null) query = query.where('collection', '=', collection);
    if (after) {
      query = query.where(({ eb, and, or }) =>
        or([
          eb('created_at', '<', after.createdAt),
          and([eb('created_at', '=', after.createdAt), eb('id', '>', after.id)]),
        ]),
      );
    }
    const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
    return rows.map(({ id, name, collection, created_at, updated_at }) => ({
      id,
      name,
      collection,
      createdAt: created_at,
      updatedAt: updated_at,
    }));
  }

  async saveSample(crowd: SavedCrowd): Promise<void> {
    const { id, ...row } = toRow(crowd);
    await this.#engine
      .writing()
      .insertInto('crowds')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }

  createCrowd(
    crowd: SavedCrowd,
    use: Use,
    quota: number,
    event?: CrowdEvent,
    time?: DatabaseTime,
  ): Promise<CreateOutcome> {
    return createCrowd(this.#engine.writing(time), crowd, use, quota, event);
  }

  updateCrowd(
    id: string,
    revise: (crowd: SavedCrowd) => Revision,
    request?: OwnedRequest,
    time?: DatabaseTime,
  ): Promise<ChangeOutcome> {
    return updateCrowd(this.#engine.writing(time), id, revise, request);
  }

  deleteCrowd(
    id: string,
    check: (crowd: SavedCrowd) => CrowdEvent | undefined,
    request?: OwnedRequest,
    time?: DatabaseTime,
  ): Promise<ChangeOutcome> {
    return deleteCrowd(this.#engine.writing(time), id, check, request);
  }

  countUses(uses: readonly Use[], time?: DatabaseTime): Promise<UseOutcome[]> {
    return countUses(this.#engine, uses, time);
  }

  async usage(accountId: string, period: string, time?: DatabaseTime): Promise<number> {
    const row = await this.#engine
      .reading(time)
      .selectFrom('usage')
      .select('used')
      .where('account_id', '=', accountId)
      .where('period', '=', period)
      .executeTakeFirst();
    return row?.used ?? 0;
  }

  async keyUsage(hash: string, period: string, time?: DatabaseTime): Promise<number> {
    const row = await this.#engine
      .reading(time)
      .selectFrom('key_usage')
      .select('used')
      .where('hash', '=', hash)
      .where('period', '=', period)
      .executeTakeFirst();
    return row?.used ?? 0;
  }

  async forgetRequests(before: string, limit: number): Promise<number> {
    const { counting, skipsLocked } = this.#engine;
    const { numDeletedRows } = await counting()
      .deleteFrom('requests')
      .where(({ eb, refTuple, selectFrom }) => {
        const old = selectFrom('requests')
          .select(['account_id', 'key'])
          .where('created_at', '<', before)
          .limit(limit)
          // Another process may be cleaning up as well.
          .$if(skipsLocked, (query) => query.forUpdate().skipLocked());
        return eb(refTuple('account_id', 'key'), 'in', old.$asTuple('account_id', 'key'));
      })
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  check(): Promise<void> {
    return this.#writeCheck.run();
  }

  figures(): Readonly<Record<string, number>> {
    return this.#engine.figures();
  }

  close(): Promise<void> {
    this.#closed ??= this.#engine.close();
    return this.#closed;
  }
}
