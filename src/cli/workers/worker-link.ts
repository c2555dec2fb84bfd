import { mergeMetrics } from '../../server/index.js';
import type { SupervisorMessage, WorkerMessage } from './messages.js';

/** A worker's connection to its supervisor. */
export class WorkerLink {
  /** Resolves when the supervisor wants this worker to stop. */
  readonly stopped: Promise<'SIGINT' | 'SIGTERM'>;
  readonly #gathering = new Map<number, (metrics: string) => void>();
  #gatherings = 0;
  #report = () => '';
  #reload = () => {};

  constructor() {
    this.stopped = new Promise((resolve) => {
      process.on('message', (message: SupervisorMessage) => {
        if (message.kind === 'stop') resolve(message.signal);
        if (message.kind === 'reload') this.#reload();
        if (message.kind === 'report') send({ kind: 'reported', id: message.id, text: this.#report() });
        if (message.kind === 'gathered') {
          this.#gathering.get(message.id)?.(mergeMetrics(new Map(message.texts)));
          this.#gathering.delete(message.id);
        }
      });
    });
  }

  /** @param report returns this worker's metrics */
  reportWith(report: () => string): void {
    this.#report = report;
  }

  /** @param reload called when the supervisor requests that the settings are read again */
  onReload(reload: () => void): void {
    this.#reload = reload;
  }

  /** Reports that this worker answers requests. */
  reportReady(url: string): void {
    send({ kind: 'ready', url });
  }

  gatherMetrics(): Promise<string> {
    this.#gatherings += 1;
    const id = this.#gatherings;
    return new Promise((resolve) => {
      this.#gathering.set(id, resolve);
      send({ kind: 'gather', id });
    });
  }
}

/** Errors are ignored: without its supervisor, Node ends the process. */
function send(message: WorkerMessage): void {
  process.send?.(message, undefined, undefined, () => {});
}
