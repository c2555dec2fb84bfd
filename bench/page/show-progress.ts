import type { Progress } from '../measure/run-benchmark.js';
import { grouped, rate } from '../report/table.js';
import { element } from './element.js';

/** Frames of the little curve. */
const SHOWN = 60;
const CURVE = { width: 240, height: 48 };

/** Share of a run from which on the time left can be told. */
const LEAST_DONE = 0.03;

/**
 * What is being drawn, how far the run is, and what the last frames took.
 *
 * @param seconds since the run began
 */
export function showProgress({ title, backend, count, frames, done }: Progress, seconds: number): void {
  const last = frames[frames.length - 1];
  element('now').textContent = title;
  element('where').textContent = `${backend} · ${grouped(count)} characters`;
  element('time').textContent = last === undefined ? 'getting ready …' : `${last.toFixed(1)} ms`;
  element('rate').textContent = last === undefined ? '' : `${rate(last)} frames a second`;
  element<HTMLProgressElement>('done').value = done;
  element('left').textContent = done < LEAST_DONE ? '' : timeLeft((seconds / done) * (1 - done));
  // Numbers and marks only.
  element('curve').innerHTML = drawCurve(frames.slice(-SHOWN));
}

/** Remaining time at the same speed. */
function timeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
}

/** From zero up, so that a steady contender shows a flat line. */
function drawCurve(frames: readonly number[]): string {
  const { width, height } = CURVE;
  const highest = Math.max(...frames) * 1.25;
  const points = frames.map((frame, i) => {
    const x = ((i + 0.5) / frames.length) * width;
    return `${x.toFixed(1)},${(height - (frame / highest) * height).toFixed(1)}`;
  });
  return `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><polyline points="${points.join(' ')}"/></svg>`;
}
