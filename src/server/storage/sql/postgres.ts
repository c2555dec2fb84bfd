import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseTime, LONGEST_DATABASE_TIME } from '../../core/database-time.js';
import { StorageUnavailableError } from '../storage.js';

/** Timeouts, milliseconds. */
export interface PostgresLimits {
  /** One statement by the server's clock, and all of a request with the waits for connections. 0 for no limit. */
  readonly statement: number;
  /** Waiting for what other transactions have locked, likewise. */
  readonly lock: number;
  /** Waiting for any sign of the server, likewise: longer than a statement may take. */
  readonly answer: number;
}

const REQUEST_LIMITS: PostgresLimits = { statement: LONGEST_DATABASE_TIME, lock: 3_000, answer: 6_000 };
/** Making an index takes as long as it takes. */
export const MIGRATION_LIMITS: PostgresLimits = { statement: 0, lock: 0, answer: 0 };

const MOST_CONNECTIONS = 10;
/** Of those that count: an account has one batch at a time, and those of different accounts seldom meet. */
const MOST_COUNTING_CONNECTIONS = 4;
/** Milliseconds to wait for a new one. Short: after the loss of a network, the next attempt is the first to succeed. */
const LONGEST_CONNECTING = 1_500;
/** Milliseconds after which the server ends a transaction that a hanging process left open. */
const LONGEST_PAUSE = 10_000;

/** Figures of the connections, for those who run the service. */
export interface PoolFigures {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface PostgresOptions {
  /** Called when a connection is lost, idle or in use. The next use creates another. */
  readonly onError: (error: Error) => void;
  /** @default {@link REQUEST_LIMITS} */
  readonly limits?: PostgresLimits;
  /**
   * True if commits survive a crash of the database server. Otherwise commits do not wait for the disk, and the server
   * writes them within 0.6 s. Processes that count the uses of one account wait for each other's commits.
   *
   * @default true
   */
  readonly isDurable?: boolean;
  /**
   * Texts of statements that each connection plans once and not each time. None may give all columns of a table,
   * whatever these are: PostgreSQL refuses a prepared one once a later version has added some.
   *
   * @default none
   */
  readonly prepared?: readonly string[];
}

/** The connections to one database. */
export interface PostgresConnections {
  /** For what counts for a time. @default each use of a connection has its own */
  readonly dialect: (time?: DatabaseTime) => PostgresDialect;
  readonly figures: () => PoolFigures;
  readonly close: () => Promise<void>;
}

/** Opens a PostgreSQL database. Connections are made when they are needed. */
export function openPostgres(
  url: string,
  { onError, limits = REQUEST_LIMITS, isDurable = true, prepared = [] }: PostgresOptions,
): PostgresConnections {
  const pool = new pg.Pool({
    Client: HastyClient,
    connectionString: url,
    max: isDurable ? MOST_CONNECTIONS : MOST_COUNTING_CONNECTIONS,
    connectionTimeoutMillis: LONGEST_DATABASE_TIME,
    keepAlive: true,
    query_timeout: limits.answer,
    // Set once connected, and not as options of the connection: PgBouncer refuses those that it does not know.
    onConnect: async (client) => {
      await client.query(
        `set statement_timeout = ${limits.statement}; set lock_timeout = ${limits.lock};` +
          `set idle_in_transaction_session_timeout = ${LONGEST_PAUSE};` +
          // Durability of durable connections is set by the operator of the database.
          (isDurable ? '' : 'set synchronous_commit = off;') +
          // Planned once, when there may be nothing in the tables yet.
          (prepared.length > 0 ? 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off' : ''),
      );
    },
  });
  // Without listeners, a loss would end the process. The pool's own hears of idle connections only.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const explaining = new ExplainingPool(pool, prepared, limits);
  const close = () => pool.end();
  return {
    dialect: (time) => new PostgresDialect({ pool: { connect: () => explaining.connect(time), end: close } }),
    figures: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close,
  };
}

/** Waits less for a new connection than the pool's callers wait for one of those that there are. */
class HastyClient extends pg.Client {
  constructor(options: pg.ClientConfig = {}) {
    super({ ...options, connectionTimeoutMillis: LONGEST_CONNECTING });
  }
}

interface Waiting {
  readonly resolve: (client: pg.PoolClient) => void;
  readonly reject: (error: unknown) => void;
  timer?: NodeJS.Timeout;
}

/**
 * Tells failures as every storage tells them, and drops connections that are no longer good for anything. The first
 * connection that comes free or is made goes to the caller that has waited longest: the pool itself lets a caller wait for
 * the one that it makes for them, however many come free meanwhile.
 */
class ExplainingPool {
  readonly #pool: pg.Pool;
  readonly #waiting: Waiting[] = [];
  /** Requests for a connection that the pool has not answered. */
  #asked = 0;
  /** Names of prepared statements by their texts. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #limits: PostgresLimits;

  constructor(pool: pg.Pool, prepared: readonly string[], limits: PostgresLimits) {
    this.#pool = pool;
    this.#limits = limits;
    this.#names = new Map(prepared.map((text, index) => [text, `three_crowd_${index}`]));
  }

  async connect(time = new DatabaseTime()): Promise<PostgresPoolClient> {
    time.start();
    const client = await this.#acquire(time).catch((error: unknown) => {
      time.end();
      return explain(error);
    });
    let isBroken = false;
    let isInTransaction = false;
    const run = (text: string, values: readonly unknown[] = []) => {
      const query_timeout = left(this.#limits.answer, time);
      return client.query({
        name: this.#names.get(text),
        text,
        values: [...values],
        query_timeout,
      } as pg.QueryConfig);
    };
    const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
      const limits = /^(?:begin|commit|rollback)$/.test(text) ? '' : this.#describeLimits(time);
      isInTransaction ||= text === 'begin';
      const isAlone = limits !== '' && !isInTransaction;
      try {
        if (isAlone) await run('begin');
        if (limits) await run(limits);
        const result = await run(text, parameters);
        if (isAlone) await run('commit');
        return result;
      } catch (error) {
        isBroken ||= isAlone || isLost(error);
        if (text !== 'rollback') return explain(error);
        // Why it has to be rolled back is what matters. A connection that cannot do it is dropped, and that does it.
        isBroken = true;
        return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      }
    };
    const release = (): void => {
      client.release(isBroken);
      time.end();
      if (this.#waiting.length > 0 && this.#pool.idleCount > 0) this.#ask();
    };
    return { query: query as PostgresPoolClient['query'], release };
  }

  /** Limits the statements of a slow request to the time that is left. Empty for a request that is not slow. */
  #describeLimits(time: DatabaseTime): string {
    if (!time.isSlow || this.#limits.statement === 0) return '';
    const [statement, lock] = [this.#limits.statement, this.#limits.lock].map((limit) => left(limit, time));
    return `set local statement_timeout = ${statement}; set local lock_timeout = ${lock}`;
  }

  #acquire(time: DatabaseTime): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve, reject };
      this.#waiting.push(waiting);
      this.#ask();
      // The pool counts from now.
      if (!time.isSlow) return;
      waiting.timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new StorageUnavailableError(SLOW));
      }, time.left);
    });
  }

  /** Takes the caller that has waited longest from the queue. */
  #shift(): Waiting | undefined {
    const next = this.#waiting.shift();
    clearTimeout(next?.timer);
    return next;
  }

  #ask(): void {
    this.#asked += 1;
    this.#pool.connect().then(
      (client) => {
        this.#asked -= 1;
        const next = this.#shift();
        if (next) next.resolve(client);
        else client.release();
      },
      (error) => {
        this.#asked -= 1;
        if (this.#asked < this.#waiting.length) this.#shift()?.reject(error);
      },
    );
  }
}

