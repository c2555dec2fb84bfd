import { STYLE_TEXT } from './style-text.js';

/** State of a view; undefined while it has nothing to load. */
export type ViewState = 'loading' | 'ready' | 'error' | 'unsupported' | undefined;

let styleSheet: CSSStyleSheet | undefined;

/** One sheet for all elements of the page. A constructed sheet needs no nonce. */
function sharedStyleSheet(): CSSStyleSheet {
  if (!styleSheet) {
    styleSheet = new CSSStyleSheet();
    styleSheet.replaceSync(STYLE_TEXT);
  }
  return styleSheet;
}

/**
 * The shadow tree of `<crowd-view>`: the canvas, and over it poster, progress bar and error message. Each of the three can
 * be replaced through the slot of its name (`poster`, `progress-bar`, `error`), and is a `::part`. Children of the element
 * without a slot lie over the view.
 */
export class ViewShadowRoot {
  readonly #root = create('div', { class: 'root' });
  readonly #view = create('div', { class: 'view', part: 'view' });
  readonly #poster = create('img', { part: 'poster', alt: '' });
  readonly #bar = create('div', {
    class: 'bar',
    part: 'progress-bar',
    role: 'progressbar',
    'aria-label': 'Loading the crowd',
    'aria-valuemin': '0',
    'aria-valuemax': '1',
    'aria-valuenow': '0',
  });
  readonly #message = create('p', { part: 'error' });

  constructor(host: HTMLElement) {
    const shadow = host.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sharedStyleSheet()];
    this.#bar.append(create('div', { class: 'value', part: 'progress-value' }));
    this.#root.append(
      this.#view,
      layer({ class: 'poster' }, 'poster', this.#poster),
      layer({ class: 'progress' }, 'progress-bar', this.#bar),
      layer({ class: 'error', role: 'alert' }, 'error', this.#message),
      create('slot', {}),
    );
    shadow.append(this.#root);
  }

  /** Shows a canvas in place of the one before, or none. */
  showCanvas(canvas?: HTMLCanvasElement): void {
    canvas?.setAttribute('part', 'canvas');
    this.#view.replaceChildren(...(canvas ? [canvas] : []));
  }

  showState(state: ViewState): void {
    if (state === undefined) delete this.#root.dataset['state'];
    else this.#root.dataset['state'] = state;
  }

  showPoster(address: string): void {
    if (address) this.#poster.src = address;
    else this.#poster.removeAttribute('src');
  }

  /** @param fraction 0 to 1; content in slots can read it as `--crowd-view-progress` */
  showProgress(fraction: number): void {
    this.#root.style.setProperty('--crowd-view-progress', String(fraction));
    this.#bar.setAttribute('aria-valuenow', fraction.toFixed(2));
  }

  showMessage(message: string): void {
    this.#message.textContent = message;
  }
}

function create<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

/** An element with a slot that shows `fallback` if the page fills it with nothing. */
function layer(
  attributes: Readonly<Record<string, string>>,
  slotName: string,
  fallback: HTMLElement,
): HTMLElement {
  const element = create('div', attributes);
  const slot = create('slot', { name: slotName });
  slot.append(fallback);
  element.append(slot);
  return element;
}
