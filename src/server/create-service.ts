import { CharacterGenerator, type GenerationOptions } from './generation/character-generator.js';
import { loadKitFiles } from './kit-files.js';
import { Kits } from './kits.js';
import { parseBaseUrl } from './parse-base-url.js';
import { PLANS, type Plans } from './plans.js';
import { saveSamples } from './sample-crowds.js';
import { Service } from './service.js';
import { MemoryStorage } from './storage/memory-storage.js';
import type { Storage } from './storage/storage.js';

/** How messages of webhooks are sent. */
export interface WebhookOptions {
  /**
   * Whether they may go to addresses that are not of the public internet, and without TLS. Whoever has a key could then
   * reach what this machine reaches.
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

/** What a service works with. */
export interface ServiceOptions {
  /** The kit that crowds are made of: its directory, or its files by name. */
  kit: string | ReadonlyMap<string, Uint8Array>;
  /** Kits of before, likewise: crowds that were saved with their catalogues keep showing their parts. @default none */
  pastKits?: readonly (string | ReadonlyMap<string, Uint8Array>)[] | undefined;
  /** @default in memory, holding the sample crowds alone */
  storage?: Storage | undefined;
  /** What accounts may do, by the name of their plan. @default {@link PLANS} */
  plans?: Plans | undefined;
  /**
   * Address under which callers find the assets, where it is not the service's own: a CDN in front of it, or a copy of
   * its `/assets/`.
   *
   * @default the service's
   */
  assetBaseUrl?: string | undefined;
  /** How messages of webhooks are sent. */
  webhooks?: WebhookOptions | undefined;
  /** How crowds are generated. @default in as many threads as there are cores to spare */
  generation?: GenerationOptions | undefined;
  /** Tells the time, for metering and time stamps. @default this machine's */
  now?: (() => Date) | undefined;
}

/**
 * The service without a protocol, its samples saved.
 *
 * @throws {AssetError} if the kit is not complete
 * @throws {CrowdError} if `assetBaseUrl` is none
 */
export async function createService({
  kit,
  pastKits = [],
  storage = new MemoryStorage(),
  plans = PLANS,
  assetBaseUrl,
  generation,
  webhooks,
  now,
}: ServiceOptions): Promise<{ service: Service; kits: Kits; storage: Storage }> {
  const [current, ...past] = await Promise.all([kit, ...pastKits].map(loadKitFiles));
  await saveSamples(storage, current.manifest);
  const kits = new Kits(current, past);
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
    storage,
  };
}
