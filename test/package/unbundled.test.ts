/** @module-tag nightly */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_KEY } from '../../src/server/index.js';
import { type StartedService, startService } from '../support/e2e/start-service.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.js';
import { kitDirectory } from '../support/kit-of-run.js';
import { createProject, type Project } from '../support/package/project.js';

const MOST_REQUESTS = 60;

/** Three is all that a page has to name beside the package itself. */
const IMPORTS = {
  three: '/node_modules/three/build/three.module.js',
  'three/webgpu': '/node_modules/three/build/three.webgpu.js',
  'three/tsl': '/node_modules/three/build/three.tsl.js',
  'three/addons/': '/node_modules/three/examples/jsm/',
  'three-crowd': '/node_modules/three-crowd/dist/index.js',
  'three-crowd/': '/node_modules/three-crowd/dist/',
};

let project: Project;
let service: StartedService;
let browser: Browser;
let server: Server;
let address: string;
const requested: string[] = [];

beforeAll(async () => {
  [project, service, browser] = await Promise.all([
    createProject(),
    startService(kitDirectory()),
    chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] }),
  ]);
  server = createServer(async (request, response) => {
    requested.push(request.url ?? '');
    const file = await readFile(join(project.directory, request.url ?? '')).catch(() => undefined);
    const type = request.url?.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(file ? 200 : 404, { 'content-type': type }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser.close();
  await service.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await project.remove();
});

test.each(['WebGLRenderer', 'WebGPURenderer'])(
  `a page without a bundler draws a crowd with %s after at most ${MOST_REQUESTS} requests`,
  async (renderer) => {
    requested.length = 0;
    await project.write('index.html', pageWith(renderer));
    const page = await browser.newPage();
    const complaints = watchComplaints(page);
    let toService = 0;
    page.on('request', (request) => {
      toService += Number(request.url().startsWith(service.address));
    });
    await page.goto(`${address}/index.html`);
    await page.waitForFunction(() => document.title !== '');
    expect(await page.title()).toBe('24 are instanced');
    expect(complaints).toEqual([]);
    expect(requested).toContain('/node_modules/three-crowd/dist/index.js');
    expect(toService).toBeGreaterThan(3);
    expect(requested.length + toService).toBeLessThanOrEqual(MOST_REQUESTS);
    await page.close();
  },
);

function pageWith(renderer: string): string {
  const from = renderer === 'WebGLRenderer' ? 'three' : 'three/webgpu';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title></title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
<script type="module">
import { DirectionalLight, PerspectiveCamera, Scene } from 'three';
import { ${renderer} } from '${from}';
import { createCrowd } from 'three-crowd';
try {
  const renderer = new ${renderer}();
  await renderer.init?.();
  const scene = new Scene().add(new DirectionalLight());
  const camera = new PerspectiveCamera();
  camera.position.set(0, 2, 12);
  const crowd = await createCrowd({
    baseUrl: '${service.address}', apiKey: '${SAMPLE_KEY}', crowdId: 'cr_Teahouse', renderer, mode: 'instanced',
  });
  scene.add(crowd);
  crowd.update(0, camera);
  renderer.render(scene, camera);
  document.title = crowd.stats.characters + ' are ' + crowd.stats.mode;
} catch (error) {
  document.title = String(error);
}
</script></html>`;
}
