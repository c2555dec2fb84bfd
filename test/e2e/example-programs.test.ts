import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WRITTEN_SERVICE } from '../../examples/page/service-address.js';
import { toJavaScript } from '../../examples/page/to-javascript.js';
import { writePage } from '../../examples/page/write-page.js';
import type { Crowd } from '../../src/index.js';
import { countColors } from '../support/e2e/count-colors.js';
import { testSite } from '../support/e2e/test-site.js';
import { PROGRAMS } from '../support/example-programs.js';

/** Small enough for a software renderer; each program takes of it what it understands. */
const SMALL = '?crowd=cr_Teahouse&count=40&backend=webgl';
/** Milliseconds. */
const LONGEST_PICTURE = 240_000;

const site = testSite();
let server: Server;
const pages = new Map<string, string>();

beforeAll(async () => {
  // Another origin than the service's, as the page of somebody who has downloaded it.
  server = createServer(({ url = '' }, response) => {
    response.setHeader('Content-Type', 'text/html').end(pages.get(new URL(url, 'http://page').pathname));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const modules = `${site.address}/examples/modules/`;
  for (const { name, source } of PROGRAMS) {
    const javascript = toJavaScript(ts, source.replaceAll(WRITTEN_SERVICE, site.address));
    pages.set(`/${name}`, writePage({ title: name, javascript, modules }));
  }
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
});

test.each(PROGRAMS)(
  'the page of $name, downloaded, shows people',
  { tags: ['nightly'], timeout: LONGEST_PICTURE },
  async ({ name }) => {
    const page = await site.browser.newPage({ viewport: { width: 320, height: 200 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript(countDrawn);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}${SMALL}`);
    await page.waitForFunction(() => Number(document.documentElement.dataset['drawn']) > 0, undefined, {
      timeout: LONGEST_PICTURE,
      polling: 200,
    });
    await page.addStyleTag({ content: '.crowd-panel, form { display: none !important }' });
    expect(await countColors(page)).toBeGreaterThan(500);
    expect(errors).toEqual([]);
  },
);

/** In the page: how many characters the last picture had. */
function countDrawn(): void {
  const tools = new EventTarget();
  tools.addEventListener('observe', (event) => {
    const { detail } = event as CustomEvent<import('three').Scene>;
    if (!detail.isScene) return;
    detail.onAfterRender = () => {
      let drawn = 0;
      detail.traverse((object) => {
        if ((object as Partial<Crowd>).isCrowd) drawn += (object as Crowd).stats.characters;
      });
      document.documentElement.dataset['drawn'] = String(drawn);
    };
  });
  Object.assign(globalThis, { __THREE_DEVTOOLS__: tools });
}
