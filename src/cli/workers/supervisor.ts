import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { ServiceLogger } from '../../server/index.js';
import type { SupervisorMessage, WorkerMessage } from './messages.js';

/** Timeout for a worker's metrics, milliseconds. */
const REPORT_MILLISECONDS = 1_000;
/** Delay before a worker that ended is replaced, milliseconds: one that crashes at the start must not take all cores. */
const REPLACE_MILLISECONDS = 1_000;

/** Runs several processes of this program, which listen on one port. */
export class Supervisor {
  readonly #logger: ServiceLogger;
  /** By number. A replacement keeps the number. */
  readonly #workers = new Map<number, Worker>();
  #isStopping = false;
  #reports = 0;

  constructor(logger: ServiceLogger) {
    this.#logger = logger;
  }

  /**
   * Starts the workers, the first one alone, so that an error at the start is printed once.
   *
   * @returns the address that they listen at
   * @throws {Error} if the first one does not come up
   */
  async start(count: number): Promise<string> {
    // Workers accept connections themselves. Handed out by this process, a connection to a worker that has just died
    // would never be answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    const url = await this.#startWorker(1);
    if (url === undefined) throw new Error('The service did not come up, for the reason above.');
    await Promise.all(Array.from({ length: count - 1 }, (_, i) => this.#startWorker(i + 2)));
    return url;
  }

  /** Has all workers read their settings again. */
  reload(): void {
    for (const worker of this.#workers.values()) send(worker, { kind: 'reload' });
  }

  /** Stops all, as the signal says; resolves once they have ended. */
  async stop(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      [...this.#workers.values()].map(async (worker) => {
        const exited = once(worker, 'exit');
        send(worker, { kind: 'stop', signal });
        await exited;
      }),
    );
  }

  /** @returns the worker's address once it listens; undefined where it ended before */
  #startWorker(number: number): Promise<string | undefined> {
    const worker = cluster.fork();
    this.#workers.set(number, worker);
    return new Promise((resolve) => {
      let isReady = false;
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') {
          isReady = true;
          resolve(message.url);
        }
        if (message.kind === 'gather') void this.#gather(worker, message.id);
      });
      worker.once('exit', (code, signal) => {
        this.#workers.delete(number);
        resolve(undefined);
        if (this.#isStopping || (number === 1 && !isReady)) return;
        this.#logger.error({ worker: number, code, signal }, 'a worker ended and is replaced');
        setTimeout(() => {
          if (!this.#isStopping) void this.#startWorker(number);
        }, REPLACE_MILLISECONDS);
      });
    });
  }

  async #gather(asking: Worker, id: number): Promise<void> {
    const texts = await Promise.all(
      [...this.#workers].map(async ([number, worker]) => {
        const text = await this.#askForReport(worker);
        return text === undefined ? [] : [[String(number), text] as [string, string]];
      }),
    );
    send(asking, { kind: 'gathered', id, texts: texts.flat() });
  }

  #askForReport(worker: Worker): Promise<string | undefined> {
    this.#reports += 1;
    const id = this.#reports;
    return new Promise((resolve) => {
      const finish = (text?: string) => {
        clearTimeout(timer);
        worker.off('message', listen);
        resolve(text);
      };
      const listen = (message: WorkerMessage) => {
        if (message.kind === 'reported' && message.id === id) finish(message.text);
      };
      const timer = setTimeout(finish, REPORT_MILLISECONDS);
      worker.on('message', listen);
      send(worker, { kind: 'report', id });
    });
  }
}

/** Sends a message, unless the worker has ended. */
function send(worker: Worker, message: SupervisorMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
