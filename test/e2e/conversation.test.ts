import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { McpUiResourceCsp } from '@modelcontextprotocol/ext-apps';
import { build } from 'esbuild';
import { type Browser, chromium, type FrameLocator, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CrowdViewElement } from '../../src/element/index.js';
import type { Crowd } from '../../src/index.js';
import { buildKit } from '../../src/kit/index.js';
import {
  type CrowdService,
  createCrowdService,
  issueKey,
  listen,
  MemoryStorage,
  openAccount,
  type RunningServer,
} from '../../src/server/index.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.js';

const BUILT = resolve(import.meta.dirname, '../../src/server/dist');
/** Bytes of the page, compressed, as the conversation gets it; the script that it loads has a ceiling of its own. */
const MOST_BYTES = 40_000;
/** Milliseconds; a software GPU takes its time for the first frame. */
const LONGEST_LOAD = 90_000;

let service: CrowdService;
let server: RunningServer;
let host: Server;
let browser: Browser;
let client: Client;

beforeAll(async () => {
  const storage = new MemoryStorage();
  service = await createCrowdService({
    kit: await buildKit(),
    storage,
    sdk: resolve(BUILT, 'sdk'),
    crowdApp: resolve(BUILT, 'crowd-app'),
  });
  server = await listen(service);
  const { key } = await issueKey(storage, await openAccount(storage, 'Ann'), 'test');
  client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  );
  host = await serveHost();
  browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

afterAll(async () => {
  await browser?.close();
  await client?.close();
  host?.close();
  await server?.close();
  await service?.close();
});

/** A page with the host in it, at an origin of its own. */
async function serveHost(): Promise<Server> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, '../support/e2e/conversation-host.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const html = `<!doctype html><html lang="en"><title>Host</title><script type="module">${outputFiles[0].text.replaceAll('</script', '<\\/script')}</script></html>`;
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The page that a tool names, and the policy that a host has to give it (SEP-1865, "Content Security Policy"). */
async function readPage(tool: string): Promise<{ html: string; policy: string }> {
  const { tools } = await client.listTools();
  const ui = tools.find(({ name }) => name === tool)?._meta?.['ui'] as { resourceUri: string };
  const [content] = (await client.readResource({ uri: ui.resourceUri })).contents;
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

async function call(name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input });
  expect(result.isError).toBeFalsy();
  return result as object & { structuredContent: { crowd_id: string } };
}

/** A conversation in which a tool has been called. */
async function converse(
  result: object,
  withoutWebGL = false,
): Promise<{ page: Page; app: FrameLocator; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 760, height: 700 } });
  const complaints = watchComplaints(page);
  if (withoutWebGL) {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
      Object.defineProperty(navigator, 'gpu', { value: undefined });
    });
  }
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => 'showApp' in window);
  const { html, policy } = await readPage('svc_create_crowd');
  await page.evaluate(([html, policy, result]) => window.showApp(html, policy, result), [
    html,
    policy,
    result,
  ] as const);
  return { page, app: page.frameLocator('iframe'), complaints };
}

const RECIPE = { seed: 7, size: 6, weights: { soldier: 2, monk: 1 }, spawnRadius: 2, boundaryRadius: 3 };

test('a crowd that a tool made is shown, turned and picked from, and more soldiers are asked for', async () => {
  const made = await call('svc_create_crowd', { name: 'Gate guard', recipe_json: RECIPE });
  const { page, app, complaints } = await converse(made);
  await app.getByRole('heading', { name: 'Gate guard' }).waitFor();
  const view = app.locator('crowd-view');
  await expect
    .poll(() => view.evaluate((element) => (element as CrowdViewElement).loaded), {
      timeout: LONGEST_LOAD,
    })
    .toBe(true);
  expect(await app.locator('#stage svg').count()).toBe(0);

  // The keyboard turns the camera.
  const eye = () => view.evaluate((element) => (element as CrowdViewElement).objects?.camera.position.x);
  const before = await eye();
  await app.locator('crowd-view canvas').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(eye).not.toBe(before);

  // Somebody is picked where they stand on the screen.
  const place = await view.evaluate((element) => {
    const { crowdObject, objects } = element as CrowdViewElement;
    const { x, y, z } = (crowdObject as Crowd).get(0);
    const { camera } = objects as NonNullable<CrowdViewElement['objects']>;
    const point = camera.position
      .clone()
      .set(x, y + 1.1, z)
      .project(camera);
    return { left: (point.x + 1) / 2, top: (1 - point.y) / 2 };
  });
  const box = (await view.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.mouse.click(box.x + place.left * box.width, box.y + place.top * box.height);
  await app
    .getByRole('status')
    .getByText(/^Number \d+: (soldier|monk)/)
    .waitFor();
  const { crowd_id } = made.structuredContent;
  await expect
    .poll(() => page.evaluate(() => window.heard.find(({ kind }) => kind === 'context')?.text))
    .toMatch(new RegExp(`crowd ${crowd_id} .* character \\d+, a (soldier|monk)`));

  await app.getByRole('button', { name: /^More: soldier/ }).click();
  await app.getByText('Asked.').waitFor();
  expect(await page.evaluate(() => window.heard.find(({ kind }) => kind === 'message')?.text)).toBe(
    `More people of the kind "soldier" in the crowd "Gate guard" (${crowd_id}), please.`,
  );
  // The model does so, and what is shown follows.
  const changed = await call('svc_update_crowd', { crowd_id, recipe_json: { ...RECIPE, size: 9 } });
  await page.evaluate((result) => window.tellResult(result), changed);
  await expect
    .poll(() => view.last().evaluate((element) => (element as CrowdViewElement).response?.characters.length))
    .toBe(9);
  // A sandbox without an origin lets no worker start, and the view says that it does without.
  expect(complaints.filter((text) => !/worker/i.test(text))).toEqual([]);
});

test('without WebGL there is a still picture, and everything else', async () => {
  const made = await call('svc_create_crowd', { name: 'Still', recipe_json: RECIPE });
  const shown = await call('svc_get_crowd', { crowd_id: made.structuredContent.crowd_id, characters: 1 });
  const { page, app } = await converse(shown, true);
  await app.getByText('no moving picture').waitFor({ timeout: LONGEST_LOAD });
  const picture = app.getByRole('img', { name: 'Still' });
  expect(await picture.locator('use').count()).toBe(6);
  await app.getByRole('button', { name: /^More: monk/ }).click();
  await app.getByText('Asked.').waitFor();
  expect(await page.evaluate(() => window.heard.some(({ kind }) => kind === 'size'))).toBe(true);
});

test('the page is small, holds no key, and asks to reach the service alone', async () => {
  const { html, policy } = await readPage('svc_get_crowd');
  expect(gzipSync(html).byteLength).toBeGreaterThan(2_000);
  expect(gzipSync(html).byteLength).toBeLessThan(MOST_BYTES);
  expect(html).not.toContain('tc_live_');
  expect(policy).toContain(`connect-src 'self' ${server.url};`);
});
