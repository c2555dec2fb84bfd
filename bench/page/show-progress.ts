import type { Progress } from '../measure/run-benchmark.js';
import { grouped, rate } from '../report/table.js';
import { element } from './element.js';

/** Frames of the little curve. */
const SHOWN = 60;
const CURVE = { width: 240, height: 48 };

/** What is being drawn, how far the run is, and what the last frames took. */
export function showProgress({ title, backend, count, frames, done }: Progress): void {
  const last = frames[frames.length - 1];
  element('now').textContent = title;
  element('where').textContent = `${backend} · ${grouped(count)} characters`;
  element('time').textContent = last === undefined ? 'getting ready …' : `${last.toFixed(1)} ms`;
  element('rate').textContent = last === undefined ? '' : `${rate(last)} frames a second`;
  element<HTMLProgressElement>('done').value = done;
  // Numbers and marks only.
  element('curve').innerHTML = drawCurve(frames.slice(-SHOWN));
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
