import type { Manifest } from '../../protocol/index.js';
import { MemoryWebhooks } from './memory-webhooks.js';
import type {
  Account,
  CreateOutcome,
  KeyOwner,
  ListedCrowd,
  ListPosition,
  OwnedRequest,
  ReadBasis,
  RequestMark,
  Revision,
  SavedCrowd,
  SavedKit,
  Storage,
  StoredKey,
  Use,
  UseOutcome,
} from './storage.js';
import type { CrowdEvent } from './webhook-storage.js';

interface StoredRequest {
  readonly mark: RequestMark;
  readonly crowd: SavedCrowd | undefined;
}

/** Keeps everything in this process and forgets it at its end. No method waits half-way, so each is one transaction. */
export class MemoryStorage implements Storage {
  readonly webhooks = new MemoryWebhooks();
  readonly #accounts = new Map<string, Account>();
  readonly #keys = new Map<string, StoredKey>();
  readonly #manifests = new Map<string, Manifest>();
  readonly #kits: SavedKit[] = [];
  readonly #files = new Map<string, Uint8Array>();
  readonly #crowds = new Map<string, SavedCrowd>();
  readonly #usage = new Map<string, number>();
  readonly #requests = new Map<string, StoredRequest>();

  async saveAccount(account: Account): Promise<void> {
    this.#accounts.set(account.id, account);
  }

  async addAccount(account: Account): Promise<Account> {
    const known = this.#accountOf(account.name);
    if (!known) this.#accounts.set(account.id, account);
    return known ?? account;
  }

  async findAccount(name: string): Promise<Account | undefined> {
    return this.#accountOf(name);
  }

  async addKey(key: StoredKey): Promise<boolean> {
    const isTaken = this.#keys.has(key.id) || [...this.#keys.values()].some(({ hash }) => hash === key.hash);
    if (!isTaken) this.#keys.set(key.id, key);
    return !isTaken;
  }

  async findKey(hash: string): Promise<KeyOwner | undefined> {
    const key = [...this.#keys.values()].find((key) => key.hash === hash && key.revokedAt === null);
    const account = key && this.#accounts.get(key.accountId);
    if (!account) return undefined;
    const { access, collection, origins, expiresAt } = key;
    return { hash, account, limits: { access, collection, origins, expiresAt } };
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

  async saveKit(kit: SavedKit): Promise<void> {
    if (!this.#kits.some(({ version }) => version === kit.version)) this.#kits.push(kit);
  }

  async findKit(manifestVersion: string): Promise<SavedKit | undefined> {
    return this.#kits.findLast((kit) => kit.manifestVersion === manifestVersion);
  }

  async findMissing(paths: readonly string[]): Promise<string[]> {
    return paths.filter((path) => !this.#files.has(path));
  }

  async saveFile(path: string, bytes: Uint8Array): Promise<void> {
    if (!this.#files.has(path)) this.#files.set(path, bytes);
  }

  async findFile(path: string): Promise<Uint8Array | undefined> {
    return this.#files.get(path);
  }

  async findCrowd(id: string): Promise<SavedCrowd | undefined> {
    return this.#crowds.get(id);
  }

  async listCrowds(
    accountId: string,
    limit: number,
    after?: ListPosition,
    collection: string | null = null,
  ): Promise<ListedCrowd[]> {
    return [...this.#crowds.values()]
      .filter(({ recipe }) => collection === null || recipe.collection === collection)
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

  async createCrowd(crowd: SavedCrowd, use: Use, quota: number, event?: CrowdEvent): Promise<CreateOutcome> {
    const known = this.#findRequest(use.accountId, use.request);
    if (known === 'reused') return { kind: 'reused' };
    if (known?.crowd) return { kind: 'repeated', crowd: known.crowd };
    if (this.#used(use) >= quota) return { kind: 'exhausted' };
    if (this.#crowds.has(crowd.id)) return { kind: 'taken' };
    this.#crowds.set(crowd.id, crowd);
    this.#count(use, crowd);
    this.webhooks.enqueue(event);
    return { kind: 'created' };
  }

  async updateCrowd(
    id: string,
    revise: (crowd: SavedCrowd) => Revision,
    request?: OwnedRequest,
  ): Promise<SavedCrowd | 'reused' | undefined> {
    const known = request && this.#findRequest(request.accountId, request);
    if (known) return known === 'reused' ? known : known.crowd;
    const current = this.#crowds.get(id);
    if (!current) return undefined;
    const { crowd, period, event } = revise(current);
    this.#crowds.set(id, crowd);
    if (period !== undefined) this.#count({ accountId: crowd.accountId, period });
    if (request) this.#keep(request.accountId, request, crowd);
    this.webhooks.enqueue(event);
    return crowd;
  }

  async deleteCrowd(
    id: string,
    check: (crowd: SavedCrowd) => CrowdEvent | undefined,
    request?: OwnedRequest,
  ): Promise<'deleted' | 'reused' | undefined> {
    const known = request && this.#findRequest(request.accountId, request);
    if (known) return known === 'reused' ? known : 'deleted';
    const current = this.#crowds.get(id);
    if (!current) return undefined;
    const event = check(current);
    this.#crowds.delete(id);
    this.webhooks.enqueue(event);
    if (request) this.#keep(request.accountId, request);
    return 'deleted';
  }

  async countUses(uses: readonly Use[]): Promise<UseOutcome[]> {
    return uses.map((use) => {
      if (use.basis && !this.#holds(use.basis)) return 'changed';
      const known = this.#findRequest(use.accountId, use.request);
      if (known) return known === 'reused' ? known : 'repeated';
      this.#count(use);
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

  #holds({ keyHash, plan, crowd }: ReadBasis): boolean {
    const key = [...this.#keys.values()].find(({ hash }) => hash === keyHash);
    const now = this.#crowds.get(crowd.id);
    return (
      key?.revokedAt === null &&
      this.#accounts.get(key.accountId)?.plan === plan &&
      now?.updatedAt === crowd.updatedAt &&
      now.manifestVersion === crowd.manifestVersion
    );
  }

  #accountOf(name: string): Account | undefined {
    return [...this.#accounts.values()].find((account) => account.name === name);
  }

  #findRequest(accountId: string, request: RequestMark | undefined): StoredRequest | 'reused' | undefined {
    const known = request && this.#requests.get(`${accountId} ${request.key}`);
    if (!known || known.mark.at < request.expired) return undefined;
    return known.mark.fingerprint === request.fingerprint ? known : 'reused';
  }

  #used({ accountId, period }: Use): number {
    return this.#usage.get(`${accountId} ${period}`) ?? 0;
  }

  #count(use: Use, crowd?: SavedCrowd): void {
    const { accountId, period, request } = use;
    this.#usage.set(`${accountId} ${period}`, this.#used(use) + 1);
    if (request) this.#keep(accountId, request, crowd);
  }

  #keep(accountId: string, mark: RequestMark, crowd?: SavedCrowd): void {
    this.#requests.set(`${accountId} ${mark.key}`, { mark, crowd });
  }
}

/** By code unit, as the databases do: the same in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function inOrder(a: ListPosition, b: ListPosition): number {
  return compare(b.createdAt, a.createdAt) || compare(a.id, b.id);
}
