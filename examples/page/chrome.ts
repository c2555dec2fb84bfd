import type { Example } from './example-list.js';
import { addSourcePanel } from './source-panel.js';

/** The parts of a page around its picture. */
export interface Chrome {
  readonly numbers: HTMLElement;
  readonly loading: HTMLElement;
  readonly progress: HTMLProgressElement;
  readonly message: HTMLElement;
}

/** Width below which the card starts folded, CSS pixels. */
const NARROW = 800;

const MARKUP = `
  <main class="card overlay" aria-labelledby="title">
    <nav id="toolbar" aria-label="Examples"><a href="./gallery.html">All examples</a></nav>
    <h1 id="title"></h1>
    <details id="about">
      <summary>About</summary>
      <p id="text"></p>
      <dl id="numbers" aria-label="Cost of the crowd"></dl>
    </details>
  </main>
  <div id="loading" role="status">
    <progress id="progress" aria-label="Loading"></progress>
    <p id="message">Fetching the crowd …</p>
  </div>`;

/** Puts a title card and a progress bar into the page, and the program's source where it is a whole one. */
export function buildChrome(example: Example): Chrome {
  document.body.insertAdjacentHTML('afterbegin', MARKUP);
  const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
  find<HTMLDetailsElement>('about').open = innerWidth >= NARROW;
  find('title').textContent = example.title;
  find('text').textContent = example.text;
  const guide = document.createElement('a');
  guide.href = `./guides/${example.guide}.html`;
  guide.textContent = 'Guide';
  find('toolbar').append(guide);
  if (!example.isTool) addSourcePanel(find('toolbar'), example);
  return {
    numbers: find('numbers'),
    loading: find('loading'),
    progress: find<HTMLProgressElement>('progress'),
    message: find('message'),
  };
}
