import { setMaxListeners } from 'node:events';
import type { ServiceLogger } from '../core/logger.js';
import type { Figures } from '../core/runtime-figures.js';
import type { Delivery, DueMessage, WebhookStorage } from '../storage/webhook-storage.js';
import { sendWebhook } from './send-webhook.js';

interface Options {
  readonly storage: WebhookStorage;
  readonly logger: ServiceLogger;
  readonly now: () => Date;
  /** True if addresses outside of the public internet may be reached. */
  readonly allowPrivate: boolean;
  /** Seconds from one attempt to the next. @default as the Standard Webhooks specification proposes */
  readonly retrySeconds?: readonly number[] | undefined;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Nine attempts after the first, over three days. */
const RETRY_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Random jitter on each retry delay, as a fraction of it. Spreads the retries of deliveries that failed together. */
const JITTER = 0.1;
const LONGEST_RETRY_AFTER_SECONDS = 24 * HOUR;
/** Messages that are sent at a time: one per webhook, {@link MOST_OF_AN_ACCOUNT} per account. */
const MOST_AT_A_TIME = 256;
const MOST_OF_AN_ACCOUNT = 4;
/** Milliseconds after which other processes may send a message that this process has claimed. */
const CLAIM_MILLISECONDS = 60_000;
/** Interval of looks for due messages, milliseconds. */
const POLL_MILLISECONDS = 5_000;

/**
 * Sends the messages of all webhooks, at least once each, those of one webhook one after the other. Several processes share
 * the work. Claims of a process that is killed end after a minute.
 */
export class WebhookSender {
  readonly #options: Options;
  /** Messages on their way, by the webhook's id. */
  readonly #sending = new Map<string, { readonly accountId: string; readonly done: Promise<void> }>();
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  #isLate = false;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout;
  /** Messages by outcome, since the start. */
  readonly #sent = { taken: 0, retried: 0, failed: 0 };
  /** Webhooks with a due message, and the time of the oldest, when the queue was last read. */
  #due: { readonly webhooks: number; readonly since: string | undefined } = { webhooks: 0, since: undefined };

