import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { McpUiResourceCsp } from '@modelcontextprotocol/ext-apps';
import { build } from 'esbuild';
import type { Browser, FrameLocator, Page } from 'playwright';
import { createCrowdService, issueKey, listen, openAccount, openStorage } from '../../../src/server/index.js';
import { type LocalServer, listenLocally } from '../file-server.js';
import { readKit } from '../kit-of-run.js';
import { connectBrowser, hideGraphics } from './browser-of-run.js';
import { watchComplaints } from './watch-complaints.js';

const BUILT = resolve(import.meta.dirname, '../../../src/server/dist');

export type CrowdResult = object & { structuredContent: { crowd_id: string } };

/** A conversation in which a tool has been called. */
export interface Conversation {
  readonly page: Page;
  /** The frame that the page of the tool is shown in. */
  readonly app: FrameLocator;
  /** Errors and warnings on the console. */
  readonly complaints: string[];
}

/** A service, a client of its tools, and a host that shows their results in a browser. */
export class Conversations {
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  readonly #client: Client;
  readonly #host: LocalServer;
  readonly #browser: Browser;
  readonly #close: () => Promise<void>;

  private constructor(parts: {
    url: string;
    client: Client;
    host: LocalServer;
    browser: Browser;
    close: () => Promise<void>;
  }) {
    this.url = parts.url;
    this.#client = parts.client;
    this.#host = parts.host;
    this.#browser = parts.browser;
    this.#close = parts.close;
  }

  /** With the built script files and page. */
  static async start(): Promise<Conversations> {
    const storage = await openStorage({ location: ':memory:' });
    const service = await createCrowdService({
      kit: await readKit(),
      storage,
      sdk: resolve(BUILT, 'sdk'),
      crowdApp: resolve(BUILT, 'crowd-app'),
    });
    const server = await listen(service);
    const { key } = await issueKey(storage, await openAccount(storage, 'Ann'), 'test');
    const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${key}` } },
      }),
    );
    const host = await serveHost();
    const browser = await connectBrowser();
    const close = async () => {
      await browser.close();
      await client.close();
      await host.close();
      await server.close();
      await service.close();
    };
    return new Conversations({ url: server.url, client, host, browser, close });
  }

  /** The page that a tool names, and the policy that a host has to give it (SEP-1865, "Content Security Policy"). */
  async readPage(tool: string): Promise<{ html: string; policy: string }> {
    const { tools } = await this.#client.listTools();
    const ui = tools.find(({ name }) => name === tool)?._meta?.['ui'] as { resourceUri: string };
    const [content] = (await this.#client.readResource({ uri: ui.resourceUri })).contents;
    const declared = content._meta?.['ui'] as { csp: McpUiResourceCsp } | undefined;
    const { connectDomains = [], resourceDomains = [] } = declared?.csp ?? {};
    const resources = resourceDomains.join(' ');
    const policy = [
      "default-src 'none'",
      `script-src 'self' 'unsafe-inline' ${resources}`,
      `style-src 'self' 'unsafe-inline' ${resources}`,
      `img-src 'self' data: ${resources}`,
      `connect-src 'self' ${connectDomains.join(' ')}`,
      "frame-src 'none'",
      "object-src 'none'",
      "base-uri 'self'",
    ].join('; ');
    return { html: (content as { text: string }).text, policy };
  }

  /** Calls a tool. @throws if it says that it failed */
  async call(name: string, input: Record<string, unknown>): Promise<CrowdResult> {
    const result = await this.#client.callTool({ name, arguments: input });
    if (result.isError) throw new Error(JSON.stringify(result.content));
    return result as object & CrowdResult;
  }

  /** A host that shows nothing yet. */
  async open(withoutWebGL = false): Promise<Conversation> {
    const page = await this.#browser.newPage({ viewport: { width: 760, height: 700 } });
    const complaints = watchComplaints(page);
    if (withoutWebGL) await hideGraphics(page);
    await page.goto(this.#host.url);
    await page.waitForFunction(() => 'showApp' in window);
    return { page, app: page.frameLocator('iframe'), complaints };
  }

  /** A host that shows the result of a tool. */
  async show(result: object, withoutWebGL = false): Promise<Conversation> {
    const conversation = await this.open(withoutWebGL);
    const { html, policy } = await this.readPage('svc_create_crowd');
    await conversation.page.evaluate(([html, policy, result]) => window.showApp(html, policy, result), [
      html,
      policy,
      result,
    ] as const);
    return conversation;
  }

  async closePages(): Promise<void> {
    for (const context of this.#browser.contexts()) await context.close();
  }

  close(): Promise<void> {
    return this.#close();
  }
}

/** A page with the host in it, at an origin of its own. */
async function serveHost(): Promise<LocalServer> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, 'conversation-host.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const html = `<!doctype html><html lang="en"><title>Host</title><script type="module">${outputFiles[0].text.replaceAll('</script', '<\\/script')}</script></html>`;
  return listenLocally(
    createServer((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html),
    ),
  );
}
