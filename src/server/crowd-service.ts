import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Content } from './content/content.js';
import { loadDirectory } from './content/load-directory.js';
import { listPublished } from './content/published-files.js';
import { CONSOLE_LOGGER, guardLogger } from './core/logger.js';
import { parseBaseUrl } from './core/parse-base-url.js';
import { type Figures, RuntimeFigures } from './core/runtime-figures.js';
import { createService, type ServiceOptions } from './create-service.js';
import type { MoreOfTools } from './http/mcp/create-handler.js';
import { createApp } from './http/rest/create-app.js';
import { Metrics } from './http/rest/metrics.js';
import { WebhookSender } from './webhooks/webhook-sender.js';

/** Options of a service and of its addresses. */
export interface CrowdServiceOptions extends ServiceOptions {
  /**
   * Address under which callers reach the service, where it differs from what requests say: behind a proxy, under a
   * path. Addresses of assets start with it.
   *
   * @default the origin of each request
   */
  baseUrl?: string | undefined;
  /** Directory of built pages, served under `/examples/`. @default none */
  examples?: string | undefined;
  /** Directory of script files, served under `/sdk/`. @default none */
  sdk?: string | undefined;
  /** Directory of the built dashboard, served under `/dashboard/`. @default none */
  dashboard?: string | undefined;
  /** Directory of the built page that shows crowds in conversations. @default none, and tools show nothing */
  crowdApp?: string | undefined;
  /**
   * Host names under which `/mcp` may be reached, beside this machine's own and that of `baseUrl`. Others are refused, since
   * a page could reach it through a name of its own that resolves to this machine (DNS rebinding).
   *
   * @default none
   */
  hosts?: readonly string[] | undefined;
  /**
   * Free requests a second of each key at each address, and of each address without a valid key. Ten seconds' worth may come
   * at once.
   *
   * @default 500
   */
  freeRequestsPerSecond?: number | undefined;
  /** Returns the text of `/metrics`, where several processes serve one port. @default the metrics of this service */
  describeMetrics?: (() => string | Promise<string>) | undefined;
  /** @internal Further tools, for the conformance suite. */
  moreOfTools?: MoreOfTools | undefined;
}

/** A service that answers requests. */
export interface CrowdService {
  /**
   * Answers one request; never rejects.
   *
   * @param caller address of the caller, for limits of requests. @default none, unlimited
   */
  fetch(request: Request, caller?: { readonly address?: string | undefined }): Promise<Response>;
  /**
   * Answers the usual request for a crowd straight into a Node server's response, as `fetch` would. Never rejects.
   *
   * @returns undefined for every other request: call `fetch`
   */
  answerDirectly(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    address: string | undefined,
  ): Promise<void> | undefined;
  /** Adds figures of another part, such as the listening server, to `/metrics`. */
  watch(figures: () => Figures): void;
  /** Counts, latencies and figures of this service, in the text format of Prometheus (version 0.0.4). */
  metrics(): string;
  /** Makes `/ready` answer 503, so that a load balancer sends no more requests. */
  drain(): void;
  /** Ends the service's threads and closes the storage. */
  close(): Promise<void>;
}

const DEFAULT_FREE_REQUESTS = 500;
const CLEAN_UP_MILLISECONDS = 600_000;
/** Early, since a process may not run for long, but not during the start. */
const FIRST_CLEAN_UP_MILLISECONDS = 30_000;

/**
 * The crowd service as one function from request to answer, for a server, a test or an edge runtime to call. Files
 * are read once, here.
 *
 * @throws {AssetError} if the kit is not complete
 * @throws {CrowdError} if `baseUrl` or `assetBaseUrl` is no address
 * @example
 * const service = await createCrowdService({ kit: '.three-crowd/kit' });
 * const client = new CrowdClient({ baseUrl: 'http://crowds.test', apiKey: SAMPLE_KEY, fetch: service.fetch });
 */
export async function createCrowdService(options: CrowdServiceOptions): Promise<CrowdService> {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const logger = guardLogger(options.logger ?? CONSOLE_LOGGER);
  const [{ service, kits, published, storage }, examples, sdk, dashboard, crowdApp] = await Promise.all([
    createService(options),
    loadPages(options.examples),
    loadPages(options.sdk),
    loadPages(options.dashboard),
    loadPages(options.crowdApp),
  ]);
  await published.publish(listPublished({ examples, sdk, dashboard }));
  const sender = new WebhookSender({
    storage: storage.webhooks,
    logger,
    now: options.now ?? (() => new Date()),
    allowPrivate: options.webhooks?.allowPrivate ?? false,
    retrySeconds: options.webhooks?.retrySeconds,
  });
  service.changes.watch(() => sender.wake());
  service.webhooks.watch(() => sender.wake());
  let isDraining = false;
  const metrics = new Metrics();
  const runtime = new RuntimeFigures();
  metrics.watch(() => runtime.read());
  metrics.watch(() => service.figures());
  metrics.watch(() => sender.figures());
  const app = createApp({
    service,
    kits,
    examples,
    sdk,
    published,
    dashboard,
    crowdApp,
    assetBaseUrl: parseBaseUrl(options.assetBaseUrl),
    baseUrl,
    hosts: options.hosts ?? [],
    logger,
    metrics,
    describeMetrics: options.describeMetrics ?? (() => metrics.toText()),
    freeRequestsPerSecond: options.freeRequestsPerSecond ?? DEFAULT_FREE_REQUESTS,
    moreOfTools: options.moreOfTools,
    isDraining: () => isDraining,
  });
  const closing = new AbortController();
  let cleaned = Promise.resolve();
  const cleanUp = () => {
    cleaned = service
      .cleanUp(closing.signal)
      .catch((err: unknown) => logger.warn({ err }, 'cleaning up failed'))
      .then(() => {
        if (!closing.signal.aborted) cleaning = setTimeout(cleanUp, CLEAN_UP_MILLISECONDS).unref();
      });
  };
  let cleaning = setTimeout(cleanUp, FIRST_CLEAN_UP_MILLISECONDS).unref();
  return {
    fetch: async (request, caller = {}) => app.fetch(request, caller),
    answerDirectly: (incoming, outgoing, address) => app.reads.answerDirectly(incoming, outgoing, address),
    watch: (figures) => metrics.watch(figures),
    metrics: () => metrics.toText(),
    drain: () => {
      isDraining = true;
    },
    close: async () => {
      closing.abort();
      clearTimeout(cleaning);
      runtime.close();
      await sender.close();
      await cleaned;
      await service.close();
      await storage.close();
    },
  };
}

async function loadPages(directory: string | undefined): Promise<ReadonlyMap<string, Content>> {
  return directory === undefined ? new Map() : loadDirectory(directory);
}
