import { setTimeout } from 'node:timers/promises';
import type { CrowdService, ListeningService } from '../../server/index.js';

/** Milliseconds that requests under way have to end after their service was replaced. */
const GRACE_MILLISECONDS = 30_000;

/** A service that can be replaced while a server listens for it. Requests under way end with the one they began with. */
export class ReplaceableService implements ListeningService {
  #current: CrowdService;
  /** Services that were replaced and are still open. */
  readonly #replaced = new Set<CrowdService>();
  readonly #watched: Parameters<CrowdService['watch']>[0][] = [];

  constructor(first: CrowdService) {
    this.#current = first;
  }

  get current(): CrowdService {
    return this.#current;
  }

  fetch(...request: Parameters<CrowdService['fetch']>): Promise<Response> {
    return this.#current.fetch(...request);
  }

  answerDirectly(...request: Parameters<CrowdService['answerDirectly']>): Promise<void> | undefined {
    return this.#current.answerDirectly(...request);
  }

  watch(figures: Parameters<CrowdService['watch']>[0]): void {
    this.#watched.push(figures);
    this.#current.watch(figures);
  }

  /** Answers new requests with `next`, and closes the service before it once its requests had time to end. */
  async replace(next: CrowdService): Promise<void> {
    const before = this.#current;
    this.#current = next;
    this.#replaced.add(before);
    for (const figures of this.#watched) next.watch(figures);
    await setTimeout(GRACE_MILLISECONDS, undefined, { ref: false });
    if (this.#replaced.delete(before)) await before.close();
  }

  async close(): Promise<void> {
    const open = [this.#current, ...this.#replaced];
    this.#replaced.clear();
    await Promise.all(open.map((service) => service.close()));
  }
}
