/** @module-tag nightly */
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import list from '../../examples/examples.json' with { type: 'json' };
import type { Crowd } from '../../src/index.js';
import { countColors } from '../support/e2e/count-colors.js';
import { keepScenes, readCharacters } from '../support/e2e/example-pages.js';
import { REMARKS } from '../support/e2e/example-remarks.js';
import { slowFrames } from '../support/e2e/hold-frames.js';
import { testSite } from '../support/e2e/test-site.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';

const SMALL = 'crowd=cr_Teahouse&count=20&backend=webgl';
const IWER = createRequire(import.meta.url).resolve('iwer/build/iwer.min.js');
/** More often than any page has something to press. */
const MOST_TABS = 80;

/** The button that does what a click into the picture does, and changes the picture also while time stands still. */
const INSTEAD_OF_CLICKS: Readonly<Record<string, string>> = {
  'follow-camera': 'Somebody else',
  clips: 'Next character',
  'colors-and-parts': 'Next character',
  patterns: 'Change one',
};

/** Pages without a slider, a choice or a switch, and so without a setting for the address. */
const WITHOUT_SETTINGS: Readonly<Record<string, string>> = {
  'own-scene': 'has the button that pauses alone',
  snow: 'has the button that clears the prints',
  attraction: 'has buttons that send people somewhere once',
  player: 'is played by keys',
  'follow-camera': 'has the button that goes to somebody else',
  patterns: 'has buttons that dress people once',
  webxr: 'has the button that enters a headset',
  'script-tag': 'has the button that pauses alone',
  hero: 'has buttons that call and let go',
  bake: 'has buttons that take and save files',
};

const examples: readonly { readonly name: string; readonly isTool?: boolean }[] = list;

const site = testSite();

const addressOf = (name: string): string => `${site.address}/examples/${name}.html?${SMALL}`;

const waitUntilReady = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset['ready'] === 'true', undefined, {
    polling: 100,
  });

/** Without what is written about the picture, which counts frames. What is hidden altogether would lose the focus. */
const takePicture = (page: Page): Promise<Buffer> =>
  page.screenshot({
    style:
      '.overlay, #loading, .crowd-panel, button, form { opacity: 0 !important } * { outline: none !important }',
  });

/** Whether two pictures, a second apart, are the same. */
async function isStill(page: Page): Promise<boolean> {
  const before = await takePicture(page);
  await page.waitForTimeout(1000);
  return before.equals(await takePicture(page));
}

/** Waits until the picture is another one after something was done to it. */
async function expectToChange(page: Page, act: () => Promise<void>): Promise<void> {
  const before = await takePicture(page);
  await act();
  await expect.poll(async () => (await takePicture(page)).equals(before)).toBe(false);
}

/** In the page: what has the focus, also within an element. */
function focusedName(): string {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (!focused || focused === document.body) return '';
  return focused.textContent?.trim() || focused.tagName.toLowerCase();
}

/** What Tab comes by, until it begins again. */
async function tabThrough(page: Page): Promise<string[]> {
  const names: string[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let k = 0; k < MOST_TABS; k++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(focusedName);
    if (name === '' || (k > 0 && name === names[0])) break;
    names.push(name);
  }
  return names;
}

