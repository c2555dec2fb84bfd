import type { FrameMessage } from './messages.js';

/** Shows programs in a sandboxed frame, one after the other, each on its own page. */
export class Preview {
  readonly #frame: HTMLIFrameElement;
  #javascript = '';

  /** @param hear called with the messages of the running program */
  constructor(frame: HTMLIFrameElement, hear: (message: FrameMessage) => void) {
    this.#frame = frame;
    addEventListener('message', ({ source, data }: MessageEvent<FrameMessage>) => {
      if (source !== frame.contentWindow) return;
      if (data.kind === 'ready') this.#start();
      else hear(data);
    });
  }

  run(javascript: string): void {
    this.#javascript = javascript;
    // The program gets the page's query, such as `?backend=webgl`.
    const address = new URL('./playground/run.html', document.baseURI);
    address.search = location.search;
    // A new frame each time: another address in the same frame would add a step to the history of the tab.
    const parent = this.#frame.parentElement;
    this.#frame.remove();
    this.#frame.src = address.href;
    parent?.prepend(this.#frame);
  }

  #start(): void {
    // A sandboxed frame has no origin to address a message to; it holds no data of the reader.
    this.#frame.contentWindow?.postMessage({ kind: 'run', code: this.#javascript }, '*');
  }
}
