import type { Context } from 'hono';
import type { Content } from '../../content/content.js';
import type { PublishedFiles } from '../../content/published-files.js';
import type { ServiceLogger } from '../../core/logger.js';
import type { Kits } from '../../crowds/kit-versions.js';
import type { Service } from '../../crowds/service.js';
import type { MoreOfTools } from '../mcp/create-handler.js';
import type { Metrics } from './metrics.js';

export interface AppOptions {
  readonly service: Service;
  readonly kits: Kits;
  readonly examples: ReadonlyMap<string, Content>;
  readonly sdk: ReadonlyMap<string, Content>;
  /** Files that other servers have. */
  readonly published: PublishedFiles;
  readonly dashboard: ReadonlyMap<string, Content>;
  readonly crowdApp: ReadonlyMap<string, Content>;
  /** Address of the assets; undefined where the service serves them. */
  readonly assetBaseUrl: string | undefined;
  /** Without a slash at the end; undefined for the origin of each request. */
  readonly baseUrl: string | undefined;
  /** Host names under which the tool server may be reached. */
  readonly hosts: readonly string[];
  readonly logger: ServiceLogger;
  /** Metrics of the whole process. */
  readonly metrics: Metrics;
  /** Returns the text of `/metrics`. */
  readonly describeMetrics: () => string | Promise<string>;
  /** For each key at each address, and for each address without a valid key. */
  readonly freeRequestsPerSecond: number;
  /** Further tools, for the conformance suite. */
  readonly moreOfTools: MoreOfTools | undefined;
  /** True while the service is stopping. */
  readonly isDraining: () => boolean;
}

/** Address of the service without a slash at the end: `baseUrl`, or else the origin of the request. */
export function baseUrlOf(context: Context, baseUrl: string | undefined): string {
  return baseUrl ?? new URL(context.req.url).origin;
}
