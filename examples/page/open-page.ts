import type { Crowd } from 'three-crowd';
import { buildChrome, type Chrome } from './chrome.js';
import { Controls } from './controls.js';
import { currentExample } from './example-list.js';
import { showNumbers } from './numbers.js';
import type { ExampleRenderer } from './renderer.js';
import { fetchSample, type Sample } from './sample.js';
import { addSourcePanel } from './source-panel.js';

/** How often the numbers are written anew, milliseconds. */
const NUMBERS_EVERY = 500;

/** What every example stands on: its title card, its controls, and the service that it shows a crowd of. */
export interface Page {
  /** Where the picture goes. */
  readonly view: HTMLElement;
  readonly controls: Controls;
  /** The service of this page and the key of its samples, as `createCrowd` takes them; fills the progress bar. */
  readonly service: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly onProgress: (progress: { readonly fraction: number }) => void;
  };
  /** The crowds that the service shows to everyone. */
  readonly crowds: Sample['crowds'];
  /** A parameter of the address, such as `?crowd=`. */
  setting(name: string, otherwise: string): string;
  /** Calls back before each frame with the seconds since the last, and counts the frames. */
  animate(
    renderer: ExampleRenderer,
    crowds: Crowd | readonly Crowd[],
    frame: (seconds: number) => void,
  ): void;
  /** Takes the progress bar away, and shows what the crowds cost. `animate` does it with the first frame. */
  showReady(crowds: Crowd | readonly Crowd[], framesPerSecond?: number): void;
}

/** Builds the page around the example that its address names. What is thrown from here on is shown to the reader. */
export async function openPage(): Promise<Page> {
  const example = currentExample();
  const chrome = buildChrome(example);
  showFailures(chrome);
  addSourcePanel(chrome, example.name);
  const { key, crowds } = await fetchSample();
  const page: Page = {
    view: chrome.view,
    controls: new Controls(chrome.controls),
    service: {
      baseUrl: location.origin,
      apiKey: key,
      onProgress: ({ fraction }) => {
        // Of several crowds, the one that is furthest.
        chrome.progress.value = Math.max(chrome.progress.value, fraction);
      },
    },
    crowds,
    setting: (name, otherwise) => new URLSearchParams(location.search).get(name) ?? otherwise,
    animate: (renderer, shown, frame) => animate(renderer, frame, (rate) => page.showReady(shown, rate)),
    showReady: (shown, framesPerSecond) => {
      showNumbers(chrome.numbers, shown, framesPerSecond);
      chrome.loading.hidden = true;
      document.documentElement.dataset['ready'] = 'true';
    },
  };
  return page;
}

/** @param report called with the first frame, and then with the frames a second now and again */
function animate(
  renderer: ExampleRenderer,
  frame: (seconds: number) => void,
  report: (framesPerSecond?: number) => void,
): void {
  let last = performance.now();
  let since = last;
  let frames = -1;
  renderer.setAnimationLoop(() => {
    const now = performance.now();
    // A tab that was hidden goes on where it stopped.
    frame(Math.min((now - last) / 1000, 0.25));
    last = now;
    frames += 1;
    if (frames === 0) report();
    if (frames === 0 || now - since < NUMBERS_EVERY) return;
    report((frames * 1000) / (now - since));
    since = now;
    frames = 0;
  });
}

function showFailures({ message, progress, loading }: Chrome): void {
  const show = (error: unknown): void => {
    message.textContent = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    progress.hidden = true;
    loading.hidden = false;
    document.documentElement.dataset['ready'] = 'error';
  };
  addEventListener('error', ({ error, message: text }) => show(error ?? text));
  addEventListener('unhandledrejection', ({ reason }) => show(reason));
}