/** Tab by Tab to what has this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let k = 0; k < MOST_TABS; k++) {
    if ((await page.evaluate(focusedName)) === name) return;
    await page.keyboard.press('Tab');
  }
  expect.fail(`Tab does not come by ${name}.`);
}

test.each(examples)(
  '$name stands still with reduced motion; keys reach all controls, turn, close and play; the address keeps a setting',
  async ({ name, isTool }) => {
    const page = await site.browser.newPage({
      viewport: { width: 320, height: 200 },
      reducedMotion: 'reduce',
    });
    const complaints = watchComplaints(page);
    await slowFrames(page);
    await page.goto(addressOf(name));
    await waitUntilReady(page);
    // Textures may come after the first picture.
    await expect.poll(() => isStill(page)).toBe(true);

    const hasCamera = name !== 'follow-camera';
    const names = await tabThrough(page);
    const reached = ['Play', hasCamera && 'canvas', !isTool && 'Source'].filter((each) => each !== false);
    expect(names).toEqual(expect.arrayContaining(reached));

    if (hasCamera) {
      await tabTo(page, 'canvas');
      expect(await outlineOf(page)).toMatch(/^(auto|solid) -\d+px$/);
      await expectToChange(page, () => page.keyboard.press('ArrowLeft'));
    } else {
      // The camera goes with whom a button chooses: its picture has nothing for keys.
      expect(names).not.toContain('canvas');
      expect(await page.locator('canvas').getAttribute('aria-description')).toBe(null);
    }
    const hasSetting = (await settingOf(page, name).count()) > 0;
    expect(hasSetting).toBe(!(name in WITHOUT_SETTINGS));
    const instead = INSTEAD_OF_CLICKS[name];
    if (instead) {
      await tabTo(page, instead);
      await expectToChange(page, () => page.keyboard.press('Enter'));
    }
    // The panel with the source is all that opens over a picture. Tools have none.
    if (!isTool) await openAndClose(page);

    await tabTo(page, 'Play');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(focusedName)).toBe('Pause');
    await expect.poll(() => isStill(page)).toBe(false);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(focusedName)).toBe('Play');
    await expect.poll(() => isStill(page)).toBe(true);
    expect(complaints).toEqual(REMARKS[name] ?? []);
    if (hasSetting) await expectKeptByAddress(page, name);
  },
);

/** How what has the focus is outlined: a canvas fills the window, around which nobody would see an outline. */
const outlineOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let focused = document.activeElement!;
    while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    const { outlineStyle, outlineOffset } = getComputedStyle(focused);
    return `${outlineStyle} ${outlineOffset}`;
  });

/** Opens the source, goes into it, and leaves it by Escape. */
async function openAndClose(page: Page): Promise<void> {
  const panel = page.locator('#source');
  await tabTo(page, 'Source');
  await page.keyboard.press('Enter');
  await panel.waitFor();
  await tabTo(page, 'Copy');
  await page.keyboard.press('Escape');
  expect(await panel.isVisible()).toBe(false);
  // Whoever closes it is where they were when they opened it.
  expect(await page.evaluate(focusedName)).toBe('Source');
}

/** The control that is tried of a page's settings. All those of a stage are kept by the same code. */
const settingOf = (page: Page, name: string) => {
  // Without its crowd, that of React is as a page that still loads: whether there is one is no setting of it.
  const kinds = name === 'react' ? ['range'] : ['range', 'checkbox'];
  const inputs = kinds.map((kind) => `input[type="${kind}"]`);
  return page.locator(`form :is(${['select', ...inputs].join(', ')})`).first();
};

const readSetting = (control: Locator): Promise<string> =>
  control.evaluate((element) => {
    const { type, checked, value } = element as HTMLInputElement;
    return type === 'checkbox' ? String(checked) : value;
  });

/** Changes a setting by keys, and reads it from another page with the address that this one has then. */
async function expectKeptByAddress(page: Page, name: string): Promise<void> {
  const setting = settingOf(page, name);
  const [asked, before] = [page.url(), await readSetting(setting)];
  // Some pages fold their settings in a narrow window, where they cannot have the focus.
  const unfold = page.getByRole('button', { name: 'Show controls' });
  if ((await unfold.count()) > 0) await unfold.press('Enter');
  await setting.focus();
  expect(await setting.evaluate((element) => element === document.activeElement)).toBe(true);
  // Down for a slider that is at its end; the space bar for a switch.
  for (const key of ['ArrowRight', 'ArrowDown', 'Space']) {
    if ((await readSetting(setting)) === before) await page.keyboard.press(key);
  }
  const value = await readSetting(setting);
  expect(value).not.toBe(before);
  await expect.poll(() => page.url()).not.toBe(asked);
  const address = page.url();
  await page.close();

  const other = await site.browser.newPage({ viewport: { width: 320, height: 200 } });
  await slowFrames(other);
  await other.goto(address);
  await waitUntilReady(other);
  expect(await readSetting(settingOf(other, name))).toBe(value);
}

