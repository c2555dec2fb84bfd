import type { Figures } from '../../core/runtime-figures.js';

/** Upper bounds of the latency buckets, seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  readonly labels: string;
  /** Number of requests per bucket, without those of smaller buckets. */
  readonly buckets: number[];
  count: number;
  seconds: number;
}

/** Counts of requests, their latencies, and figures of all parts, in the text format of Prometheus (version 0.0.4). */
export class Metrics {
  readonly #series = new Map<string, Series>();
  readonly #watched: (() => Figures)[] = [];

  /** Tells the figures of a part of the service from now on, as they are when somebody asks. */
  watch(figures: () => Figures): void {
    this.#watched.push(figures);
  }

  /** @param route the pattern, not the address: an address for each crowd would be a series for each crowd */
  observe(method: string, route: string, status: number, seconds: number): void {
    const name = `${status} ${method} ${route}`;
    let series = this.#series.get(name);
    if (!series) {
      const labels = `method="${method}",route="${escapeLabel(route)}",status="${status}"`;
      series = { labels, buckets: BOUNDS.map(() => 0), count: 0, seconds: 0 };
      this.#series.set(name, series);
    }
    series.count += 1;
    series.seconds += seconds;
    let bucket = 0;
    while (seconds > BOUNDS[bucket]) bucket += 1;
    if (bucket < BOUNDS.length) series.buckets[bucket] += 1;
  }

  toText(): string {
    const name = 'http_request_duration_seconds';
    const lines = [
      '# HELP http_requests_total Requests answered.',
      '# TYPE http_requests_total counter',
      ...[...this.#series.values()].map(({ labels, count }) => `http_requests_total{${labels}} ${count}`),
      `# HELP ${name} Time from a request to the start of its answer.`,
      `# TYPE ${name} histogram`,
    ];
    for (const { labels, buckets, count, seconds } of this.#series.values()) {
      let within = 0;
      for (const [i, bound] of BOUNDS.entries()) {
        within += buckets[i];
        lines.push(`${name}_bucket{${labels},le="${bound}"} ${within}`);
      }
      lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`);
      lines.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`);
    }
    for (const figures of this.#watched) {
      for (const [name, value] of Object.entries(figures())) {
        lines.push(`# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`, `${name} ${value}`);
      }
    }
    return `${lines.join('\n')}\n`;
  }
}

function escapeLabel(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
