import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import { issueKey, openAccount } from '../../../src/server/index.js';
import { hideGraphics } from './browser-of-run.js';
import { slowFrames } from './hold-frames.js';
import { BUILT, type TestHost, testHost } from './test-site.js';
import { watchComplaints } from './watch-complaints.js';

export interface Dashboard {
  /** The service, with the built dashboard. */
  readonly host: TestHost;
  /** A new account with some crowds, the last of them the newest, and a key. */
  createAccount(
    names: readonly string[],
    limits?: { access: 'read' },
  ): Promise<{ key: string; accountId: string; ids: string[] }>;
  /** Opens the dashboard before signing in. */
  open(options?: {
    width?: number;
    height?: number;
    dark?: boolean;
    withoutWebGL?: boolean;
  }): Promise<OpenDashboard>;
}

export interface OpenDashboard {
  readonly page: Page;
  /** Errors and warnings on the console, and violations of its security policy. */
  readonly complaints: string[];
  signIn(key: string): Promise<void>;
}

/** The dashboard, for the tests of a file. */
export function testDashboard(): Dashboard {
  const host = testHost({ dashboard: resolve(BUILT, 'dashboard') });
  let accounts = 0;
  return {
    host,
    createAccount: async (names, limits) => {
      accounts += 1;
      const account = await openAccount(host.storage, `Account ${accounts}`);
      const { key } = await issueKey(host.storage, account, 'first');
      const ids = [];
      for (const name of names) ids.push(await createCrowd(host.url, key, name));
      const limited = limits && (await issueKey(host.storage, account, 'limited', limits));
      return { key: limited?.key ?? key, accountId: account.id, ids };
    },
    open: (options = {}) => open(host.browser, `${host.url}/dashboard`, options),
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
  if (withoutWebGL) await hideGraphics(page);
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
