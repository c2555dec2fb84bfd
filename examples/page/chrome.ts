import type { Example } from './example-list.js';

/** The parts of a page around its picture. */
export interface Chrome {
  readonly view: HTMLElement;
  readonly toolbar: HTMLElement;
  readonly controls: HTMLElement;
  readonly numbers: HTMLElement;
  readonly loading: HTMLElement;
  readonly progress: HTMLProgressElement;
  readonly message: HTMLElement;
}

const MARKUP = `
  <main>
    <div id="view" role="img"></div>
    <div class="overlay">
      <section class="card" aria-labelledby="title">
        <nav id="toolbar"><a href="./gallery.html">All examples</a></nav>
        <h1 id="title"></h1>
        <p id="text"></p>
        <dl id="numbers" aria-label="What the crowd costs"></dl>
      </section>
      <form id="controls" class="card" aria-label="Controls" hidden></form>
    </div>
  </main>
  <div id="loading" role="status">
    <progress id="progress" max="1" value="0" aria-label="Loading"></progress>
    <p id="message">Fetching the crowd …</p>
  </div>`;

/** Puts a title card, room for controls, and a progress bar into the page. */
export function buildChrome({ title, text, view }: Example): Chrome {
  document.body.insertAdjacentHTML('afterbegin', MARKUP);
  const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
  find('title').textContent = title;
  find('text').textContent = text;
  find('view').setAttribute('aria-label', view);
  return {
    view: find('view'),
    toolbar: find('toolbar'),
    controls: find('controls'),
    numbers: find('numbers'),
    loading: find('loading'),
    progress: find<HTMLProgressElement>('progress'),
    message: find('message'),
  };
}
