import type {
  McpUiHostContext,
  McpUiInitializeResult,
  McpUiToolResultNotification,
} from '@modelcontextprotocol/ext-apps';

/** Version of the Apps extension that this page speaks. */
const PROTOCOL_VERSION = '2026-01-26';
/** Timeout for a response of the host, milliseconds. */
const TIMEOUT = 10_000;

type ToolResult = McpUiToolResultNotification['params'];

/** Messages of a host to this page. */
export interface HostListener {
  onResult(result: ToolResult): void;
  onContext(context: McpUiHostContext): void;
}

interface Message {
  readonly jsonrpc?: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * The host that shows this page in a conversation: JSON-RPC over `postMessage`, as in the Apps extension of the Model
 * Context Protocol (SEP-1865). The official client was rejected: it takes 540 kB with its dependencies, and this page
 * sends three kinds of requests.
 */
export class Host {
  readonly #listener: HostListener;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #lastId = 0;
  /** Capabilities of the host; empty before `connect`. */
  capabilities: McpUiInitializeResult['hostCapabilities'] = {};

  constructor(listener: HostListener) {
    this.#listener = listener;
    addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
      if (source === parent && data?.jsonrpc === '2.0') this.#receive(data);
    });
  }

  /** Connects to the host. @throws {Error} if it does not answer within 10 s */
  async connect(version: string): Promise<void> {
    const { hostCapabilities, hostContext } = (await this.#ask('ui/initialize', {
      appInfo: { name: 'three-crowd', version },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      protocolVersion: PROTOCOL_VERSION,
    })) as McpUiInitializeResult;
    this.capabilities = hostCapabilities;
    this.#listener.onContext(hostContext);
    this.#notify('ui/notifications/initialized', {});
    const sizes = new ResizeObserver(() => {
      const { width, height } = document.documentElement.getBoundingClientRect();
      this.#notify('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
    });
    sizes.observe(document.documentElement);
  }

  /** Sends a message to the conversation, in the user's name. */
  async say(text: string): Promise<void> {
    await this.#ask('ui/message', { role: 'user', content: [{ type: 'text', text }] });
  }

  /** Adds a text to the model's context for the user's next message. */
  async note(text: string): Promise<void> {
    if (!this.capabilities.updateModelContext) return;
    await this.#ask('ui/update-model-context', { content: [{ type: 'text', text }] });
  }

  #receive(message: Message): void {
    const { id, method, params } = message;
    if (method === undefined) {
      this.#waiting.get(Number(id))?.(message);
    } else if (method === 'ui/notifications/tool-result') {
      this.#listener.onResult(params as ToolResult);
    } else if (method === 'ui/notifications/host-context-changed') {
      this.#listener.onContext(params as McpUiHostContext);
    } else if (id !== undefined) {
      const isKnown = method === 'ui/resource-teardown' || method === 'ping';
      const answer = isKnown ? { result: {} } : { error: { code: -32601, message: 'Method not found' } };
      this.#post({ id, ...answer });
    }
  }

  #ask(method: string, params: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`The host does not answer ${method}.`)), TIMEOUT);
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(late);
        this.#waiting.delete(id);
        if (error) reject(new Error(error.message));
        else resolve(result);
      });
      this.#post({ id, method, params });
    });
  }

  #notify(method: string, params: object): void {
    this.#post({ method, params });
  }

  /** Sends a message to the parent of any origin. A sandboxed page cannot know the host's; messages contain no secrets. */
  #post(message: object): void {
    parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
