import type { Entry, Plan, Result } from '../measure/result.js';
import { type Progress, runBenchmark } from '../measure/run-benchmark.js';
import { METHOD } from '../report/method.js';
import { toMarkdown } from '../report/table.js';
import { CONTENDERS, loadWardrobe, type Wardrobe } from '../scenes/index.js';
import { browserName } from './browser-name.js';
import { element } from './element.js';
import { fillForm, readForm } from './form.js';
import { chosen, readPlan, writePlan } from './plan.js';
import { showResult } from './show-result.js';

const form = element<HTMLFormElement>('choices');
let wardrobe: Promise<Wardrobe> | undefined;
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
  connectButtons();
  if (query.get('auto') === '1') await measure(readForm(form, asked));
  else document.documentElement.dataset['ready'] = 'true';
}

/** Runs a plan; what it has come to when it is stopped or fails stays on the page. */
async function measure(plan: Plan): Promise<void> {
  const stopper = new AbortController();
  element('stop').onclick = () => stopper.abort(new Error('Stopped.'));
  setRunning(true);
  history.replaceState(null, '', `?${writePlan(plan)}`);
  result = emptyResult(plan);
  let message = 'Done.';
  try {
    wardrobe ??= loadWardrobe(location.origin);
    await runBenchmark({
      plan,
      contenders: chosen(plan.contenders, CONTENDERS),
      wardrobe: await wardrobe,
      signal: stopper.signal,
      onProgress: showProgress,
      onEntry: addEntry,
      show: (canvas) => element('screen').replaceChildren(canvas),
    });
    result = { ...result, isComplete: true };
  } catch (error) {
    message = error instanceof Error ? error.message : String(error);
  }
  publish();
  setRunning(false);
  // Its contender is disposed of.
  element('screen').replaceChildren();
  element('status').textContent = message;
  document.documentElement.dataset['ready'] = 'true';
}

function emptyResult(plan: Plan): Result {
  return {
    format: 1,
    date: new Date().toISOString(),
    browser: browserName(navigator),
    adapters: {},
    processors: navigator.hardwareConcurrency,
    plan,
    entries: [],
    isComplete: false,
  };
}

function addEntry(entry: Entry, adapter?: string): void {
  if (!result) return;
  const adapters = adapter ? { ...result.adapters, [entry.backend]: adapter } : result.adapters;
  result = { ...result, adapters, entries: [...result.entries, entry] };
  publish();
}

/** Shows the run, and leaves it in the page for programs to read. */
function publish(): void {
  if (!result) return;
  showResult(result);
  element('json').textContent = JSON.stringify(result);
}

function showProgress({ title, backend, count, frame }: Progress): void {
  const doing =
    frame === undefined
      ? 'getting ready'
      : `${frame.toFixed(1)} ms, ${(1000 / frame).toFixed(1)} frames a second`;
  element('status').textContent =
    `${title} · ${backend} · ${count.toLocaleString('en')} characters: ${doing}`;
}

function setRunning(isRunning: boolean): void {
  element<HTMLButtonElement>('run').disabled = isRunning;
  element('stop').hidden = !isRunning;
  element('live').hidden = false;
}

function connectButtons(): void {
  const copy = (text: string) => navigator.clipboard.writeText(text);
  element('copy').onclick = () => result && copy(toMarkdown(result));
  element('share').onclick = () => copy(location.href);
  element('download').onclick = () => {
    const blob = new Blob([JSON.stringify(result, undefined, 2)], { type: 'application/json' });
    const link = Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(blob),
      download: 'three-crowd-benchmark.json',
    });
    link.click();
    URL.revokeObjectURL(link.href);
  };
}

function explain(): void {
  const create = (tag: string, textContent: string) =>
    Object.assign(document.createElement(tag), { textContent });
  element('method').replaceChildren(...METHOD.map((sentence) => create('li', sentence)));
  element('setups').replaceChildren(
    ...CONTENDERS.flatMap(({ title, version, setup, documentation }) => {
      const term = create('dt', `${title} ${version}`);
      const detail = create('dd', `${setup} `);
      detail.append(
        Object.assign(document.createElement('a'), { href: documentation, textContent: 'Documentation' }),
      );
      return [term, detail];
    }),
  );
}

main().catch((error: unknown) => {
  console.error(error);
  element('live').hidden = false;
  element('status').textContent = error instanceof Error ? error.message : String(error);
  document.documentElement.dataset['ready'] = 'error';
});
