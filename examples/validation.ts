import { saveFile } from './page/save-file.js';
import { Corridor } from './validation/corridor.js';
import { drawCorridor } from './validation/draw-corridor.js';
import { Plot } from './validation/plot.js';
import { trajectoryText } from './validation/trajectories.js';

/**
 * People a square metre in seven corridors. At half the length, the emptiest corridor has 19 people, whose mean speed
 * differs from the curve by 0.09 m/s by chance.
 */
const DENSITIES = [0.25, 0.5, 1, 1.5, 2, 3, 4];
const ONE_WAY = { width: 2.5, length: 60, isTwoWay: false };
/** Steps over which speeds are averaged. */
const AVERAGED = 200;
/** Simulated seconds in the plots over time. */
const SHOWN_SECONDS = 60;
const STEP_SECONDS = 0.05;
/** Steps between two points of a line over time. */
const STEPS_PER_POINT = 10;
/** Frames that can be saved: the last minute, at the ten frames a second that tools for pedestrian data expect. */
const [STEPS_PER_FRAME, SAVED_FRAMES] = [2, 600];

/** Metres a second at a density, people a square metre; U. Weidmann, "Transporttechnik der Fussgänger", 1993. */
const weidmannSpeed = (density: number): number => 1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4)));

const oneWay = DENSITIES.map((density) => {
  return {
    density,
    corridor: new Corridor({ ...ONE_WAY, density }),
    speeds: [] as number[],
  };
});
const twoWay = new Corridor({ width: 4, length: 50, density: 1, isTwoWay: true });

const speed = { label: 'metres a second', min: 0, max: 1.6, step: 0.4 };
const time = { label: 'seconds', min: 0, max: SHOWN_SECONDS, step: 10 };
const fundamental = new Plot(
  'Speed by density: Weidmann’s curve, and dots measured here',
  { label: 'people a square metre', min: 0, max: 4, step: 1 },
  speed,
);
const lanes = new Plot('Order of the lanes over time', time, {
  label: 'lane order',
  min: 0,
  max: 1,
  step: 0.25,
});
const speeds = new Plot('Mean speed of both ways over time', time, speed);
const find = <T extends Element>(id: string): T => document.getElementById(id) as unknown as T;
for (const [id, plot] of Object.entries({ fundamental, lanes, speeds })) find(id).prepend(plot.element);
fundamental.drawLine(
  'measured-by-weidmann',
  Array.from({ length: 76 }, (_, k) => 0.25 + k * 0.05).map((density) => [density, weidmannSpeed(density)]),
);

let steps = 0;
const order: [number, number][] = [];
const pace: [number, number][] = [];
/** Frames of the corridor with both ways, the oldest first. */
const walked: Float32Array[] = [];

function step(): void {
  for (const { corridor, speeds: measured } of oneWay) {
    corridor.simulation.step();
    measured.push(corridor.meanSpeed());
    if (measured.length > AVERAGED) measured.shift();
  }
  if (steps * STEP_SECONDS < SHOWN_SECONDS) {
    if (steps % STEPS_PER_POINT === 0) {
      order.push([steps * STEP_SECONDS, twoWay.laneOrder()]);
      if (steps > 0) pace.push([steps * STEP_SECONDS, twoWay.meanSpeed()]);
    }
  }
  if (steps % STEPS_PER_FRAME === 0) {
    walked.push(twoWay.simulation.current.slice());
    if (walked.length > SAVED_FRAMES) walked.shift();
  }
  twoWay.simulation.step();
  steps += 1;
}

function draw(): void {
  const measured = oneWay.map(({ density, speeds: values }): [number, number] => {
    return [density, values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)];
  });
  const squares = measured.map(([density, value]) => (value - weidmannSpeed(density)) ** 2);
  const error = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  fundamental.drawDots('measured-here', measured);
  lanes.drawLine('measured-here', order);
  speeds.drawLine('measured-here', pace);
  drawCorridor(find('corridor'), twoWay);
  find('error').textContent = error.toFixed(3);
  find('seconds').textContent = (steps * STEP_SECONDS).toFixed(0);
}

/** Most steps a frame: a slow machine simulates more slowly, and the page still reacts. */
const MOST_STEPS = 4;
let last = performance.now();
let owed = 0;
let isRunning = !matchMedia('(prefers-reduced-motion: reduce)').matches;
function frame(now: number): void {
  requestAnimationFrame(frame);
  owed = Math.min(MOST_STEPS, owed + (now - last) / (1000 * STEP_SECONDS));
  last = now;
  if (!isRunning || owed < 1) return;
  for (; owed >= 1; owed--) step();
  draw();
}

const button = find<HTMLButtonElement>('pause');
const nameButton = (): void => {
  button.textContent = isRunning ? 'Pause' : 'Continue';
};
button.addEventListener('click', () => {
  isRunning = !isRunning;
  nameButton();
});
nameButton();

find<HTMLButtonElement>('save').addEventListener('click', () => {
  const { width, length } = twoWay.options;
  const text = trajectoryText(walked, {
    framesPerSecond: 1 / (STEPS_PER_FRAME * STEP_SECONDS),
    description: `three-crowd, both ways in a corridor of ${width} by ${length} m without ends`,
  });
  saveFile('corridor.txt', text);
});

const ahead = Number(new URLSearchParams(location.search).get('seconds') ?? '2');
for (let k = 0; k < ahead / STEP_SECONDS; k++) step();
draw();
document.documentElement.dataset['ready'] = 'true';
requestAnimationFrame(frame);
