import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { Crowd } from '../../../src/index.js';
import {
  createCrowdService,
  issueKey,
  listen,
  openAccount,
  openStorage,
  PLANS,
} from '../../../src/server/index.js';
import { readKit } from '../kit-of-run.js';
import { connectBrowser } from './browser-of-run.js';
import { countColors } from './count-colors.js';
import { watchComplaints } from './watch-complaints.js';

const BUILT = resolve(import.meta.dirname, '../../../src/server/dist');

/** Milliseconds. */
const LONGEST_LOAD = 90_000;

/** Plan with limits that a test can reach. */
const TIGHT = { maxSize: 50, quota: 2 };

export interface ExamplePages {
  /** Address of the service. */
  readonly url: string;
  /** The files of the sample kit. */
  readonly kit: ReadonlyMap<string, Uint8Array>;
  /** A key of a new account. */
  createKey(plan: 'developer' | 'tight'): Promise<string>;
  /** Opens an example and waits until it shows its crowd. */
  open(path: string): Promise<OpenPage>;
  /** Number of different colours on a page. */
  countColors(page: Page): Promise<number>;
  /** After each test: a page goes on drawing, and a software GPU has no time for two. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings on the console. */
  readonly complaints: string[];
}

/** The service with the built examples, and a browser. */
export async function openExamplePages(): Promise<ExamplePages> {
  const kit = await readKit();
  const storage = await openStorage({ location: ':memory:' });
  const service = await createCrowdService({
    kit,
    storage,
    plans: { ...PLANS, tight: TIGHT },
    examples: resolve(BUILT, 'examples'),
    sdk: resolve(BUILT, 'sdk'),
  });
  const server = await listen(service);
  const browser = await connectBrowser();
  let accounts = 0;
  return {
    url: server.url,
    kit,
    createKey: async (plan) => {
      accounts += 1;
      return (await issueKey(storage, await openAccount(storage, `account ${accounts}`, plan), 'test')).key;
    },
    open: (path) => openExample(browser, `${server.url}/examples/${path}`),
    countColors: (page) => countColors(browser, page),
    closePages: async () => {
      for (const context of browser.contexts()) await context.close();
    },
    close: async () => {
      await browser.close();
      await server.close();
      await service.close();
    },
  };
}

async function openExample(browser: Browser, address: string): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width: 480, height: 400 } });
  const complaints = watchComplaints(page);
  await page.addInitScript(keepScenes);
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset['ready'], undefined, {
    timeout: LONGEST_LOAD,
  });
  return { page, complaints };
}

/** In the page: three shows every scene to its developer tools, and the tests look at them through the same door. */
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
