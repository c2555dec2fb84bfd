import type { BrowserContext, Page } from 'playwright';

declare global {
  /** Number of frames that a held page may still draw. */
  var framesLeft: number;
}

/** Timeout for some frames of a thousand people on a software renderer, milliseconds. */
const LONGEST_FRAMES = 240_000;

/** Lets a page draw until it is ready and then wait: a software renderer would never be idle. Call it before `goto`. */
export async function holdFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.framesLeft = 0;
    const request = requestAnimationFrame;
    globalThis.requestAnimationFrame = (draw) => request((now) => drawOrWait(draw, now));
    function drawOrWait(draw: FrameRequestCallback, now: number): void {
      const isReady = document.documentElement.dataset['ready'] !== undefined;
      if (!isReady || globalThis.framesLeft-- > 0) draw(now);
      else setTimeout(() => request((later) => drawOrWait(draw, later)), 100);
    }
  });
}

/** Milliseconds between the frames of a slow page. */
const SLOW_FRAME = 250;

/**
 * Lets a page draw four times a second, for tests that only need to see that it draws: a software renderer would be busy
 * all the time. Call it before `goto`.
 */
export async function slowFrames(page: Page | BrowserContext): Promise<void> {
  await page.addInitScript((milliseconds) => {
    const request = requestAnimationFrame;
    const cancel = cancelAnimationFrame;
    /** Ids that the page got for callbacks whose delay has passed, and those of the frames requested for them. */
    const requested = new Map<number, number>();
    globalThis.requestAnimationFrame = (draw) => {
      const id = window.setTimeout(() => {
        // Without a name: a script that tsx runs gives functions theirs by a helper, which the page lacks.
        const frame = request((now) => {
          requested.delete(id);
          draw(now);
        });
        requested.set(id, frame);
      }, milliseconds);
      return id;
    };
    globalThis.cancelAnimationFrame = (id) => {
      clearTimeout(id);
      cancel(requested.get(id) ?? 0);
      requested.delete(id);
    };
  }, SLOW_FRAME);
}

/** Lets a held page draw some frames more, and waits until it has. */
export async function drawFrames(page: Page, frames: number): Promise<void> {
  await page.evaluate((more) => {
    globalThis.framesLeft = more;
  }, frames);
  await page.waitForFunction(() => globalThis.framesLeft <= 0, undefined, {
    polling: 100,
    timeout: LONGEST_FRAMES,
  });
}