  constructor(options: Options) {
    this.#options = options;
    // Each message on its way has a listener.
    setMaxListeners(MOST_AT_A_TIME, this.#closing.signal);
    this.#timer = this.#lookLater(POLL_MILLISECONDS);
  }

  /** Looks for messages at once: there may be new ones. */
  wake(): void {
    this.#isLate = true;
    if (!this.#isLooking && !this.#closing.signal.aborted) this.#looking = this.#look();
  }

  /** Figures for the operator, by name. */
  figures(): Figures {
    const { webhooks, since } = this.#due;
    const delay = since === undefined ? 0 : (this.#options.now().getTime() - Date.parse(since)) / 1000;
    return {
      three_crowd_webhook_messages_sent_total: this.#sent.taken,
      three_crowd_webhook_messages_retried_total: this.#sent.retried,
      three_crowd_webhook_messages_failed_total: this.#sent.failed,
      three_crowd_webhook_messages_sending: this.#sending.size,
      three_crowd_webhooks_waiting: webhooks,
      three_crowd_webhook_delay_seconds: Math.max(0, delay),
    };
  }

  /** Stops sending, and releases messages that are on their way for another process. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    // A look under way releases what it claims.
    await this.#looking;
    await Promise.all([...this.#sending.values()].map(({ done }) => done));
  }

  async #look(): Promise<void> {
    const { storage, logger, now } = this.#options;
    this.#isLooking = true;
    clearTimeout(this.#timer);
    try {
      // `wake` may be called during a look.
      while (this.#isLate && !this.#closing.signal.aborted && this.#sending.size < MOST_AT_A_TIME) {
        this.#isLate = false;
        const time = now().toISOString();
        const due = await storage.findDue(time);
        this.#due = { webhooks: due.length, since: due[0]?.dueAt };
        const chosen = chooseMessages(due, this.#sending);
        const claimed = await storage.claim(chosen, time, this.#endOfClaim());
        if (this.#closing.signal.aborted) await this.#release(claimed);
        else for (const delivery of claimed) this.#send(delivery);
      }
    } catch (err) {
      logger.warn({ err }, 'messages of webhooks cannot be looked for');
    }
    this.#isLooking = false;
    if (!this.#closing.signal.aborted) this.#timer = this.#lookLater(POLL_MILLISECONDS);
  }

  /** When a message that is claimed now is due again, if it is not settled. */
  #endOfClaim(): string {
    return new Date(this.#options.now().getTime() + CLAIM_MILLISECONDS).toISOString();
  }

  /** Makes claimed messages due again, for another process. */
  async #release(deliveries: readonly Delivery[]): Promise<void> {
    const messages = deliveries.map(({ messageId, webhook }) => ({ messageId, webhookId: webhook.id }));
    await this.#options.storage.claim(messages, this.#endOfClaim(), this.#options.now().toISOString());
  }

  #send(delivery: Delivery): void {
    const { id, accountId } = delivery.webhook;
    const done = this.#sendAndSettle(delivery)
      .catch((err: unknown) =>
        this.#options.logger.warn({ err }, 'a message of a webhook is sent again later'),
      )
      .finally(() => {
        this.#sending.delete(id);
        this.wake();
      });
    this.#sending.set(id, { accountId, done });
  }

  async #sendAndSettle(delivery: Delivery): Promise<void> {
    const { storage, logger, now, allowPrivate, retrySeconds = RETRY_SECONDS } = this.#options;
    const { messageId, webhook, attempts } = delivery;
    const outcome = await sendWebhook(delivery, {
      now: now(),
      allowPrivate,
      signal: this.#closing.signal,
    });
    if (this.#closing.signal.aborted && outcome.kind === 'failed') return this.#release([delivery]);
    const fields = {
      webhook: webhook.id,
      account: webhook.accountId,
      message: messageId,
      attempt: attempts + 1,
    };
    if (outcome.kind === 'gone') {
      logger.warn(fields, 'a webhook is removed: its receiver answered 410');
      await storage.remove(webhook.accountId, webhook.id);
      return;
    }
    if (outcome.kind === 'taken') {
      logger.info(fields, 'webhook');
      this.#sent.taken += 1;
      await storage.settle(delivery, outcome);
      return;
    }
    if (attempts >= retrySeconds.length) {
      logger.warn({ ...fields, ...outcome }, 'a message is given up');
      this.#sent.failed += 1;
      await storage.settle(delivery, { ...outcome, at: now().toISOString() });
      return;
    }
    this.#sent.retried += 1;
    const asked = Math.min(outcome.retryAfter ?? 0, LONGEST_RETRY_AFTER_SECONDS);
    const seconds = Math.max(asked, withJitter(retrySeconds[attempts]));
    logger.info({ ...fields, ...outcome, seconds }, 'a message is sent again later');
    const retryAt = now().getTime() + seconds * 1000;
    await storage.settle(delivery, {
      kind: 'retried',
      at: new Date(retryAt).toISOString(),
      reason: outcome.reason,
    });
    if (seconds * 1000 < POLL_MILLISECONDS) this.#lookAt(retryAt);
  }

  /** Timers count from when the event loop's turn began, so that one can fire a little before the time that was meant. */
  #lookAt(time: number): void {
    const left = time - this.#options.now().getTime();
    if (left > 0) setTimeout(() => this.#lookAt(time), Math.ceil(left)).unref();
    else this.wake();
  }

  #lookLater(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.wake(), milliseconds).unref();
  }
}

/**
 * Chooses the messages to send now, so that no account takes the places of the others.
 *
 * @param sending messages on their way, by the webhook's id
 */
export function chooseMessages(
  due: readonly DueMessage[],
  sending: ReadonlyMap<string, { readonly accountId: string }>,
): DueMessage[] {
  const places = new Map<string, number>();
  for (const { accountId } of sending.values()) places.set(accountId, (places.get(accountId) ?? 0) + 1);
  const chosen: DueMessage[] = [];
  for (const message of due) {
    const taken = places.get(message.accountId) ?? 0;
    if (sending.size + chosen.length >= MOST_AT_A_TIME) break;
    if (taken >= MOST_OF_AN_ACCOUNT || sending.has(message.webhookId)) continue;
    places.set(message.accountId, taken + 1);
    chosen.push(message);
  }
  return chosen;
}

/** A retry delay with random jitter. */
export function withJitter(seconds: number): number {
  return seconds * (1 + JITTER * Math.random());
}
