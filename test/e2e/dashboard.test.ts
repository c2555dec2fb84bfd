import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { testDashboard } from '../support/e2e/dashboard.js';
import { findBarriers } from '../support/e2e/find-barriers.js';
import { testInTurn } from '../support/in-turn.js';

const dashboard = testDashboard();

async function isWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

test('a key opens it: crowds, the newest live, keys and usage; without a word on the console', async () => {
  const { key, ids } = await dashboard.createAccount(['Quay', 'Gate']);
  const { page, complaints, signIn } = await dashboard.open();
  await signIn(key);
  await page.waitForFunction(
    () => document.querySelector<HTMLElement & { loaded: boolean }>('crowd-view')?.loaded,
    undefined,
  );
  expect(await page.locator('crowd-view').getAttribute('crowd')).toBe(ids[1]);
  expect(await page.locator('.cards .name').allTextContents()).toEqual(['Gate', 'Quay']);
  for (const picture of await page.locator('.cards img').all()) {
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
  // Two creations and the reading of the crowd that is shown; stills are free.
  await page.getByText('3 of 10,000 billable requests').waitFor();
  // The key is in no attribute, no text and no cookie.
  expect(await page.content()).not.toContain(key);
  expect(await page.context().cookies()).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'Crowds', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  await page.reload();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(complaints).toEqual([]);
});

test('the keyboard alone signs in, renames, makes and revokes a key, and deletes a crowd', {
  tags: ['nightly'],
}, async () => {
  const { key, ids } = await dashboard.createAccount(['Quay']);
  const { page } = await dashboard.open({ withoutWebGL: true });
  const press = (...keys: string[]) =>
    keys.reduce((last, name) => last.then(() => page.keyboard.press(name)), Promise.resolve());
  /** Goes on with Tab until what has the focus is called so. */
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let i = 0; i < 60; i++) {
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return `${element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? ''} ${element?.textContent ?? ''}`;
      });
      if (name.test(focused)) return;
      await press('Tab');
    }
    expect.fail(`nothing called ${name} has the focus`);
  };
  await page.keyboard.type(key);
  await press('Enter');
  await page.getByRole('heading', { name: 'Crowds', exact: true }).waitFor();

  await tabTo(/^Name/);
  await press('Control+A');
  await page.keyboard.type('Pier');
  await press('Enter');
  await page.getByRole('status').getByText('Renamed to “Pier”.').waitFor();
  expect((await dashboard.host.storage.findCrowd(ids[0]))?.name).toBe('Pier');

  await tabTo(/^ New key/);
  await press('Enter');
  await tabTo(/^Label/);
  await page.keyboard.type('Web shop');
  await press('Enter');
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  expect(secret).toMatch(/^tc_live_\w{38}$/);
  const refused = await fetch(`${dashboard.host.url}/v1/projects`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
  });
  expect(refused.status).toBe(403);
  await page.locator('main').focus();
  await tabTo(/^Revoke Web shop/);
  await press('Enter', 'Tab', 'Enter');
  await page.getByText('Revoked the key “Web shop”.').waitFor();

  await page.locator('main').focus();
  await tabTo(/^ Delete crowd/);
  // The question has the focus on its harmless answer, and Escape is one too.
  const dialog = page.locator('dialog');
  await press('Enter');
  await dialog.waitFor();
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await dashboard.host.storage.findCrowd(ids[0])).toBeDefined();
  await press('Enter', 'Tab', 'Enter');
  await page.getByText('Deleted the crowd.').waitFor();
  expect(await dashboard.host.storage.findCrowd(ids[0])).toBeUndefined();
});

