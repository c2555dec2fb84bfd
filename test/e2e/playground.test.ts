import type { BrowserContext, Page } from 'playwright';
import { writeRecipeLink } from 'three-crowd';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findBarriers } from '../support/e2e/find-barriers.js';
import { slowFrames } from '../support/e2e/hold-frames.js';
import { testSite } from '../support/e2e/test-site.js';

/** A program small enough for a software renderer. */
const SMALL = 'playground.html?example=crossing&count=6&backend=webgl';

const NIGHTLY = { tags: ['nightly'] };

const site = testSite();
/** Its pages load TypeScript and the libraries once. */
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  context = await site.browser.newContext({ viewport: { width: 800, height: 400 } });
  await slowFrames(context);
});

beforeEach(async () => {
  page = await context.newPage();
  await page.goto(`${site.address}/examples/${SMALL}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
});

const characters = (): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['characters']);
const editor = () => page.locator('.cm-content');
const problems = () => page.locator('#problems li').allTextContents();

/** Writes another text for one of the program's. */
async function replace(before: string, after: string): Promise<void> {
  await page.evaluate(
    ([from, to]) => {
      const content = document.querySelector('.cm-content') as HTMLElement & {
        cmTile?: { view: import('@codemirror/view').EditorView };
        cmView?: { view: import('@codemirror/view').EditorView };
      };
      const view = (content.cmTile ?? content.cmView)!.view;
      const at = view.state.doc.toString().indexOf(from);
      if (at < 0) throw new Error(`The program does not have ${from}.`);
      view.dispatch({ changes: { from: at, to: at + from.length, insert: to } });
    },
    [before, after],
  );
}

test('an example runs, a mistake in types is underlined where it is, and a changed count is drawn all the same', {
  tags: ['nightly'],
}, async () => {
  await expect.poll(characters).toBe('6');
  expect(await editor().textContent()).toContain('createStage');
  await expect.poll(() => page.locator('#status').textContent()).toBe('No problems with types');
  expect(await problems()).toEqual([]);

  await replace('crowd.update(seconds, stage.camera)', 'crowd.update(seconds, stage.camra)');
  await expect
    .poll(problems)
    .toContainEqual(expect.stringMatching(/^Line \d+ Property 'camra' does not exist on type 'Stage'/));
  await expect.poll(() => page.locator('.cm-lintRange-error').allTextContents()).toEqual(['camra']);
  await page.getByRole('button', { name: /^Line/ }).first().click();
  expect(await editor().evaluate((element) => element === document.activeElement)).toBe(true);

  // A mistake in types does not stop a program.
  await replace('?? 320', '* 0 + 9');
  await expect.poll(characters).toBe('9');
  expect(page.url()).toContain('#code=');
});

test('an address that was kept shows and runs what was written', NIGHTLY, async () => {
  await replace('?? 320', '* 0 + 9');
  await expect.poll(characters).toBe('9');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForFunction(() => document.documentElement.dataset['characters'] === '9');
  expect(await other.locator('.cm-content').textContent()).toContain('* 0 + 9');
  await other.close();
});

test('an error of the running program is shown with its line', NIGHTLY, async () => {
  const lines = "throw new RangeError('too many people');\nconst stage = await createStage();";
  const text = await page.evaluate(() => document.querySelector('.cm-content')!.textContent);
  expect(text).not.toContain('RangeError');
  await replace('const stage = await createStage();', lines);
  await expect.poll(problems).toContainEqual(expect.stringMatching(/^Line \d+ RangeError: too many people$/));
  const [said] = (await problems()).filter((line) => line.includes('RangeError'));
  const written = await page.evaluate(() => {
    const content = document.querySelector('.cm-content') as HTMLElement & {
      cmTile: { view: import('@codemirror/view').EditorView };
    };
    const { doc } = content.cmTile.view.state;
    return doc.lineAt(doc.toString().indexOf('throw new RangeError')).number;
  });
  expect(said).toContain(`Line ${written} `);
});

test('a program that does not know how to leave is no component, and the page says so', NIGHTLY, async () => {
  await page.goto(`${site.address}/examples/${SMALL.replace('crossing', 'own-scene')}`);
  // TypeScript and its types are loaded once more, which takes a busy machine a while.
  await page.waitForFunction(() => document.documentElement.dataset['ready'], undefined, {
    timeout: 120_000,
  });
  await page.getByLabel('Export').selectOption('react');
  await expect
    .poll(() => page.locator('#status').textContent())
    .toMatch(/^Only a program with "const stage = await createStage\(…\)" becomes/);
});

test(
  'nothing bars the way for those who do not see or point, and a phone has no sideways scrolling',
  NIGHTLY,
  async () => {
    await expect.poll(characters).toBe('6');
    expect(await findBarriers(page, ['#preview'])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // Escape, then Tab, leaves the editor, in which Tab indents.
    await editor().focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editor().evaluate((element) => element === document.activeElement)).toBe(false);
  },
);

test('a link opens as a program that generates its crowd', NIGHTLY, async () => {
  const link = writeRecipeLink({ seed: 5, size: 3, spawnRadius: 4 });
  await page.goto(`${site.address}/examples/playground.html?backend=webgl#${link}`);
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  await expect.poll(characters).toBe('3');
  await expect.poll(() => page.locator('#status').textContent()).toBe('No problems with types');
  expect(await problems()).toEqual([]);
});
