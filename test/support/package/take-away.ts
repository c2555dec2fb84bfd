import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright';
import { slowFrames } from '../e2e/hold-frames.js';

/** The forms that the playground gives a program in. */
export interface TakenAway {
  /** A page of one file. */
  readonly page: string;
  /** The files of a project by their paths. */
  readonly project: Readonly<Record<string, string>>;
  /** A file with a component of React; undefined where the playground gives none. */
  readonly component: string | undefined;
}

/** For TypeScript and its types on a busy machine. */
const LONGEST_WAIT_MILLISECONDS = 240_000;

const taken = new Map<string, Promise<TakenAway>>();

/**
 * Downloads an example from the playground as a visitor does: by its list of forms, once for each example.
 *
 * @param service address of the service that serves the playground
 */
export function takeAway(browser: Browser, service: string, example: string): Promise<TakenAway> {
  const known = taken.get(example) ?? takeForms(browser, service, example);
  taken.set(example, known);
  return known;
}

async function takeForms(browser: Browser, service: string, example: string): Promise<TakenAway> {
  const page = await browser.newPage({ viewport: { width: 480, height: 270 } });
  await slowFrames(page);
  const query = `?example=${example}&crowd=cr_Teahouse&count=6&backend=webgl`;
  await page.goto(`${service}/examples/playground.html${query}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready'], undefined, {
    timeout: LONGEST_WAIT_MILLISECONDS,
  });
  const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
  const files = unzipSync((await takeForm(page, 'vite')) ?? new Uint8Array());
  const component = await takeForm(page, 'react');
  const forms = {
    page: text(await takeForm(page, 'html')),
    project: Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, text(bytes)])),
    component: component && text(component),
  };
  await page.close();
  return forms;
}

/** @returns undefined if the playground offers no such file */
async function takeForm(page: Page, form: string): Promise<Uint8Array | undefined> {
  const status = page.locator('#status');
  await status.evaluate((element) => element.replaceChildren());
  const download = page.waitForEvent('download').catch(() => undefined);
  await page.getByLabel('Export').selectOption(form);
  await page.waitForFunction(() => document.getElementById('status')?.textContent);
  if (!(await status.textContent())?.includes('is downloaded')) return undefined;
  const file = await download;
  return file && new Uint8Array(await buffer(await file.createReadStream()));
}
