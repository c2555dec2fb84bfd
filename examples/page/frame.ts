import type { Scene } from 'three';
import type { Crowd } from 'three-crowd';
import { buildChrome, type Chrome } from './chrome.js';
import { currentExample } from './example-list.js';
import { showNumbers } from './numbers.js';
import { watchScenes } from './watch-scenes.js';

/** Interval between updates of the numbers, milliseconds. */
const NUMBERS_EVERY = 500;

/**
 * The frame around an example, whose program does not use it: a card with the description, the progress, the cost and the
 * errors.
 */
const example = currentExample();
const chrome = buildChrome(example);
showFailures(chrome);
let frames = 0;
let since = performance.now();
let hasMeasured = false;
watchScenes((scene, triangles) => {
  const crowds = crowdsIn(scene);
  if (crowds.length === 0) return;
  if (document.documentElement.dataset['ready'] === undefined) showReady(crowds);
  frames += 1;
  const passed = performance.now() - since;
  if (passed < NUMBERS_EVERY) return;
  // The first interval contains the compilation of shaders.
  const framesPerSecond = hasMeasured ? (frames * 1000) / passed : undefined;
  hasMeasured = true;
  showNumbers(chrome.numbers, crowds, { triangles, framesPerSecond });
  since = performance.now();
  frames = 0;
});

function showReady(crowds: readonly Crowd[]): void {
  showNumbers(chrome.numbers, crowds);
  chrome.loading.hidden = true;
  const canvas = document.querySelector('canvas');
  canvas?.setAttribute('aria-label', example.view);
  // Keys and pointer move this canvas, and no stage has described it.
  if (canvas && !canvas.role) canvas.role = 'application';
  document.documentElement.dataset['ready'] = 'true';
}

function crowdsIn(scene: Scene): Crowd[] {
  const crowds: Crowd[] = [];
  scene.traverseVisible((object) => {
    if ((object as Partial<Crowd>).isCrowd) crowds.push(object as Crowd);
  });
  return crowds;
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
