import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { MODELS } from '../../examples/models/models.js';
import { writeGlb } from '../../examples/models/write-glb.js';
import { codeBlocks, readMarkdown } from '../support/documents/markdown.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.js';
import { createProject } from '../support/package/project.js';

/** Path of a CDN, such as `three@0.187.0/build/three.module.js` → that of the file in `node_modules`. */
const fileOf = (url: string): string => new URL(url).pathname.replace(/^(\/[^/@]+)@[^/]+/, '$1');

test('the HTML file of the README runs from the disk against the packed package', async () => {
  const project = await createProject();
  onTestFinished(() => project.remove());
  const [html] = codeBlocks(readMarkdown('README.md')).filter(({ language }) => language === 'html');
  await project.write('crowd.html', html.text);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 480, height: 270 } });
  page.setDefaultTimeout(240_000);
  const complaints = watchComplaints(page);
  const headers = { 'access-control-allow-origin': '*' };
  await page.route('https://unpkg.com/**', async (route) => {
    const file = await readFile(join(project.directory, 'node_modules', fileOf(route.request().url())));
    await route.fulfill({ body: file, contentType: 'text/javascript', headers });
  });
  const mannequin = Buffer.from(await writeGlb(MODELS['mannequin']()));
  await page.route('https://threejs.org/**', (route) => route.fulfill({ body: mannequin, headers }));

  await page.goto(pathToFileURL(join(project.directory, 'crowd.html')).href);
  await page.waitForFunction(() => document.title !== '');
  expect(await page.title()).toBe('200 characters');

  // Another character is dropped on the page.
  await page.evaluate(
    (bytes) => {
      document.title = '';
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'own.glb'));
      dispatchEvent(new DragEvent('drop', { dataTransfer }));
    },
    [...mannequin],
  );
  await page.waitForFunction(() => document.title !== '');
  expect(complaints).toEqual([]);
});
