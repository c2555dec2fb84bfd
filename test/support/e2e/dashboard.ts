import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import {
  createCrowdService,
  issueKey,
  listen,
  openAccount,
  openStorage,
  type Storage,
} from '../../../src/server/index.js';
import { readKit } from '../kit-of-run.js';
import { connectBrowser } from './browser-of-run.js';
import { slowFrames } from './hold-frames.js';
import { watchComplaints } from './watch-complaints.js';

const BUILT = resolve(import.meta.dirname, '../../../src/server/dist');

export interface Dashboard {
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  readonly storage: Storage;
  /** A new account with some crowds, the last of them the newest, and a key. */
  createAccount(
    names: readonly string[],
    limits?: { access: 'read' },
  ): Promise<{ key: string; accountId: string; ids: string[] }>;
  /** Opens the dashboard as somebody sees it who has not signed in. */
  open(options?: {
    width?: number;
    height?: number;
    dark?: boolean;
    withoutWebGL?: boolean;
  }): Promise<OpenDashboard>;
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenDashboard {
  readonly page: Page;
  /** Errors and warnings on the console, and violations of its security policy. */
  readonly complaints: string[];
  signIn(key: string): Promise<void>;
}

/** The service with the built dashboard and script files, and a browser. */
export async function startDashboard(): Promise<Dashboard> {
  const storage = await openStorage({ location: ':memory:' });
  const service = await createCrowdService({
    kit: await readKit(),
    storage,
    dashboard: resolve(BUILT, 'dashboard'),
    sdk: resolve(BUILT, 'sdk'),
  });
  const server = await listen(service);
  const browser = await connectBrowser();
  let accounts = 0;
  return {
    url: server.url,
    storage,
    createAccount: async (names, limits) => {
      accounts += 1;
      const account = await openAccount(storage, `Account ${accounts}`);
      const { key } = await issueKey(storage, account, 'first');
      const ids = [];
      for (const name of names) ids.push(await createCrowd(server.url, key, name));
      const limited = limits && (await issueKey(storage, account, 'limited', limits));
      return { key: limited?.key ?? key, accountId: account.id, ids };
    },
    open: (options = {}) => open(browser, `${server.url}/dashboard`, options),
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

async function createCrowd(url: string, key: string, name: string): Promise<string> {
  const response = await fetch(`${url}/v1/projects`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, recipe_json: { seed: 7, size: 5 } }),
  });
  return ((await response.json()) as { crowd_id: string }).crowd_id;
}

async function open(
  browser: Browser,
  address: string,
  { width = 1280, height = 800, dark = false, withoutWebGL = false },
): Promise<OpenDashboard> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  const complaints = watchComplaints(page);
  await slowFrames(page);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} blocked ${blockedURI}`),
    );
  });
  if (withoutWebGL) {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
      Object.defineProperty(navigator, 'gpu', { value: undefined });
    });
  }
  await page.goto(address);
  await page.getByLabel('API key').waitFor();
  return {
    page,
    complaints,
    signIn: async (key) => {
      await page.getByLabel('API key').fill(key);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Crowds', exact: true }).waitFor();
    },
  };
}