test('the player walks by W, and stands when the key is let go', async () => {
  const page = await site.browser.newPage({ viewport: { width: 320, height: 200 } });
  const complaints = watchComplaints(page);
  await page.addInitScript(keepScenes);
  await slowFrames(page);
  await page.goto(addressOf('player'));
  await waitUntilReady(page);
  const player = async () => (await readCharacters(page))[0];
  const { z } = await player();
  await page.keyboard.down('w');
  await expect.poll(async () => (await player()).z).toBeLessThan(z - 0.5);
  expect((await player()).clip).toBe('jog');
  await page.keyboard.up('w');
  await expect.poll(async () => (await player()).clip).toBe('idle');
  expect(complaints).toEqual([]);
});

/** What gives people another clip, which few people, drawn as clones, have to have loaded. */
test.each([
  { name: 'clips', control: 'jog', key: 'Enter', clip: 'jog' },
  { name: 'light-and-weather', control: 'Rain', key: 'Space', clip: 'jog' },
  { name: 'two-hundred-thousand', control: 'Walk', key: 'Space', clip: 'idle' },
])('$control of $name has somebody play $clip, or a variant of it', async ({ name, control, key, clip }) => {
  const page = await site.browser.newPage({ viewport: { width: 320, height: 200 } });
  const complaints = watchComplaints(page);
  await page.addInitScript(keepScenes);
  await slowFrames(page);
  await page.goto(addressOf(name));
  await waitUntilReady(page);
  const countPlaying = async () =>
    (await readCharacters(page)).filter((each) => each.clip.startsWith(clip)).length;
  const before = await countPlaying();
  await page
    .locator('form')
    .getByLabel(control)
    .or(page.getByRole('button', { name: control }))
    .press(key);
  await expect.poll(countPlaying).toBeGreaterThan(before);
  expect(complaints).toEqual([]);
});

test('a hero is called and let go by keys', async () => {
  const page = await site.browser.newPage({ viewport: { width: 320, height: 200 } });
  await page.addInitScript(keepScenes);
  await slowFrames(page);
  await page.goto(addressOf('hero'));
  await waitUntilReady(page);
  const countParts = () =>
    page.evaluate(() => {
      const { observedScene } = globalThis as unknown as { observedScene: { children: Partial<Crowd>[] } };
      return observedScene.children.find(({ isCrowd }) => isCrowd)!.children!.length;
    });
  const without = await countParts();
  await tabTo(page, 'Add a hero');
  await page.keyboard.press('Enter');
  await expect.poll(countParts).toBe(without + 1);
  await tabTo(page, 'Release all');
  await page.keyboard.press('Enter');
  await expect.poll(countParts).toBe(without);
});

test('in a headset, a button enters the street, which is drawn for both eyes, and the page comes back', async () => {
  const page = await site.browser.newPage({ viewport: { width: 480, height: 270 } });
  await page.addInitScript({ path: IWER });
  await page.addInitScript(() => {
    const { XRDevice, metaQuest3 } = (globalThis as unknown as { IWER: typeof import('iwer') }).IWER;
    const device = new XRDevice(metaQuest3, { stereoEnabled: true });
    device.position.set(0, 1.6, 0);
    device.installRuntime({ forceInstall: true });
    const request = navigator.xr!.requestSession.bind(navigator.xr);
    // The session is the page's own: kept here, it can be looked at and ended.
    navigator.xr!.requestSession = async (...asked) => {
      const session = await request(...asked);
      Object.assign(globalThis, { session });
      session.addEventListener('end', () => Object.assign(globalThis, { session: undefined }));
      return session;
    };
  });
  const session = () =>
    page.evaluate(() => (globalThis as { session?: XRSession }).session?.renderState.baseLayer != null);
  await slowFrames(page);
  await page.goto(addressOf('webxr'));
  await waitUntilReady(page);
  expect(await session()).toBe(false);
  await tabTo(page, 'Enter VR');
  await page.keyboard.press('Enter');
  await expect.poll(session).toBe(true);
  await page.addStyleTag({ content: '.overlay, #loading, .crowd-panel { display: none !important }' });
  await expect.poll(() => countColors(page)).toBeGreaterThan(500);
  await page.evaluate(() => (globalThis as { session?: XRSession }).session!.end());
  await expect.poll(session).toBe(false);
  await expect.poll(() => countColors(page)).toBeGreaterThan(500);
});
