import { resolve } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import {
  type CrowdService,
  type CrowdServiceOptions,
  createCrowdService,
  listen,
  openStorage,
  type RunningServer,
  type Storage,
} from '../../../src/server/index.js';
import { kitDirectory, readKit } from '../kit-of-run.js';
import { connectBrowser } from './browser-of-run.js';
import { type StartedService, startService } from './start-service.js';

/** The built service with the kit of the run, and a browser. */
export interface TestSite {
  /** Address of the service, without a slash at the end. */
  readonly address: string;
  readonly browser: Browser;
  /** Output of the service so far. */
  printed(): string;
}

/** Starts both for the tests of a file. All pages close after each test: they go on drawing, and share a software GPU. */
export function testSite(): TestSite {
  let service: StartedService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startService(kitDirectory());
    browser = await connectBrowser();
  });
  afterEach(() => closePages(browser));
  afterAll(async () => {
    await browser?.close();
    expect(await service.stop()).toBe(0);
  });
  return {
    get address() {
      return service.address;
    },
    get browser() {
      return browser;
    },
    printed: () => service.printed(),
  };
}

/** Directory of the built scripts and pages of the service. */
export const BUILT = resolve(import.meta.dirname, '../../../src/server/dist');

/** A service in this process, and a browser. */
export interface TestHost {
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  readonly browser: Browser;
  readonly storage: Storage;
}

/** As {@link testSite}, for tests that look into the storage or need other options. */
export function testHost(options: Partial<CrowdServiceOptions>): TestHost {
  let storage: Storage;
  let service: CrowdService;
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    storage = await openStorage({ location: ':memory:' });
    service = await createCrowdService({
      kit: await readKit(),
      storage,
      sdk: resolve(BUILT, 'sdk'),
      ...options,
    });
    server = await listen(service);
    browser = await connectBrowser();
  });
  afterEach(() => closePages(browser));
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await service?.close();
  });
  return {
    get url() {
      return server.url;
    },
    get browser() {
      return browser;
    },
    get storage() {
      return storage;
    },
  };
}

/** Closes all pages of a browser. Contexts that a test made itself stay. */
export async function closePages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) await page.close();
}
