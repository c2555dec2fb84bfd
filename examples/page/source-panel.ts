import type { Example } from './example-list.js';
import { highlight } from './highlight.js';
import { saveFile } from './save-file.js';
import { toTakeAway, withService } from './service-address.js';
import { writePage } from './write-page.js';

/** The sources of all examples, with and without types; each is fetched when the reader opens it. */
const SOURCES = import.meta.glob<string>(
  ['../*.ts', '../*.tsx', '../script-tag.html', '!../vite.config.ts'],
  {
    query: '?raw',
    import: 'default',
  },
);
const SCRIPTS = import.meta.glob<string>(['../*.ts', '../*.tsx', '!../vite.config.ts'], {
  query: '?javascript',
  import: 'default',
});

/** A button that opens the source of an example beside its picture, with buttons to copy, download and change it. */
export function addSourcePanel(toolbar: HTMLElement, { name, title }: Example): void {
  const path = ['ts', 'tsx', 'html'].map((ending) => `../${name}.${ending}`).find((each) => each in SOURCES);
  if (!path) return;
  const fetchSource = async (): Promise<string> => toTakeAway(withService(await SOURCES[path]()));
  const panel = document.createElement('section');
  panel.id = 'source';
  panel.hidden = true;
  panel.ariaLabel = `Source: ${path.slice(3)}`;
  const code = document.createElement('pre');
  // The focus lets the keyboard scroll long lines.
  code.tabIndex = 0;

  const copy = createButton('Copy', async () => {
    await navigator.clipboard.writeText(await fetchSource());
    copy.textContent = 'Copied';
  });
  const download = createButton('Download', async () => {
    const page = path.endsWith('.html') ? await fetchSource() : await writeExample(path, title);
    saveFile(`${name}.html`, page);
  });
  const actions = document.createElement('nav');
  actions.ariaLabel = 'Source';
  actions.append(copy, download);
  if (!path.endsWith('.html')) {
    const playground = document.createElement('a');
    playground.href = `./playground.html?example=${name}`;
    playground.textContent = 'Change it in the playground';
    actions.append(playground);
  }
  panel.append(actions, code);

  const button = createButton('Source', () => show(panel.hidden === true));
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-controls', 'source');
  const show = async (isShown: boolean): Promise<void> => {
    if (!code.hasChildNodes()) code.append(...highlight(await fetchSource()));
    panel.hidden = !isShown;
    button.setAttribute('aria-expanded', String(isShown));
    document.body.classList.toggle('with-source', isShown);
  };
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || panel.hidden) return;
    void show(false);
    button.focus();
  });
  toolbar.append(button);
  document.body.append(panel);
}

async function writeExample(path: string, title: string): Promise<string> {
  const modules = new URL('./modules/', document.baseURI).href;
  return writePage({ title, javascript: toTakeAway(withService(await SCRIPTS[path]())), modules });
}

function createButton(label: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', press);
  return button;
}
