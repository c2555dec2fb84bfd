import type {
  McpUiHostContext,
  McpUiInitializeResult,
  McpUiToolResultNotification,
} from '@modelcontextprotocol/ext-apps';

/** Version of the Apps extension that this page speaks. */
const PROTOCOL_VERSION = '2026-01-26';
/** Milliseconds; a host that does not answer is none. */
const PATIENCE = 10_000;

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
 * The host that shows this page in a conversation: JSON-RPC by messages between windows, as the Apps extension of the Model
 * Context Protocol has it (SEP-1865). By hand, since the official client takes 540 kB with what it needs, and this page
 * asks three things.
 */
export class Host {
  readonly #listener: HostListener;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #lastId = 0;
  /** Capabilities of the host; known once it is connected. */
  capabilities: McpUiInitializeResult['hostCapabilities'] = {};

  constructor(listener: HostListener) {
    this.#listener = listener;
    addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
      if (source === parent && data?.jsonrpc === '2.0') this.#receive(data);
    });
  }

  /** @throws {Error} where nobody answers */
  async connect(version: string): Promise<void> {
    const { hostCapabilities, hostContext } = (await this.#ask('ui/initialize', {
      appInfo: { name: 'three-crowd', version },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      protocolVersion: PROTOCOL_VERSION,
    })) as McpUiInitializeResult;
    this.capabilities = hostCapabilities;
    this.#listener.onContext(hostContext);
    this.#tell('ui/notifications/initialized', {});
    const sizes = new ResizeObserver(() => {
      const { width, height } = document.documentElement.getBoundingClientRect();
      this.#tell('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
    });
    sizes.observe(document.documentElement);
  }

  /** Says something in the conversation, as its user. */
  async say(text: string): Promise<void> {
    await this.#ask('ui/message', { role: 'user', content: [{ type: 'text', text }] });
  }

  /** Lets the model know, with the next thing that the user says, what they look at. */
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
      const late = setTimeout(() => reject(new Error(`The host does not answer ${method}.`)), PATIENCE);
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(late);
        this.#waiting.delete(id);
        if (error) reject(new Error(error.message));
        else resolve(result);
      });
      this.#post({ id, method, params });
    });
  }

  #tell(method: string, params: object): void {
    this.#post({ method, params });
  }

  /** To any origin: a page in a sandbox cannot know its host's, and nothing secret is said. */
  #post(message: object): void {
    parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
