import type { Progress } from '../measure/count-run.js';
import { grouped, rate } from '../report/table.js';
import { element } from './element.js';

/** Number of frames in the curve. */
const SHOWN = 60;
const CURVE = { width: 240, height: 48 };

/** Share of a run after which the remaining time is estimated. */
const LEAST_DONE = 0.03;

/**
 * Shows what is being drawn, the share that is done, and the last frame times.
 *
 * @param seconds since the start of the run
 */
export function showProgress({ title, backend, count, frames, done }: Progress, seconds: number): void {
  const last = frames[frames.length - 1];
  element('now').textContent = title;
  element('where').textContent = `${backend} · ${grouped(count)} characters`;
  element('time').textContent = last === undefined ? 'getting ready …' : `${last.toFixed(1)} ms`;
  element('rate').textContent = last === undefined ? '' : `${rate(last)} frames a second`;
  element<HTMLProgressElement>('done').value = done;
  element('left').textContent = done < LEAST_DONE ? '' : timeLeft((seconds / done) * (1 - done));
  // Contains only numbers and markup.
  element('curve').innerHTML = drawCurve(frames.slice(-SHOWN));
}

/** Remaining time at the same speed. */
function timeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
}

/** The axis starts at 0, so that a steady contender has a flat line. */
function drawCurve(frames: readonly number[]): string {
  const { width, height } = CURVE;
  const highest = Math.max(...frames) * 1.25;
  const points = frames.map((frame, i) => {
    const x = ((i + 0.5) / frames.length) * width;
    return `${x.toFixed(1)},${(height - (frame / highest) * height).toFixed(1)}`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><polyline points="${points.join(' ')}"/></svg>`;
}
