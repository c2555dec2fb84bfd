/**
 * How long a crowd in a conversation takes from the host's showing its page to the first frame with posed people:
 * `npm run build && npm run bench:conversation`. The page is in a sandboxed frame under the policy that a host gives it,
 * the GPU is a software one, and the browser's cache is empty. Bar: 2.5 s.
 */
import type { CrowdViewElement } from '../src/element/index.js';
import { Conversations } from '../test/support/e2e/conversation.js';
import makeKit from '../test/support/kit-of-run.js';

const ROUNDS = 3;
const SIZES = [150];
const LONGEST_LOAD = 90_000;

const removeKit = await makeKit();
const conversations = await Conversations.start();
const rows: object[] = [];
for (const size of SIZES) {
  const recipe = { seed: 7, size, spawnRadius: Math.sqrt(size), boundaryRadius: 2 * Math.sqrt(size) };
  const made = await conversations.call('svc_create_crowd', { name: 'Gate guard', recipe_json: recipe });
  const { html, policy } = await conversations.readPage('svc_create_crowd');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page, app } = await conversations.open();
    const started = performance.now();
    await page.evaluate(([html, policy, result]) => window.showApp(html, policy, result), [
      html,
      policy,
      made,
    ] as const);
    const view = app.locator('crowd-view');
    await view.waitFor({ state: 'attached', timeout: LONGEST_LOAD });
    await view.evaluate(async (element) => {
      const { loaded } = element as CrowdViewElement;
      if (!loaded) await new Promise((resolve) => element.addEventListener('load', resolve));
      // The first draws the crowd; when the second comes, that frame is there.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    });
    times.push(performance.now() - started);
    await conversations.closePages();
  }
  const inOrder = times.toSorted((a, b) => a - b).map(Math.round);
  rows.push({
    people: size,
    'fastest ms': inOrder[0],
    'median ms': inOrder[Math.floor(ROUNDS / 2)],
    'slowest ms': inOrder.at(-1),
  });
}
console.table(rows);
await conversations.close();
await removeKit?.();
