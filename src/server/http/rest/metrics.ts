import type { Figures } from '../../core/runtime-figures.js';

/** Help texts of figures. Those of Node and of the process have the names and meanings that prom-client gives them. */
const HELP: Readonly<Record<string, string>> = {
  three_crowd_connections_open: 'Open connections of callers.',
  three_crowd_connections_busy: 'Connections with a request that is being answered.',
  three_crowd_connections_limit: 'Connections that may be open.',
  three_crowd_connections_refused_total: 'Connections closed or refused because the limit was reached.',
  three_crowd_database_connections_open: 'Open connections to PostgreSQL.',
  three_crowd_database_connections_idle: 'Open connections to PostgreSQL that nothing uses.',
  three_crowd_database_connections_waiting: 'Queries waiting for a connection to PostgreSQL.',
  three_crowd_database_writers_waiting: 'Transactions waiting to write to SQLite.',
  three_crowd_uses_counted_total: 'Billable requests counted against quotas.',
  three_crowd_uses_refused_total: 'Requests refused because a quota was used up.',
  three_crowd_uses_waiting: 'Reads waiting to be counted.',
  three_crowd_generations_total: 'Crowds whose characters were generated.',
  three_crowd_generations_failed_total: 'Crowds that could not be generated, or not in time.',
  three_crowd_generation_seconds_total: 'Time spent generating characters.',
  three_crowd_generations_running: 'Crowds being generated in threads.',
  three_crowd_generations_waiting: 'Crowds waiting for a thread.',
  three_crowd_webhook_messages_sent_total: 'Webhook messages that their receivers accepted.',
  three_crowd_webhook_messages_retried_total:
    'Attempts to send a webhook message that failed and are repeated.',
  three_crowd_webhook_messages_failed_total: 'Webhook messages given up.',
  three_crowd_webhook_messages_sending: 'Webhook messages on their way.',
  three_crowd_webhooks_waiting: 'Webhooks with a message that is due, at the last look.',
  three_crowd_webhook_delay_seconds: 'Age of the oldest due webhook message, at the last look.',
  process_resident_memory_bytes: 'Resident memory size in bytes.',
  nodejs_heap_size_used_bytes: 'Process heap size used from Node.js in bytes.',
  nodejs_heap_size_total_bytes: 'Process heap size from Node.js in bytes.',
  nodejs_external_memory_bytes: 'Node.js external memory size in bytes.',
  nodejs_eventloop_lag_p50_seconds: 'The 50th percentile of the recorded event loop delays.',
  nodejs_eventloop_lag_p99_seconds: 'The 99th percentile of the recorded event loop delays.',
  nodejs_eventloop_lag_max_seconds: 'The maximum recorded event loop delay.',
};

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

  /** Adds figures of a part of the service, read with each request for the metrics. */
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
        if (HELP[name]) lines.push(`# HELP ${name} ${HELP[name]}`);
        lines.push(`# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`, `${name} ${value}`);
      }
    }
    return `${lines.join('\n')}\n`;
  }
}

function escapeLabel(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
