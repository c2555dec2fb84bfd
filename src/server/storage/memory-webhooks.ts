import type { CrowdEvent, Delivery, Webhook, WebhookStorage } from './webhook-storage.js';

interface Pending {
  readonly event: CrowdEvent;
  readonly webhookId: string;
  dueAt: string;
  attempts: number;
}

/** Keeps webhooks and their messages in this process. */
export class MemoryWebhooks implements WebhookStorage {
  readonly #webhooks = new Map<string, Webhook>();
  readonly #pending = new Set<Pending>();

  async add(webhook: Webhook, most: number): Promise<boolean> {
    if (this.#of(webhook.accountId).length >= most) return false;
    this.#webhooks.set(webhook.id, webhook);
    return true;
  }

  async list(accountId: string): Promise<Webhook[]> {
    return this.#of(accountId);
  }

  async remove(accountId: string, id: string): Promise<boolean> {
    if (this.#webhooks.get(id)?.accountId !== accountId) return false;
    for (const pending of this.#pending) if (pending.webhookId === id) this.#pending.delete(pending);
    return this.#webhooks.delete(id);
  }

  /** Puts an event into the queue of every webhook that wants to hear of it. */
  enqueue(event: CrowdEvent | undefined): void {
    if (!event) return;
    for (const { id, accountId, events } of this.#webhooks.values()) {
      if (accountId !== event.accountId || !events.includes(event.type)) continue;
      this.#pending.add({ event, webhookId: id, dueAt: event.at, attempts: 0 });
    }
  }

  async claim(now: string, until: string, limit: number, busy: readonly string[]): Promise<Delivery[]> {
    const taken = new Map<string, Pending>();
    const isDue = ({ dueAt, webhookId }: Pending) => dueAt <= now && !busy.includes(webhookId);
    for (const pending of [...this.#pending].filter(isDue).sort(inOrder)) {
      if (taken.size < limit && !taken.has(pending.webhookId)) taken.set(pending.webhookId, pending);
    }
    return [...taken.values()].map((pending) => {
      pending.dueAt = until;
      const { event, webhookId, attempts } = pending;
      const webhook = this.#webhooks.get(webhookId) as Webhook;
      return { messageId: event.id, webhook, body: event.body, trace: event.trace, attempts };
    });
  }

  #of(accountId: string): Webhook[] {
    return [...this.#webhooks.values()].filter((webhook) => webhook.accountId === accountId);
  }

  async settle({ messageId, webhook, attempts }: Delivery, retryAt: string | undefined): Promise<void> {
    for (const pending of this.#pending) {
      if (pending.event.id !== messageId || pending.webhookId !== webhook.id) continue;
      if (retryAt === undefined) this.#pending.delete(pending);
      else Object.assign(pending, { dueAt: retryAt, attempts: attempts + 1 });
    }
  }
}

function inOrder(a: Pending, b: Pending): number {
  return Number(a.dueAt > b.dueAt) - Number(a.dueAt < b.dueAt);
}