testInTurn(
  [
    ['wide', { width: 1280 }],
    ['narrow', { width: 390 }],
    ['narrow and dark', { width: 390, dark: true }],
  ] as const,
  [],
)('%s, no rule of accessibility is broken and nothing is cut off', async (_what, options) => {
  const { key } = await dashboard.createAccount([
    'Quay',
    'A crowd with a name that is as long as names of crowds can be '.repeat(3),
  ]);
  const { page, signIn } = await dashboard.open({ ...options, withoutWebGL: true });
  expect(await findBarriers(page)).toEqual([]);
  await signIn(key);
  for (const name of ['New key', 'New webhook']) await page.getByText(name, { exact: true }).click();
  await page.getByLabel('Label').fill('Shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.locator('.secret').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(await isWide(page)).toBe(false);
  await page.getByRole('button', { name: 'Delete crowd' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test('a key gets a quota of its own, and shows it with what is used of it', async () => {
  const { key, accountId, ids } = await dashboard.createAccount(['Quay']);
  const { page, signIn } = await dashboard.open({ withoutWebGL: true });
  await signIn(key);
  await page.getByText('New key', { exact: true }).click();
  await page.getByLabel('Label').fill('Shop');
  await page.getByRole('spinbutton', { name: 'Quota' }).fill('1200');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  await page.getByRole('listitem').filter({ hasText: '1,200 billable requests a month' }).waitFor();
  const keys = await dashboard.host.storage.listKeys(accountId);
  expect(keys.map(({ label, quota }) => [label, quota])).toEqual([
    ['first', null],
    ['Shop', 1200],
  ]);
  const read = await fetch(`${dashboard.host.url}/v1/crowd/${ids[0]}`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  expect(read.status).toBe(200);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(secret);
  await page.getByText('This key has used 1 of its 1,200.').waitFor();
});

test('without WebGL the still picture stays', { tags: ['nightly'] }, async () => {
  const { key } = await dashboard.createAccount(['Quay']);
  const { page, signIn } = await dashboard.open({ withoutWebGL: true });
  await signIn(key);
  await page.locator('.live.still').waitFor();
  const still = page.getByAltText('Quay, a still picture');
  await expect.poll(() => still.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test('a webhook is made, shown with its secret once, and deleted', { tags: ['nightly'] }, async () => {
  const { key } = await dashboard.createAccount([]);
  const { page, signIn } = await dashboard.open({ withoutWebGL: true });
  await signIn(key);
  await page.getByText('There are no crowds yet').waitFor();
  await page.getByText('New webhook', { exact: true }).click();
  await page.getByLabel('Address').fill('https://127.0.0.1/');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('status').getByText('public internet').waitFor();
  await page.getByLabel('Address').fill('https://shop.example/crowds');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const code = page.locator('.secret code');
  const secret = await code.textContent();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Replace secret: https://shop.example/crowds' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
  await page.getByText('Replaced the signing secret.').waitFor();
  expect(await code.textContent()).toMatch(/^whsec_/);
  expect(await code.textContent()).not.toBe(secret);
  await page.getByRole('button', { name: 'Delete: https://shop.example/crowds' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted the webhook.').waitFor();
});

test('messages that no receiver accepted are listed and sent again', { tags: ['nightly'] }, async () => {
  const { key, accountId, ids } = await dashboard.createAccount(['Quay']);
  const { webhooks } = dashboard.host.storage;
  const id = 'wh_failing';
  // No public address: what is sent again fails without a connection.
  const url = 'https://127.0.0.1/';
  await webhooks.add(
    {
      id,
      accountId,
      url,
      events: ['crowd.updated'],
      secret: 'whsec_AAAA',
      oldSecret: null,
      oldSecretUntil: null,
      createdAt: new Date().toISOString(),
      dropped: 0,
    },
    9,
  );
  // Due so late that the service itself does not send it.
  const late = '2100-01-01T00:00:00.000Z';
  const body = JSON.stringify({ type: 'crowd.updated', timestamp: late, data: { crowd_id: ids[0] } });
  await dashboard.host.storage.updateCrowd(ids[0], (crowd) => ({
    crowd,
    event: { id: 'msg_1', accountId, type: 'crowd.updated', body, at: late, trace: {} },
  }));
  const [delivery] = await webhooks.claim(await webhooks.findDue(late), late, late);
  await webhooks.settle(delivery, { kind: 'failed', at: late, reason: 'it answered 503' });
  const { page, signIn } = await dashboard.open({ withoutWebGL: true });
  await signIn(key);
  await page.getByText('1 failed message').click();
  await page.getByText(`crowd.updated ${ids[0]}: it answered 503`).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: `Send again: ${url}` }).click();
  await page.getByText('One message is sent again.').waitFor();
  expect(await webhooks.listFailed(accountId, id, 9)).toEqual([]);
});

test('a wrong key is refused, and one that only reads is told what it may not see', async () => {
  const { key } = await dashboard.createAccount(['Quay'], { access: 'read' });
  const { page, signIn } = await dashboard.open({ withoutWebGL: true });
  await page.getByLabel('API key').fill('tc_live_nonsense');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Invalid API key.').waitFor();
  await signIn(key);
  expect(await page.getByText('Only a key without limits').count()).toBe(2);
});

test('names of crowds are text, whatever stands in them', async () => {
  const { key } = await dashboard.createAccount(['<img src=x onerror="document.title=1">&"\'']);
  const { page, complaints, signIn } = await dashboard.open({ withoutWebGL: true });
  await signIn(key);
  expect(await page.locator('.cards .name').textContent()).toBe('<img src=x onerror="document.title=1">&"\'');
  expect(await page.title()).toContain('Dashboard');
  expect(complaints.filter((text) => !/WebGL|context/i.test(text))).toEqual([]);
});

test('odd input is accepted or refused with the reason, and a new name is shown everywhere', {
  tags: ['nightly'],
}, async () => {
  const { key } = await dashboard.createAccount(['Quay', 'Gate']);
  const { page, signIn } = await dashboard.open({ withoutWebGL: true });
  await signIn(key);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('a\0b');
  await name.press('Enter');
  await page.getByRole('status').getByText('NUL').waitFor();
  await name.fill('\u202e\u0007"><b>\u{1f3ee}</b>');
  await name.press('Enter');
  const renamed = page.getByRole('heading', { level: 3 });
  await page.getByRole('status').getByText('Renamed to').waitFor();
  const title = await renamed.textContent();
  expect(title).toContain('<b>\u{1f3ee}</b>');
  await page.locator('.card', { hasText: 'Quay' }).click();
  await expect.poll(() => renamed.textContent()).toBe('Quay');
  await page.locator('.card', { hasText: '\u{1f3ee}' }).click();
  await expect.poll(() => renamed.textContent()).toBe(title);

  await page.getByText('New key').click();
  await page.getByLabel('Label').fill('Shop');
  await page.getByLabel('Origins').fill(' https://shop.test, https://SHOP.test:443/ ,');
  await page.getByLabel('Origins').press('Enter');
  await page.getByRole('status').getByText('origins', { exact: false }).waitFor();
  await page.getByLabel('Origins').fill(' https://shop.test, ,');
  await page.getByLabel('Origins').press('Enter');
  await page.locator('.secret code').waitFor();
  await page.getByText('only for pages of https://shop.test').waitFor();
});

test('its policy runs no script but the service’s, and lets nothing be sent elsewhere', async () => {
  const { headers } = await fetch(`${dashboard.host.url}/dashboard/`);
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self' blob: data:;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  const { page } = await dashboard.open();
  const sent = await page.evaluate(() =>
    fetch('https://elsewhere.example/').then(
      () => 'sent',
      () => 'refused',
    ),
  );
  expect(sent).toBe('refused');
});
