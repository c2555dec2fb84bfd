import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Figures by name; those that end in `_total` only grow. Units are part of the name. */
export type Figures = Readonly<Record<string, number>>;

const NANOSECONDS = 1e9;
/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 10;

/** Memory of this process, and the delay of its event loop. */
export class RuntimeFigures {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION });

  constructor() {
    this.#delay.enable();
  }

  /** Delays are those since the last reading. */
  read(): Figures {
    const delay = this.#delay;
    // There are no percentiles before the first sample.
    const seconds = (nanoseconds: number) => (delay.count > 0 ? nanoseconds / NANOSECONDS : 0);
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const figures = {
      process_resident_memory_bytes: rss,
      nodejs_heap_size_used_bytes: heapUsed,
      nodejs_heap_size_total_bytes: heapTotal,
      nodejs_external_memory_bytes: external,
      nodejs_eventloop_lag_p50_seconds: seconds(delay.percentile(50)),
      nodejs_eventloop_lag_p99_seconds: seconds(delay.percentile(99)),
      nodejs_eventloop_lag_max_seconds: seconds(delay.max),
    };
    delay.reset();
    return figures;
  }

  close(): void {
    this.#delay.disable();
  }
}
