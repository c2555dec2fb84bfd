import { startResult, withAdapter, withEntries } from '../measure/fill-result.js';
import type { Plan, Result } from '../measure/result.js';
import { runBenchmark } from '../measure/run-benchmark.js';
import { CONTENDERS, loadSceneAssets, type SceneAssets } from '../scenes/index.js';
import { browserName } from './browser-name.js';
import { connectButtons } from './buttons.js';
import { element } from './element.js';
import { explain } from './explain.js';
import { fillForm, readForm } from './form.js';
import { keepResult, keptResult } from './kept-result.js';
import { chosen, readPlan, writePlan } from './plan.js';
import { readResultLink } from './result-link.js';
import { showProgress } from './show-progress.js';
import { showResult } from './show-result.js';

const form = element<HTMLFormElement>('choices');
let assets: Promise<SceneAssets> | undefined;
let result: Result | undefined;

async function main(): Promise<void> {
  explain();
  const query = new URLSearchParams(location.search);
  const hasWebGPU = Boolean(await navigator.gpu?.requestAdapter());
  const asked = readPlan(query);
  fillForm(form, asked, hasWebGPU);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void measure(readForm(form, asked));
  });
  connectButtons(() => result);
  element('backend').addEventListener('change', () => result && showResult(result));
  if (query.get('auto') === '1') return measure(readForm(form, asked));
  const linked = await readResultLink(location.hash);
  if (linked) showLinked(linked);
  else showKept();
  document.documentElement.dataset['ready'] = 'true';
}

/** Shows a run from a shared link. */
function showLinked(linked: Result): void {
  result = linked;
  showResult(linked);
  say(
    `This is a run of ${new Date(linked.date).toLocaleDateString()}, from the link. Measure to compare your own browser.`,
  );
}

/** Shows the run of an earlier visit, complete or not. */
function showKept(): void {
  result = keptResult();
  if (!result || result.entries.length === 0) return;
  showResult(result);
  say(
    result.isComplete
      ? 'This is your last run.'
      : 'Your last run did not come to its end; what it had measured is below.',
  );
}

/** Runs a plan. If it is stopped or fails, its numbers so far stay on the page. */
async function measure(plan: Plan): Promise<void> {
  const stopper = new AbortController();
  element('stop').onclick = () => stopper.abort(new Error('Stopped. What was measured until then is below.'));
  setRunning(true);
  const start = performance.now();
  // Removes the result of a shared link from the address.
  history.replaceState(null, '', `${location.pathname}?${writePlan(plan)}`);
  result = startResult(plan, browserName(navigator), navigator.hardwareConcurrency);
  // Removes the previous run.
  showResult(result);
  let message = 'Done.';
  try {
    assets ??= loadSceneAssets(location.origin);
    await runBenchmark({
      plan,
      contenders: chosen(plan.contenders, CONTENDERS),
      assets: await assets,
      signal: stopper.signal,
      createCanvas: () => document.createElement('canvas'),
      takePicture: async (canvas) => canvas.toDataURL('image/jpeg', 0.85),
      show: (canvas) => element('screen').replaceChildren(canvas),
      onProgress: (progress) => showProgress(progress, (performance.now() - start) / 1000),
      onAdapter: (backend, adapter) => update((now) => withAdapter(now, backend, adapter)),
      onEntries: (count, entries) => {
        update((now) => withEntries(now, count, entries));
        publish();
      },
    });
    update((now) => ({ ...now, isComplete: true }));
  } catch (error) {
    message = error instanceof Error ? error.message : String(error);
  }
  publish();
  setRunning(false);
  say(message);
  document.documentElement.dataset['ready'] = 'true';
}

function update(change: (now: Result) => Result): void {
  if (result) result = change(result);
}

/** Shows and stores the run, and sets it on the page for scripts. */
function publish(): void {
  if (!result) return;
  showResult(result);
  keepResult(result);
  element('json').textContent = JSON.stringify(result);
}

function setRunning(isRunning: boolean): void {
  element<HTMLButtonElement>('run').disabled = isRunning;
  element('stop').hidden = !isRunning;
  element('live').hidden = !isRunning;
  form.classList.toggle('running', isRunning);
  if (isRunning) say('');
  // A contender that was disposed of has an empty canvas.
  else element('screen').replaceChildren();
}

function say(message: string): void {
  element('status').textContent = message;
}

main().catch((error: unknown) => {
  console.error(error);
  say(error instanceof Error ? error.message : String(error));
  document.documentElement.dataset['ready'] = 'error';
});
