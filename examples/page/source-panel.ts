import type { Chrome } from './chrome.js';
import { highlight } from './highlight.js';

/** The sources of all examples, each fetched when a reader asks for it. */
const SOURCES = import.meta.glob<string>(
  ['../*.ts', '../*.tsx', '../script-tag.html', '!../vite.config.ts'],
  {
    query: '?raw',
    import: 'default',
  },
);

/** A button that opens the source of an example beside its picture. */
export function addSourcePanel({ toolbar }: Chrome, name: string): void {
  const path = ['ts', 'tsx', 'html'].map((ending) => `../${name}.${ending}`).find((each) => each in SOURCES);
  if (!path) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Source';
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-controls', 'source');
  const panel = document.createElement('section');
  panel.id = 'source';
  panel.hidden = true;
  panel.setAttribute('aria-label', `Source: ${path.slice(3)}`);
  const code = document.createElement('pre');
  // Long lines are scrolled to, also with the keyboard.
  code.tabIndex = 0;
  panel.append(code);
  button.addEventListener('click', async () => {
    if (!code.hasChildNodes()) code.append(...highlight(await SOURCES[path]()));
    panel.hidden = !panel.hidden;
    button.setAttribute('aria-expanded', String(!panel.hidden));
    document.body.classList.toggle('with-source', !panel.hidden);
  });
  toolbar.append(button);
  document.body.append(panel);
}
