import type { FrameMessage } from './messages.js';

/** Shows programs in a sandboxed frame, one after the other: each starts on a page of its own. */
export class Preview {
  readonly #frame: HTMLIFrameElement;
  #javascript = '';

  /** @param hear told what the program that runs says */
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
    // What the page was asked for goes on to the program: `?backend=webgl`.
    const address = new URL('./playground/run.html', document.baseURI);
    address.search = location.search;
    // Put in anew: the same frame with another address would add a step to the history of the tab.
    const parent = this.#frame.parentElement;
    this.#frame.remove();
    this.#frame.src = address.href;
    parent?.prepend(this.#frame);
  }

  #start(): void {
    // A sandboxed frame has no origin that a message could be addressed to; it holds nothing of the reader's.
    this.#frame.contentWindow?.postMessage({ kind: 'run', code: this.#javascript }, '*');
  }
}
