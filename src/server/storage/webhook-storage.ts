import type { DatabaseTime } from '../core/database-time.js';

/** An address that receives messages about changes of an account's crowds. */
export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  /** Types of the events that it receives, such as `crowd.updated`. */
  readonly events: readonly string[];
  /** `whsec_` and the signing key in base 64. Stored unhashed, since signing needs it. */
  readonly secret: string;
  /** The previous secret, which also signs messages until its end; null if there is none. */
  readonly oldSecret: string | null;
  readonly oldSecretUntil: string | null;
  readonly createdAt: string;
  /** Messages that were deleted because too many waited, in all. */
  readonly dropped: number;
}

/** A message that was given up. It is sent again on request only. */
export interface FailedMessage {
  readonly id: string;
  /** As it was sent, JSON. */
  readonly body: string;
  /** Number of attempts. */
  readonly attempts: number;
  readonly failedAt: string;
  /** Outcome of the last attempt, for people. */
  readonly reason: string;
}

/** A message whose last attempt failed, and that is sent again. */
export interface RetriedMessage {
  readonly id: string;
  /** As it is sent, JSON. */
  readonly body: string;
  /** Number of attempts. */
  readonly attempts: number;
  /** When it is tried next. */
  readonly dueAt: string;
  /** Outcome of the last attempt, for people. */
  readonly reason: string;
}

/** Outcome of an attempt to send a message. */
export type Settlement =
  | { readonly kind: 'taken' }
  /** It is due again at a time. */
  | { readonly kind: 'retried'; readonly at: string; readonly reason: string }
  /** It is given up. */
  | { readonly kind: 'failed'; readonly at: string; readonly reason: string };

/** A change of a crowd, for all webhooks of the account that receive events of its type. */
export interface CrowdEvent {
  /** Id of the message, the same for all attempts. */
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  /** The message as it is sent, JSON. */
  readonly body: string;
  readonly at: string;
  /** Headers of the trace that the change was part of. */
  readonly trace: Readonly<Record<string, string>>;
}

/** A message for one webhook. */
export interface MessageName {
  readonly messageId: string;
  readonly webhookId: string;
}

/** A message that can be claimed. */
export interface DueMessage extends MessageName {
  readonly accountId: string;
  readonly dueAt: string;
}

/** One message for one webhook, until it was taken or given up. */
export interface Delivery {
  readonly messageId: string;
  readonly webhook: Omit<Webhook, 'events' | 'createdAt'>;
  readonly body: string;
  readonly trace: Readonly<Record<string, string>>;
  /** Number of earlier attempts. */
  readonly attempts: number;
}

/**
 * Storage of webhooks and their messages. Messages are stored in the transaction of their change: see
 * {@link Storage.createCrowd}.
 */
export interface WebhookStorage {
  /** @param most webhooks of one account. @returns whether there was room */
  add(webhook: Webhook, most: number, time?: DatabaseTime): Promise<boolean>;
  /** Oldest first. */
  list(accountId: string, time?: DatabaseTime): Promise<Webhook[]>;
  /** Removes a webhook and its queued messages. @returns false if there was none */
  remove(accountId: string, id: string, time?: DatabaseTime): Promise<boolean>;
  /** The message to be sent next of each webhook that has one due, the longest due first. */
  findDue(now: string): Promise<DueMessage[]>;
  /**
   * Takes messages for this process, and hides them from others for a while.
   *
   * @param until when they are due again, unless they are settled
   * @returns without those that another process has taken
   */
  claim(messages: readonly MessageName[], now: string, until: string): Promise<Delivery[]>;
  /** Stores the outcome of a claimed message, and drops the oldest messages of its webhook beyond 1,000. */
  settle(delivery: Delivery, outcome: Settlement): Promise<void>;
  /**
   * Gives a webhook a new secret, and keeps the one before until a time.
   *
   * @returns undefined where there is no such webhook
   */
  rotate(
    accountId: string,
    id: string,
    secret: string,
    oldUntil: string,
    time?: DatabaseTime,
  ): Promise<Webhook | undefined>;
  /** The messages that a webhook did not take, the last one first. */
  listFailed(accountId: string, id: string, limit: number, time?: DatabaseTime): Promise<FailedMessage[]>;
  /** The messages that a webhook has not taken so far and that are sent again, the next one first. */
  listRetried(accountId: string, id: string, limit: number, time?: DatabaseTime): Promise<RetriedMessage[]>;
  /**
   * Makes failed messages due again.
   *
   * @param messageId of one of them. @default all of the webhook
   * @returns how many there were
   */
  resend(accountId: string, id: string, at: string, messageId?: string, time?: DatabaseTime): Promise<number>;
  /** Forgets some messages that failed before a time, at most `limit`. @returns how many it forgot */
  forgetFailed(before: string, limit: number): Promise<number>;
}
