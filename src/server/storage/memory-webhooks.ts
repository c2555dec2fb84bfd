import type {
  CrowdEvent,
  Delivery,
  FailedMessage,
  RetriedMessage,
  Settlement,
  Webhook,
  WebhookStorage,
} from './webhook-storage.js';

interface Pending {
  readonly event: CrowdEvent;
  readonly webhookId: string;
  dueAt: string;
  attempts: number;
  /** What became of the last attempt, where it is tried again. */
  reason?: string | undefined;
  /** Where nobody took it. */
  failure?: { readonly at: string; readonly reason: string } | undefined;
}

type Failed = Pending & { failure: NonNullable<Pending['failure']> };

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
    const isDue = ({ dueAt, webhookId, failure }: Pending) =>
      !failure && dueAt <= now && !busy.includes(webhookId);
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

  async settle({ messageId, webhook, attempts }: Delivery, outcome: Settlement): Promise<void> {
    for (const pending of this.#pending) {
      if (pending.event.id !== messageId || pending.webhookId !== webhook.id) continue;
      pending.attempts = attempts + 1;
      if (outcome.kind === 'taken') this.#pending.delete(pending);
      else if (outcome.kind === 'failed') pending.failure = outcome;
      else Object.assign(pending, { dueAt: outcome.at, reason: outcome.reason });
    }
  }

  async rotate(
    accountId: string,
    id: string,
    secret: string,
    oldUntil: string,
  ): Promise<Webhook | undefined> {
    const webhook = this.#webhooks.get(id);
    if (webhook?.accountId !== accountId) return undefined;
    const rotated = { ...webhook, secret, oldSecret: webhook.secret, oldSecretUntil: oldUntil };
    this.#webhooks.set(id, rotated);
    return rotated;
  }

  async listFailed(accountId: string, id: string, limit: number): Promise<FailedMessage[]> {
    return this.#failed(accountId, id)
      .map(({ event, attempts, failure: { at, reason } }) => ({
        id: event.id,
        body: event.body,
        attempts,
        failedAt: at,
        reason,
      }))
      .sort((a, b) => Number(a.failedAt < b.failedAt) - Number(a.failedAt > b.failedAt))
      .slice(0, limit);
  }

  async listRetried(accountId: string, id: string, limit: number): Promise<RetriedMessage[]> {
    if (this.#webhooks.get(id)?.accountId !== accountId) return [];
    return [...this.#pending]
      .filter(({ webhookId, failure }) => webhookId === id && !failure)
      .sort(inOrder)
      .flatMap(({ event, attempts, dueAt, reason }) =>
        reason === undefined ? [] : [{ id: event.id, body: event.body, attempts, dueAt, reason }],
      )
      .slice(0, limit);
  }

  async resend(accountId: string, id: string, at: string, messageId?: string): Promise<number> {
    const failed = this.#failed(accountId, id).filter(
      ({ event }) => messageId === undefined || event.id === messageId,
    );
    const asNew = { failure: undefined, reason: undefined, attempts: 0, dueAt: at };
    for (const pending of failed) Object.assign(pending, asNew);
    return failed.length;
  }

  async forgetFailed(before: string, limit: number): Promise<number> {
    const old = [...this.#pending].filter(({ failure }) => failure && failure.at < before).slice(0, limit);
    for (const pending of old) this.#pending.delete(pending);
    return old.length;
  }

  #failed(accountId: string, id: string): Failed[] {
    if (this.#webhooks.get(id)?.accountId !== accountId) return [];
    return [...this.#pending].filter(
      (pending): pending is Failed => pending.webhookId === id && pending.failure !== undefined,
    );
  }
}

function inOrder(a: Pending, b: Pending): number {
  return Number(a.dueAt > b.dueAt) - Number(a.dueAt < b.dueAt);
}
