import { PLANS, type Plans } from './accounts/plans.js';
import { PublishedFiles } from './content/published-files.js';
import { CONSOLE_LOGGER, type ServiceLogger } from './core/logger.js';
import { parseBaseUrl } from './core/parse-base-url.js';
import { CharacterGenerator, type GenerationOptions } from './crowds/generation/character-generator.js';
import { type KitFiles, loadKitFiles } from './crowds/kit-files.js';
import { Kits } from './crowds/kit-versions.js';
import { saveSamples } from './crowds/sample-crowds.js';
import { Service } from './crowds/service.js';
import { openStorage } from './storage/sql/open-storage.js';
import type { FileStore, Storage } from './storage/storage.js';

/** A kit: its directory, or its files by name. */
export type KitSource = string | ReadonlyMap<string, Uint8Array>;

/** Delivery of webhook messages. */
export interface WebhookOptions {
  /**
   * True if messages may go to addresses outside of the public internet, and without TLS. Every key can then send
   * requests to this machine's network.
   *
   * @default false
   */
  allowPrivate?: boolean | undefined;
  /**
   * Seconds from each attempt to the next; after the last a message is given up.
   *
   * @default nine, over three days, as the Standard Webhooks specification proposes
   */
  retrySeconds?: readonly number[] | undefined;
}

/** Options of a service. */
export interface ServiceOptions {
  /** The kit that crowds are made of. */
  kit: KitSource;
  /**
   * Older kits, which the storage may not have yet. Crowds that were saved with them keep their parts. A kit that cannot be
   * read is skipped with a warning.
   *
   * @default none
   */
  pastKits?: readonly KitSource[] | undefined;
  /** @default SQLite in memory, with the sample crowds */
  storage?: Storage | undefined;
  /** Store of the files that every server of this service can return. @default the storage */
  files?: FileStore | undefined;
  /** Limits of accounts, by the name of their plan. @default {@link PLANS} */
  plans?: Plans | undefined;
  /**
   * Address under which callers find the assets, where it is not the service's own: a CDN in front of it, or a copy of
   * its `/assets/`.
   *
   * @default the service's
   */
  assetBaseUrl?: string | undefined;
  /** Delivery of webhook messages. */
  webhooks?: WebhookOptions | undefined;
  /** Threads and time limit of generating crowds. @default one thread less than there are cores */
  generation?: GenerationOptions | undefined;
  /** Returns the time, for quotas and time stamps. @default this machine's */
  now?: (() => Date) | undefined;
  /** @default writes failures to the console */
  logger?: ServiceLogger | undefined;
}

/** The service without a protocol, and the stores of its files. */
export interface CreatedService {
  readonly service: Service;
  readonly kits: Kits;
  readonly published: PublishedFiles;
  readonly storage: Storage;
}

/**
 * Creates the service without a protocol, saves its samples, and publishes its kits for other servers.
 *
 * @throws {AssetError} if the kit is not complete
 * @throws {CrowdError} if `assetBaseUrl` is no address
 */
export async function createService({
  kit,
  pastKits = [],
  plans = PLANS,
  assetBaseUrl,
  generation,
  webhooks,
  now = () => new Date(),
  logger = CONSOLE_LOGGER,
  ...options
}: ServiceOptions): Promise<CreatedService> {
  const storage = options.storage ?? (await openStorage({ location: ':memory:' }));
  const [current, past] = await Promise.all([loadKitFiles(kit), loadPastKits(pastKits, logger)]);
  const kits = new Kits(current, past, storage);
  const published = new PublishedFiles(options.files ?? storage);
  for (const kit of kits.all) await publishKit(kit, { published, storage, now });
  await saveSamples(storage, current.manifest);
  const generator = new CharacterGenerator(generation);
  return {
    service: new Service({
      storage,
      kits,
      plans,
      generator,
      assetBaseUrl: parseBaseUrl(assetBaseUrl),
      allowPrivateWebhooks: webhooks?.allowPrivate,
      now,
    }),
    kits,
    published,
    storage,
  };
}

async function loadPastKits(kits: readonly KitSource[], logger: ServiceLogger): Promise<KitFiles[]> {
  const loaded = await Promise.all(
    kits.map((kit) =>
      loadKitFiles(kit).catch((err: unknown) => logger.warn({ err }, 'an older kit is skipped')),
    ),
  );
  return loaded.filter((kit) => kit !== undefined);
}

/** Saves the files before the kit: once it is listed, any server may send their addresses. */
async function publishKit(
  { version, manifest, files }: KitFiles,
  { published, storage, now }: { published: PublishedFiles; storage: Storage; now: () => Date },
): Promise<void> {
  await published.publish(new Map([...files].map(([name, file]) => [`assets/${version}/${name}`, file])));
  await storage.saveKit({
    version,
    manifestVersion: manifest.version,
    files: [...files.keys()],
    savedAt: now().toISOString(),
  });
}
