/**
 * Times a crowd in a conversation, from the moment that the host shows its page to the first frame with people. The page is in
 * a sandboxed frame under the host's policy, on a software GPU, with an empty cache. Bar: 2.5 s.
 *
 * `ms` is the time until the page has submitted its first frame, `GPU ms` until the GPU has drawn it. The row `cube` is a page
 * with one cube and no crowd, drawn by WebGL, by turns with the others, as a baseline of the machine.
 */
import { Conversations } from '../test/support/e2e/conversation.js';
import makeKit from '../test/support/kit-of-run.js';
import { commandLine } from './command-line.js';
import { cubePage } from './measure/cube-page.js';
import { waitForGpu } from './measure/gpu-done.js';

const ROUNDS = 3;
const SIZES = [150];
const LONGEST_LOAD = 90_000;

/** Milliseconds since the page was shown. */
interface Times {
  readonly handedOver: number[];
  readonly drawn: number[];
}

commandLine('npm run bench:conversation', 'Times a crowd in a conversation. Needs npm run build.').parse();
const removeKit = await makeKit();
const conversations = await Conversations.start();
const cube: Times = { handedOver: [], drawn: [] };
const rows: object[] = [];
for (const size of SIZES) {
  const recipe = { seed: 7, size, spawnRadius: Math.sqrt(size), boundaryRadius: 2 * Math.sqrt(size) };
  const made = await conversations.call('svc_create_crowd', { name: 'Gate guard', recipe_json: recipe });
  const { html, policy } = await conversations.readPage('svc_create_crowd');
  const three = (/data-script="([^"]+)"/.exec(html)?.[1] ?? '').replace(/[^/]+$/, 'three.js');
  const crowd: Times = { handedOver: [], drawn: [] };
  for (let round = 0; round < ROUNDS; round++) {
    await showCube(cubePage(three), policy);
    const { page, app } = await conversations.open();
    const started = Date.now();
    await page.evaluate(([html, policy, result]) => window.showApp(html, policy, result), [
      html,
      policy,
      made,
    ] as const);
    await app.locator('crowd-view').waitFor({ state: 'attached', timeout: LONGEST_LOAD });
    // A text, since it has `waitForGpu` in it. The first frame after `load` draws; when the second comes, it is handed over.
    const { handedOver, drawn } = await page
      .frames()[1]
      .evaluate<{ handedOver: number; drawn: number }>(`(async () => {
      const view = document.querySelector('crowd-view');
      if (!view.loaded) await new Promise((resolve) => view.addEventListener('load', resolve));
      const drawing = (${waitForGpu})(view.objects.renderer);
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const handedOver = performance.timeOrigin + performance.now();
      return { handedOver, drawn: await drawing };
    })()`);
    crowd.handedOver.push(handedOver - started);
    crowd.drawn.push(drawn - started);
    await conversations.closePages();
  }
  rows.push({ page: `${size} people`, ...summarize(crowd) });
}
rows.push({ page: 'cube', ...summarize(cube) });
console.table(rows);
await conversations.close();
await removeKit?.();

/** Shows a page in a sandboxed frame, as a host does, until it says that it is drawn. */
async function showCube(html: string, policy: string): Promise<void> {
  const { page } = await conversations.open();
  const started = Date.now();
  const { handedOver, drawn } = await page.evaluate(
    ([html, policy]) =>
      new Promise<{ handedOver: number; drawn: number }>((resolve) => {
        addEventListener('message', ({ data }) => resolve(data));
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.style.cssText = 'width: 100%; height: 620px; border: 0';
        document.body.append(frame);
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
        frame.srcdoc = html.replace('<head>', `<head>${meta}`);
      }),
    [html, policy] as const,
  );
  cube.handedOver.push(handedOver - started);
  cube.drawn.push(drawn - started);
  await conversations.closePages();
}

function summarize({ handedOver, drawn }: Times): object {
  const [ms, gpu] = [handedOver, drawn].map((times) => times.toSorted((a, b) => a - b).map(Math.round));
  return {
    'fastest ms': ms[0],
    'median ms': ms[Math.floor(ROUNDS / 2)],
    'slowest ms': ms.at(-1),
    'GPU median ms': gpu[Math.floor(ROUNDS / 2)],
  };
}
