import {
  createMcpHandler,
  fromJsonSchema,
  type McpHttpHandler,
  McpServer,
  type ServerOptions,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { maskKeys } from '../../accounts/api-key.js';
import { DatabaseTime } from '../../core/database-time.js';
import type { ServiceLogger } from '../../core/logger.js';
import { checkData, describeUnknownField } from '../../core/parse-input.js';
import { ServiceError } from '../../core/service-error.js';
import { startTrace } from '../../core/trace.js';
import { VERSION } from '../../core/version.js';
import type { Service } from '../../crowds/service.js';
import { StorageUnavailableError } from '../../storage/storage.js';
import { MAX_BODY_BYTES } from '../read-json.js';
import { APP_MEDIA_TYPE, CROWD_PAGE_URI, type CrowdPage, describeCrowdPage } from './crowd-page.js';
import type { ToolSchema } from './schemas.js';
import { TOOLS, type Tool, type ToolCaller } from './tools.js';

/** Compiled once: a server is made for each request. */
const COMPILED = TOOLS.map((tool) => ({
  tool,
  inputSchema: compileInput(tool.input),
  outputSchema: fromJsonSchema<object>(tool.output),
}));

/** Compiles the input of a tool. The SDK would refuse unknown fields without their names. */
function compileInput(input: ToolSchema): StandardSchemaWithJSON<object, object> {
  const { '~standard': compiled } = fromJsonSchema<object>(input);
  const names = Object.keys(Object(input['properties']));
  const isOpen = input['additionalProperties'] !== false;
  const validate: typeof compiled.validate = (value) => {
    const unknown = isOpen ? undefined : Object.keys(Object(value)).find((name) => !names.includes(name));
    if (unknown === undefined) return compiled.validate(value);
    return { issues: [{ message: describeUnknownField(unknown, names) }] };
  };
  return { '~standard': { ...compiled, validate } };
}

/** Tools, and the page, change with the service's version alone. */
const CACHING = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Options of the tool server. */
export interface ToolServerOptions {
  readonly service: Service;
  readonly logger: ServiceLogger;
  /** Shows a crowd in the conversation; undefined where its files are not there. */
  readonly page: CrowdPage | undefined;
  /** Address of the assets; undefined where the service serves them. */
  readonly assetBaseUrl: string | undefined;
  /** @default nothing */
  readonly more?: MoreOfTools | undefined;
}

/** Further tools, prompts and resources, which the conformance suite requires. */
export interface MoreOfTools {
  readonly options: ServerOptions;
  register(server: McpServer): void;
}

/**
 * The tool server: Model Context Protocol over streamable HTTP, stateless, in both its eras.
 *
 * @returns what answers a request; the {@link ToolCaller} comes in `authInfo.extra`
 */
export function createToolHandler(options: ToolServerOptions): McpHttpHandler {
  return createMcpHandler(({ authInfo }) => createServer(options, authInfo?.extra as unknown as ToolCaller), {
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: (err) => options.logger.info({ err: maskKeys(String(err)) }, 'a tool request was refused'),
  });
}

function createServer(options: ToolServerOptions, caller: ToolCaller): McpServer {
  const server = new McpServer(
    { name: 'three-crowd', version: VERSION },
    {
      ...options.more?.options,
      cacheHints: {
        'tools/list': CACHING,
        'resources/list': CACHING,
        'resources/read': CACHING,
        'server/discover': CACHING,
      },
    },
  );
  for (const { tool, inputSchema, outputSchema } of COMPILED) {
    const { name, title, description, annotations } = tool;
    const _meta = options.page && tool.isShown ? SHOWN : undefined;
    server.registerTool(
      name,
      { title, description, annotations, inputSchema, outputSchema, ...(_meta && { _meta }) },
      (input, { mcpReq }) => call(tool, options, joinTrace(caller, mcpReq._meta), input),
    );
  }
  options.more?.register(server);
  if (options.page) registerPage(server, options.page, caller.baseUrl, options.assetBaseUrl);
  return server;
}

/** In the present form, and in the one for older hosts. */
const SHOWN = { ui: { resourceUri: CROWD_PAGE_URI }, 'ui/resourceUri': CROWD_PAGE_URI };

function registerPage(
  server: McpServer,
  page: CrowdPage,
  baseUrl: string,
  assetBaseUrl: string | undefined,
): void {
  const _meta = describeCrowdPage(baseUrl, assetBaseUrl);
  const about = { title: 'A crowd', description: 'Shows the crowd of a result.', mimeType: APP_MEDIA_TYPE };
  server.registerResource('crowd', CROWD_PAGE_URI, { ...about, _meta }, () => ({
    contents: [{ uri: CROWD_PAGE_URI, mimeType: APP_MEDIA_TYPE, text: page.toHtml(baseUrl), _meta }],
  }));
}

/** Of the trace that the call itself names, where it does: several calls may come in one request. */
function joinTrace(caller: ToolCaller, meta: Readonly<Record<string, unknown>> | undefined): ToolCaller {
  const { traceparent, tracestate } = meta ?? {};
  if (typeof traceparent !== 'string') return caller;
  const state = typeof tracestate === 'string' ? tracestate : undefined;
  return { ...caller, trace: startTrace(traceparent, state) };
}

async function call(tool: Tool, { service, logger }: ToolServerOptions, caller: ToolCaller, input: object) {
  const { traceId, spanId, parentId } = caller.trace;
  logger.info({ tool: tool.name, account: caller.account.id, traceId, spanId, parentId }, 'tool');
  try {
    checkData(input);
    // Not the time of the request: it may have several calls.
    const account = { ...caller.account, time: new DatabaseTime() };
    const result = await tool.call(service, { ...caller, account }, input as never);
    return { structuredContent: { ...result }, content: [text(JSON.stringify(result))] };
  } catch (error) {
    if (error instanceof StorageUnavailableError) caller.onUnavailable(error);
    if (error instanceof ServiceError || error instanceof StorageUnavailableError)
      return { isError: true, content: [text(maskKeys(error.message))] };
    logger.error({ tool: tool.name, traceId, err: error }, 'tool failed');
    return { isError: true, content: [text('internal error')] };
  }
}

const text = (value: string) => ({ type: 'text' as const, text: value });
