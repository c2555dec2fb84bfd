import type { Manifest } from '../../protocol/index.js';
import type {
  Account,
  Charge,
  CreateOutcome,
  ListedCrowd,
  ListPosition,
  MeterOutcome,
  RequestMark,
  Revision,
  SavedCrowd,
  Storage,
  StoredKey,
} from './storage.js';

interface StoredRequest {
  readonly mark: RequestMark;
  readonly crowd: SavedCrowd | undefined;
}

/** Keeps everything in this process and forgets it at its end. No method waits half-way, so each is one transaction. */
export class MemoryStorage implements Storage {
  readonly #accounts = new Map<string, Account>();
  readonly #keys = new Map<string, StoredKey>();
  readonly #manifests = new Map<string, Manifest>();
  readonly #crowds = new Map<string, SavedCrowd>();
  readonly #usage = new Map<string, number>();
  readonly #requests = new Map<string, StoredRequest>();

  async saveAccount(account: Account): Promise<void> {
    this.#accounts.set(account.id, account);
  }

  async findAccount(name: string): Promise<Account | undefined> {
    return [...this.#accounts.values()].find((account) => account.name === name);
  }

  async saveKey(key: StoredKey): Promise<void> {
    this.#keys.set(key.id, key);
  }

  async findKey(hash: string): Promise<{ hash: string; account: Account } | undefined> {
    const key = [...this.#keys.values()].find((key) => key.hash === hash && key.revokedAt === null);
    const account = key && this.#accounts.get(key.accountId);
    return account && { hash, account };
  }

  async listKeys(accountId: string): Promise<StoredKey[]> {
    return [...this.#keys.values()]
      .filter((key) => key.accountId === accountId)
      .sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
  }

  async revokeKey(id: string, at: string): Promise<boolean> {
    const key = this.#keys.get(id);
    if (!key || key.revokedAt !== null) return false;
    this.#keys.set(id, { ...key, revokedAt: at });
    return true;
  }

  async saveManifest(manifest: Manifest): Promise<void> {
    this.#manifests.set(manifest.version, manifest);
  }

  async findManifest(version: string): Promise<Manifest | undefined> {
    return this.#manifests.get(version);
  }

  async findCrowd(id: string): Promise<SavedCrowd | undefined> {
    return this.#crowds.get(id);
  }

  async listCrowds(accountId: string, limit: number, after?: ListPosition): Promise<ListedCrowd[]> {
    return [...this.#crowds.values()]
      .filter((crowd) => crowd.accountId === accountId && (!after || inOrder(after, crowd) < 0))
      .sort(inOrder)
      .slice(0, limit)
      .map(({ id, name, recipe, createdAt, updatedAt }) => ({
        id,
        name,
        collection: recipe.collection,
        createdAt,
        updatedAt,
      }));
  }

  async saveSample(crowd: SavedCrowd): Promise<void> {
    this.#crowds.set(crowd.id, crowd);
  }

  async createCrowd(crowd: SavedCrowd, charge: Charge, quota: number): Promise<CreateOutcome> {
    const known = this.#findRequest(charge);
    if (known === 'reused') return { kind: 'reused' };
    if (known?.crowd) return { kind: 'repeated', crowd: known.crowd };
    if (this.#used(charge) >= quota) return { kind: 'exhausted' };
    if (this.#crowds.has(crowd.id)) return { kind: 'taken' };
    this.#crowds.set(crowd.id, crowd);
    this.#count(charge, crowd);
    return { kind: 'created' };
  }

  async updateCrowd(id: string, revise: (crowd: SavedCrowd) => Revision): Promise<SavedCrowd | undefined> {
    const current = this.#crowds.get(id);
    if (!current) return undefined;
    const { crowd, period } = revise(current);
    this.#crowds.set(id, crowd);
    if (period !== undefined) this.#count({ accountId: crowd.accountId, period });
    return crowd;
  }

  async meter(charges: readonly Charge[]): Promise<MeterOutcome[]> {
    return charges.map((charge) => {
      const known = this.#findRequest(charge);
      if (known) return known === 'reused' ? known : 'repeated';
      this.#count(charge);
      return 'counted';
    });
  }

  async usage(accountId: string, period: string): Promise<number> {
    return this.#used({ accountId, period });
  }

  async forgetRequests(before: string, limit: number): Promise<number> {
    const old = [...this.#requests].filter(([, { mark }]) => mark.at < before).slice(0, limit);
    for (const [name] of old) this.#requests.delete(name);
    return old.length;
  }

  async check(): Promise<void> {}

  figures(): Readonly<Record<string, number>> {
    return { stored_crowds: this.#crowds.size };
  }

  async close(): Promise<void> {}

  #findRequest({ accountId, request }: Charge): StoredRequest | 'reused' | undefined {
    const known = request && this.#requests.get(`${accountId} ${request.key}`);
    if (!known || known.mark.at < request.expired) return undefined;
    return known.mark.fingerprint === request.fingerprint ? known : 'reused';
  }

  #used({ accountId, period }: Charge): number {
    return this.#usage.get(`${accountId} ${period}`) ?? 0;
  }

  #count(charge: Charge, crowd?: SavedCrowd): void {
    const { accountId, period, request } = charge;
    this.#usage.set(`${accountId} ${period}`, this.#used(charge) + 1);
    if (request) this.#requests.set(`${accountId} ${request.key}`, { mark: request, crowd });
  }
}

/** By code unit, as the databases do: the same in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function inOrder(a: ListPosition, b: ListPosition): number {
  return compare(b.createdAt, a.createdAt) || compare(a.id, b.id);
}
