import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { Crowd } from '../../../src/index.js';
import { issueKey, openAccount, PLANS } from '../../../src/server/index.js';
import { BUILT, type TestHost, testHost } from './test-site.js';
import { watchComplaints } from './watch-complaints.js';

/** Plan with limits that a test can reach. */
const TIGHT = { maxSize: 50, quota: 2 };

export interface ExamplePages {
  /** The service, with the built examples. */
  readonly host: TestHost;
  /** A key of a new account. */
  createKey(plan: 'developer' | 'tight'): Promise<string>;
  /** Opens an example and waits until it shows its crowd. */
  open(path: string): Promise<OpenPage>;
}

export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings on the console. */
  readonly complaints: string[];
}

/** The pages of the examples, for the tests of a file. */
export function examplePages(): ExamplePages {
  const host = testHost({ plans: { ...PLANS, tight: TIGHT }, examples: resolve(BUILT, 'examples') });
  let accounts = 0;
  return {
    host,
    createKey: async (plan) => {
      accounts += 1;
      const account = await openAccount(host.storage, `account ${accounts}`, plan);
      return (await issueKey(host.storage, account, 'test')).key;
    },
    open: (path) => openExample(host.browser, `${host.url}/examples/${path}`),
  };
}

async function openExample(browser: Browser, address: string): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width: 480, height: 400 } });
  const complaints = watchComplaints(page);
  await page.addInitScript(keepScenes);
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  return { page, complaints };
}

/** In the page: three announces every scene to its developer tools by events, and the tests listen to these. */
export function keepScenes(): void {
  const tools = new EventTarget();
  tools.addEventListener('observe', (event) => {
    const { detail } = event as CustomEvent<{ isScene?: boolean }>;
    if (detail.isScene) Object.assign(globalThis, { observedScene: detail });
  });
  Object.assign(globalThis, { __THREE_DEVTOOLS__: tools });
}

/** A character as a page shows it. */
export interface ShownCharacter {
  readonly x: number;
  readonly z: number;
  readonly clip: string;
  readonly parts: readonly string[];
}

/** Everyone in the crowd that a page shows, by index. */
export function readCharacters(page: Page): Promise<ShownCharacter[]> {
  return page.evaluate(() => {
    const { observedScene } = globalThis as unknown as { observedScene: { children: Partial<Crowd>[] } };
    const crowd = observedScene.children.find(({ isCrowd }) => isCrowd) as Crowd;
    const characters: { x: number; z: number; clip: string; parts: string[] }[] = [];
    crowd.forEach(({ x, z, clip, parts }) => {
      characters.push({ x, z, clip, parts: [parts.body, parts.face, parts.hair] });
    });
    return characters;
  });
}
