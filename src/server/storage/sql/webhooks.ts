import { type Selectable, sql, type Transaction } from 'kysely';
import type { DatabaseTime } from '../../core/database-time.js';
import type {
  CrowdEvent,
  Delivery,
  DueMessage,
  FailedMessage,
  MessageName,
  RetriedMessage,
  Settlement,
  Webhook,
  WebhookStorage,
} from '../webhook-storage.js';
import type { Engine } from './engine.js';
import { lockAccount } from './keys.js';
import type { Schema } from './schema.js';

/** Messages of a webhook that wait, and that have failed. Older ones are dropped. */
const MOST_MESSAGES = 1_000;
/** Messages that are dropped at once: some milliseconds of the thread, with SQLite. */
const MOST_DROPPED = 500;
/** `due_at` of a failed message, so that processes of the previous version skip it. */
const NEVER = '9999-12-31T23:59:59.999Z';

/** Keeps webhooks and their messages in the database of the crowds. */
export class SqlWebhooks implements WebhookStorage {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async add(
    { id, accountId, url, events, secret, createdAt }: Webhook,
    most: number,
    time?: DatabaseTime,
  ): Promise<boolean> {
    const db = this.#engine.writing(time);
    return db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, accountId);
      const { count } = await transaction
        .selectFrom('webhooks')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) return false;
      const row = { id, account_id: accountId, url, events: JSON.stringify(events), secret };
      await transaction
        .insertInto('webhooks')
        .values({ ...row, created_at: createdAt })
        .execute();
      return true;
    });
  }

  async list(accountId: string, time?: DatabaseTime): Promise<Webhook[]> {
    const rows = await this.#engine
      .reading(time)
      .selectFrom('webhooks')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toWebhook);
  }

  remove(accountId: string, id: string, time?: DatabaseTime): Promise<boolean> {
    const db = this.#engine.writing(time);
    return db.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom('webhooks')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst();
      if (removed) await transaction.deleteFrom('deliveries').where('webhook_id', '=', id).execute();
      return removed !== undefined;
    });
  }

  /**
   * Takes the first message of each webhook that has any. The recursion jumps from webhook to webhook in the index of
   * (webhook_id, due_at), so its cost grows with the number of webhooks and not with that of messages. SQLite keeps the
   * order of tables in a cross join; in another join it reads all messages that are due first.
   */
  async findDue(now: string): Promise<DueMessage[]> {
    const rowId = sql.ref(this.#engine.rowId);
    const { rows } = await sql<DueMessage>`
      with recursive first (id) as (
        select (select ${rowId} from deliveries order by webhook_id, due_at limit 1)
        union all
        select (
          select ${rowId} from deliveries where webhook_id > last.webhook_id order by webhook_id, due_at limit 1
        ) from first join deliveries as last on last.${rowId} = first.id
      )
      select message_id as "messageId", webhook_id as "webhookId", account_id as "accountId", due_at as "dueAt"
      from first cross join deliveries join webhooks on webhooks.id = webhook_id
      where deliveries.${rowId} = first.id and due_at <= ${now} order by due_at`.execute(
      this.#engine.reading(),
    );
    return rows;
  }

  async claim(messages: readonly MessageName[], now: string, until: string): Promise<Delivery[]> {
    if (messages.length === 0) return [];
    const counting = this.#engine.counting();
    const claimed = await counting
      .updateTable('deliveries')
      .set({ due_at: until })
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('message_id', 'webhook_id'),
          'in',
          messages.map(({ messageId, webhookId }) => tuple(messageId, webhookId)),
        ),
      )
      // Another process may have claimed one since it was found.
      .where('due_at', '<=', now)
      .returningAll()
      .execute();
    return this.#withWebhooks(claimed);
  }

  async settle({ messageId, webhook, attempts }: Delivery, outcome: Settlement): Promise<void> {
    const counting = this.#engine.counting();
    const isIt = { message_id: messageId, webhook_id: webhook.id };
    if (outcome.kind === 'taken') {
      await counting
        .deleteFrom('deliveries')
        .where(({ and }) => and(isIt))
        .execute();
      await this.#dropOldest(webhook.id, 'is');
      return;
    }
    const next =
      outcome.kind === 'retried'
        ? { due_at: outcome.at, reason: outcome.reason }
        : { due_at: NEVER, failed_at: outcome.at, reason: outcome.reason };
    await counting
      .updateTable('deliveries')
      .set({ ...next, attempts: attempts + 1 })
      .where(({ and }) => and(isIt))
      .execute();
    await this.#dropOldest(webhook.id, outcome.kind === 'failed' ? 'is not' : 'is');
  }

  /** Deletes the oldest messages of a webhook beyond the limit, and counts them. @param failed whether `failed_at` is null */
  async #dropOldest(webhookId: string, failed: 'is' | 'is not'): Promise<void> {
    const [reading, counting] = [this.#engine.reading(), this.#engine.counting()];
    const order = failed === 'is' ? 'due_at' : 'failed_at';
    const messages = (db: typeof reading) =>
      db.selectFrom('deliveries').where('webhook_id', '=', webhookId).where('failed_at', failed, null);
    const last = await messages(reading)
      .select(`${order} as time`)
      .orderBy(order, 'desc')
      .offset(MOST_MESSAGES)
      .limit(1)
      .executeTakeFirst();
    if (!last) return;
    await counting.transaction().execute(async (transaction) => {
      const oldest = messages(transaction)
        .select('message_id')
        .where(order, '<=', last.time)
        .orderBy(order)
        .limit(MOST_DROPPED);
      const { numDeletedRows } = await transaction
        .deleteFrom('deliveries')
        .where('webhook_id', '=', webhookId)
        .where('message_id', 'in', oldest)
        .executeTakeFirst();
      await transaction
        .updateTable('webhooks')
        .set((eb) => ({ dropped: eb('dropped', '+', Number(numDeletedRows)) }))
        .where('id', '=', webhookId)
        .execute();
    });
  }

  async rotate(
    accountId: string,
    id: string,
    secret: string,
    oldUntil: string,
    time?: DatabaseTime,
  ): Promise<Webhook | undefined> {
    const row = await this.#engine
      .writing(time)
      .updateTable('webhooks')
      .set((eb) => ({ secret, old_secret: eb.ref('secret'), old_secret_until: oldUntil }))
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirst();
    return row && toWebhook(row);
  }

  async listFailed(
    accountId: string,
    id: string,
    limit: number,
    time?: DatabaseTime,
  ): Promise<FailedMessage[]> {
    const rows = await this.#untaken(accountId, id, time)
      .where('failed_at', 'is not', null)
      .orderBy('failed_at', 'desc')
      .orderBy('message_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...toUntaken(row), failedAt: row.failed_at ?? '' }));
  }

  async listRetried(
    accountId: string,
    id: string,
    limit: number,
    time?: DatabaseTime,
  ): Promise<RetriedMessage[]> {
    const rows = await this.#untaken(accountId, id, time)
      .where('failed_at', 'is', null)
      .orderBy('due_at')
      .orderBy('message_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...toUntaken(row), dueAt: row.due_at }));
  }

  /** The messages of a webhook whose last attempt failed. */
  #untaken(accountId: string, id: string, time?: DatabaseTime) {
    return this.#engine
      .reading(time)
      .selectFrom('deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
      .select(['message_id', 'body', 'attempts', 'due_at', 'failed_at', 'reason'])
      .where('webhook_id', '=', id)
      .where('account_id', '=', accountId)
      .where('reason', 'is not', null);
  }

  async resend(
    accountId: string,
    id: string,
    at: string,
    messageId?: string,
    time?: DatabaseTime,
  ): Promise<number> {
    const { numUpdatedRows } = await this.#engine
      .writing(time)
      .updateTable('deliveries')
      .set({ failed_at: null, reason: null, attempts: 0, due_at: at })
      .where('webhook_id', 'in', (eb) =>
        eb.selectFrom('webhooks').select('id').where('id', '=', id).where('account_id', '=', accountId),
      )
      .where('failed_at', 'is not', null)
      .$if(messageId !== undefined, (query) => query.where('message_id', '=', messageId as string))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  async forgetFailed(before: string, limit: number): Promise<number> {
    const { counting, skipsLocked } = this.#engine;
    const { numDeletedRows } = await counting()
      .deleteFrom('deliveries')
      .where(({ eb, refTuple, selectFrom }) => {
        const old = selectFrom('deliveries')
          .select(['message_id', 'webhook_id'])
          .where('due_at', '=', NEVER)
          .where('failed_at', '<', before)
          .limit(limit)
          .$if(skipsLocked, (query) => query.forUpdate().skipLocked());
        return eb(refTuple('message_id', 'webhook_id'), 'in', old.$asTuple('message_id', 'webhook_id'));
      })
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  async #withWebhooks(rows: readonly Schema['deliveries'][]): Promise<Delivery[]> {
    if (rows.length === 0) return [];
    const found = await this.#engine
      .reading()
      .selectFrom('webhooks')
      .selectAll()
      .where(
        'id',
        'in',
        rows.map(({ webhook_id }) => webhook_id),
      )
      .execute();
    const webhooks = new Map(found.map((row) => [row.id, toWebhook(row)]));
    return rows.flatMap(({ message_id, webhook_id, body, trace, attempts }) => {
      const webhook = webhooks.get(webhook_id);
      // It may have been removed just now.
      if (!webhook) return [];
      return [
        { messageId: message_id, webhook, body, trace: JSON.parse(trace) as Delivery['trace'], attempts },
      ];
    });
  }
}

function toUntaken({
  message_id,
  body,
  attempts,
  reason,
}: Pick<Schema['deliveries'], 'message_id' | 'body' | 'attempts' | 'reason'>) {
  return { id: message_id, body, attempts, reason: reason ?? '' };
}

function toWebhook(row: Selectable<Schema['webhooks']>): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    secret: row.secret,
    oldSecret: row.old_secret,
    oldSecretUntil: row.old_secret_until,
    createdAt: row.created_at,
    dropped: row.dropped,
  };
}

/** Queues an event for each webhook that receives its type, in the transaction of the change. */
export async function enqueueEvent(
  transaction: Transaction<Schema>,
  event: CrowdEvent | undefined,
): Promise<void> {
  if (!event) return;
  const { id, accountId, type, body, at, trace } = event;
  await transaction
    .insertInto('deliveries')
    .columns(['message_id', 'webhook_id', 'body', 'trace', 'attempts', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('webhooks')
        .select([
          sql.val(id).as('message_id'),
          'webhooks.id as webhook_id',
          sql.val(body).as('body'),
          sql.val(JSON.stringify(trace)).as('trace'),
          sql.lit(0).as('attempts'),
          sql.val(at).as('due_at'),
        ])
        .where('account_id', '=', accountId)
        .where('events', 'like', `%"${type}"%`),
    )
    .execute();
}
