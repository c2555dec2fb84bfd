import { CrowdError } from '../errors/index.js';
import type { Content } from './content/content.js';
import { loadDirectory } from './content/load-directory.js';
import { loadKitFiles } from './kit-files.js';
import { createApp } from './rest/create-app.js';
import { saveSamples } from './sample-crowds.js';
import { Service } from './service.js';
import { MemoryStorage } from './storage/memory-storage.js';
import type { Storage } from './storage/storage.js';

export interface CrowdServiceOptions {
  /** The kit that crowds are made of: its directory, or its files by name. */
  kit: string | ReadonlyMap<string, Uint8Array>;
  /**
   * Address under which callers reach the service, where it differs from what requests say: behind a proxy, under a
   * path. Addresses of assets start with it.
   *
   * @default the origin of each request
   */
  baseUrl?: string | undefined;
  /** @default in memory, holding the sample crowds alone */
  storage?: Storage | undefined;
  /** Directory of built pages, served under `/examples/`. @default none */
  examples?: string | undefined;
  /** Directory of script files, served under `/sdk/`. @default none */
  sdk?: string | undefined;
  /** Is told of failures that are the service's own. @default console */
  logger?: Pick<Console, 'error'> | undefined;
}

export interface CrowdService {
  /** Answers one request; never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Releases the storage. */
  close(): Promise<void>;
}

/**
 * The crowd service as one function from request to answer, for a server, a test or an edge runtime to call. Files
 * are read once, here.
 *
 * @throws {AssetError} if the kit is not complete
 * @throws {CrowdError} if `baseUrl` is none
 * @example
 * const service = await createCrowdService({ kit: '.three-crowd/kit' });
 * const client = new CrowdClient({ baseUrl: 'http://crowds.test', apiKey: SAMPLE_KEY, fetch: service.fetch });
 */
export async function createCrowdService(options: CrowdServiceOptions): Promise<CrowdService> {
  const baseUrl = options.baseUrl === undefined ? undefined : parseBaseUrl(options.baseUrl);
  const [kit, examples, sdk] = await Promise.all([
    loadKitFiles(options.kit),
    loadPages(options.examples),
    loadPages(options.sdk),
  ]);
  const storage = options.storage ?? new MemoryStorage();
  await saveSamples(storage);
  const app = createApp({
    service: new Service(storage, kit),
    kit,
    examples,
    sdk,
    baseUrl,
    logger: options.logger ?? console,
  });
  return {
    fetch: async (request) => app.fetch(request),
    close: () => storage.close(),
  };
}

async function loadPages(directory: string | undefined): Promise<ReadonlyMap<string, Content>> {
  return directory === undefined ? new Map() : loadDirectory(directory);
}

function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CrowdError(`The base address "${text}" is no http or https address.`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}
