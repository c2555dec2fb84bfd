/** Where an account wants to be told of changes of its crowds. */
export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  /** Types of the events that it is told, such as `crowd.updated`. */
  readonly events: readonly string[];
  /** `whsec_` and the bytes that messages are signed with, in base 64. Kept as it is: signing needs it. */
  readonly secret: string;
  readonly createdAt: string;
}

/** Something that has happened, to be told to all webhooks of an account that want to hear of it. */
export interface CrowdEvent {
  /** Names the message, the same however often it is sent. */
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  /** The message as it is sent, JSON. */
  readonly body: string;
  readonly at: string;
  /** Headers of the trace that the change was part of. */
  readonly trace: Readonly<Record<string, string>>;
}

/** One message for one webhook, until it was taken or given up. */
export interface Delivery {
  readonly messageId: string;
  readonly webhook: Pick<Webhook, 'id' | 'accountId' | 'url' | 'secret'>;
  readonly body: string;
  readonly trace: Readonly<Record<string, string>>;
  /** How often it was tried before. */
  readonly attempts: number;
}

/**
 * Where webhooks and what is to be sent to them are kept. Messages come in with the changes that they tell of, in one
 * transaction: see {@link Storage.createCrowd}.
 */
export interface WebhookStorage {
  /** @param most webhooks of one account. @returns whether there was room */
  add(webhook: Webhook, most: number): Promise<boolean>;
  /** Oldest first. */
  list(accountId: string): Promise<Webhook[]>;
  /** Removes a webhook and what was to be sent to it. @returns whether there was one */
  remove(accountId: string, id: string): Promise<boolean>;
  /**
   * Takes the oldest message that is due for each webhook, and hides it from everybody else for a while.
   *
   * @param until when it is due again, should nobody settle it
   * @param limit of messages
   * @param busy ids of webhooks to pass over
   */
  claim(now: string, until: string, limit: number, busy: readonly string[]): Promise<Delivery[]>;
  /** Tells what became of a message: it is due again at a time, or done with. */
  settle(delivery: Delivery, retryAt: string | undefined): Promise<void>;
}