/** Milliseconds that are left of a limit, 1 or more, since 0 is no limit. */
function left(limit: number, { spent }: DatabaseTime): number {
  return limit === 0 ? 0 : Math.max(1, Math.round(limit - spent));
}

/** True if the connection failed, and not the statement. */
function isLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity !== 'ERROR';
}

const SLOW = 'the database took too long to answer';

/** Failures that end by themselves, by SQLSTATE or its class (PostgreSQL's manual, appendix A). */
const PASSING: readonly [state: RegExp, message: string][] = [
  [/^53100$/, "the database's disk is full"],
  [/^(?:55P03|40)/, 'the database is busy: another request holds what this one needs'],
  [/^57014$/, SLOW],
  [/^53/, 'the database has no room for another connection, or no memory'],
  [/^25006$/, 'the database takes no writes now'],
  [/^58/, 'the database cannot read or write its files'],
  [/^(?:08|57P)/, 'the database cannot be reached'],
];

function explain(error: unknown): never {
  if (!(error instanceof Error) || error instanceof StorageUnavailableError) throw error;
  if (!(error instanceof pg.DatabaseError)) {
    throw new StorageUnavailableError('the database cannot be reached', { cause: error });
  }
  const message = PASSING.find(([state]) => state.test(error.code ?? ''))?.[1];
  throw message === undefined ? error : new StorageUnavailableError(message, { cause: error });
}
