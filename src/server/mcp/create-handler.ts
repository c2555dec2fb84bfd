import {
  createMcpHandler,
  fromJsonSchema,
  type McpHttpHandler,
  McpServer,
} from '@modelcontextprotocol/server';
import { maskKeys } from '../api-key.js';
import type { ServiceLogger } from '../logger.js';
import { checkData } from '../request-body.js';
import { MAX_BODY_BYTES } from '../rest/read-json.js';
import type { Service } from '../service.js';
import { ServiceError } from '../service-error.js';
import { StorageUnavailableError } from '../storage/storage-error.js';
import { VERSION } from '../version.js';
import { TOOLS, type Tool, type ToolCaller } from './tools.js';

/** Compiled once: a server is made for each request. */
const COMPILED = TOOLS.map((tool) => ({
  tool,
  inputSchema: fromJsonSchema<object>(tool.input),
  outputSchema: fromJsonSchema<object>(tool.output),
}));

/**
 * The tool server: Model Context Protocol over streamable HTTP, stateless, in both its eras.
 *
 * @returns what answers a request; the {@link ToolCaller} comes in `authInfo.extra`
 */
export function createToolHandler(service: Service, logger: ServiceLogger): McpHttpHandler {
  return createMcpHandler(
    ({ authInfo }) => createServer(service, logger, authInfo?.extra as unknown as ToolCaller),
    {
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (err) => logger.info({ err: maskKeys(String(err)) }, 'a tool request was refused'),
    },
  );
}

function createServer(service: Service, logger: ServiceLogger, caller: ToolCaller): McpServer {
  const server = new McpServer({ name: 'three-crowd', version: VERSION });
  for (const { tool, inputSchema, outputSchema } of COMPILED) {
    const { name, title, description, annotations } = tool;
    server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, (input) =>
      call(tool, service, caller, input, logger),
    );
  }
  return server;
}

async function call(tool: Tool, service: Service, caller: ToolCaller, input: object, logger: ServiceLogger) {
  try {
    checkData(input);
    const result = await tool.call(service, caller, input as never);
    return { structuredContent: { ...result }, content: [text(JSON.stringify(result))] };
  } catch (error) {
    if (error instanceof ServiceError || error instanceof StorageUnavailableError)
      return { isError: true, content: [text(maskKeys(error.message))] };
    logger.error({ tool: tool.name, err: error }, 'tool failed');
    return { isError: true, content: [text('internal error')] };
  }
}

const text = (value: string) => ({ type: 'text' as const, text: value });
