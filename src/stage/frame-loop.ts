/** Longest step of an animation, seconds: after a long frame the animation continues without a jump. */
const LONGEST_STEP = 0.1;

/** Calls back before each repaint while it runs. */
export class FrameLoop {
  readonly #draw: (seconds: number) => void;
  #request: number | undefined;
  #last: number | undefined;

  /** @param draw gets the seconds since the last call, 0 at the first after a start */
  constructor(draw: (seconds: number) => void) {
    this.#draw = draw;
  }

  get isRunning(): boolean {
    return this.#request !== undefined;
  }

  start(): void {
    this.#request ??= requestAnimationFrame(this.#tick);
  }

  stop(): void {
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    this.#request = undefined;
    this.#last = undefined;
  }

  readonly #tick = (milliseconds: number): void => {
    this.#request = requestAnimationFrame(this.#tick);
    const seconds = (milliseconds - (this.#last ?? milliseconds)) / 1000;
    this.#last = milliseconds;
    this.#draw(Math.min(seconds, LONGEST_STEP));
  };
}
