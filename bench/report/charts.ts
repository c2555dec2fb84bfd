import type { ChartOptions } from './draw-chart.js';

/** The charts of a run, in the order they are shown. */
export const CHARTS: Record<string, ChartOptions> = {
  frame: {
    title: 'Milliseconds a frame',
    value: ({ frame }) => frame.median,
    spread: ({ frame }) => frame.spread,
    right: { title: 'frames a second', from: (milliseconds) => 1000 / milliseconds },
    mark: { title: '60 frames a second', at: 1000 / 60 },
  },
  script: {
    title: 'Milliseconds of JavaScript a frame',
    value: ({ script }) => script.median,
    spread: ({ script }) => script.spread,
  },
  gpu: {
    title: 'Milliseconds by the GPU’s own clock',
    value: ({ gpu }) => gpu?.median,
    spread: ({ gpu }) => gpu?.spread,
  },
  draws: { title: 'Draw commands a frame', value: ({ draws }) => draws },
  triangles: { title: 'Triangles a frame', value: ({ triangles }) => triangles },
  heap: {
    title: 'Megabytes of JavaScript objects',
    value: ({ heap }) => (heap === undefined ? undefined : heap / 1e6),
  },
  load: { title: 'Milliseconds to the first frame', value: ({ load }) => load },
};
