/** Media types that callers of tools accept: an answer, or a stream of them. */
export const TOOL_ACCEPT = { Accept: 'application/json, text/event-stream' };

/** A call of a tool, as JSON-RPC. */
export function toolCall(id: number, name: string, input: object): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } };
}
