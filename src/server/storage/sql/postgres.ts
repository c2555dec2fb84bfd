import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StorageUnavailableError } from '../storage-error.js';

/** Timeouts, milliseconds. */
export interface PostgresLimits {
  /** One statement by the server's clock, and all of a transaction with the wait for its connection. 0 for no limit. */
  readonly statement: number;
  /** Waiting for what other transactions have locked, likewise. */
  readonly lock: number;
  /** Waiting for any sign of the server: longer than a statement may take. */
  readonly answer: number;
}

/** The limits of requests. Together with the wait for a connection they end every wait in less than a quarter minute. */
const REQUEST_LIMITS: PostgresLimits = { statement: 5_000, lock: 3_000, answer: 6_000 };
/** Making an index takes as long as it takes. */
export const MIGRATION_LIMITS: PostgresLimits = { statement: 0, lock: 0, answer: 0 };

const MOST_CONNECTIONS = 10;
/** Of those that count: an account has one batch at a time, and those of different accounts seldom meet. */
const MOST_COUNTING_CONNECTIONS = 4;
/** Milliseconds to wait for one of them to be free. */
const LONGEST_QUEUE = 5_000;
/** Milliseconds to wait for a new one. Short: after the loss of a network, the next attempt is the first to succeed. */
const LONGEST_CONNECTING = 1_500;
/** Milliseconds of a transaction after which its statements get the time that is left, which takes a message to the server. */
const SLOW_TRANSACTION = 250;
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

/** Opens a PostgreSQL database. Connections are made when they are needed. */
export function openPostgres(
  url: string,
  { onError, limits = REQUEST_LIMITS, isDurable = true, prepared = [] }: PostgresOptions,
): { dialect: PostgresDialect; figures: () => PoolFigures } {
  const pool = new pg.Pool({
    Client: HastyClient,
    connectionString: url,
    max: isDurable ? MOST_CONNECTIONS : MOST_COUNTING_CONNECTIONS,
    connectionTimeoutMillis: LONGEST_QUEUE,
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
  return {
    dialect: new PostgresDialect({ pool: new ExplainingPool(pool, prepared, limits) }),
    figures: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
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
}

/**
 * Tells failures as every storage tells them, and drops connections that are no longer good for anything. The first
 * connection that comes free or is made goes to the caller that has waited longest: the pool itself lets a caller wait for
 * the one that it makes for them, however many come free meanwhile.
 */
class ExplainingPool implements PostgresPool {
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

  async connect(): Promise<PostgresPoolClient> {
    const started = performance.now();
    const client = await this.#acquire().catch(explain);
    let isBroken = false;
    let isInTransaction = false;
    const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
      try {
        if (isInTransaction && !/^(?:commit|rollback)$/.test(text)) await this.#limit(client, started);
        isInTransaction ||= text === 'begin';
        return await client.query({ name: this.#names.get(text), text, values: [...parameters] });
      } catch (error) {
        isBroken ||= isLost(error);
        if (text !== 'rollback') return explain(error);
        // Why it has to be rolled back is what matters. A connection that cannot do it is dropped, and that does it.
        isBroken = true;
        return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      }
    };
    const release = (): void => {
      client.release(isBroken);
      if (this.#waiting.length > 0 && this.#pool.idleCount > 0) this.#ask();
    };
    return { query: query as PostgresPoolClient['query'], release };
  }

  /** Gives the statements of a slow transaction the time that is left of one statement's. */
  async #limit(client: pg.PoolClient, started: number): Promise<void> {
    const passed = performance.now() - started;
    if (passed < SLOW_TRANSACTION || this.#limits.statement === 0) return;
    const [statement, lock] = [this.#limits.statement, this.#limits.lock].map((limit) =>
      Math.max(1, Math.round(limit - passed)),
    );
    await client.query(`set local statement_timeout = ${statement}; set local lock_timeout = ${lock}`);
  }

  #acquire(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#ask();
    });
  }

  #ask(): void {
    this.#asked += 1;
    this.#pool.connect().then(
      (client) => {
        this.#asked -= 1;
        const next = this.#waiting.shift();
        if (next) next.resolve(client);
        else client.release();
      },
      (error) => {
        this.#asked -= 1;
        if (this.#asked < this.#waiting.length) this.#waiting.shift()?.reject(error);
      },
    );
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** True if the connection failed, and not the statement. */
function isLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity !== 'ERROR';
}

/** Failures that end by themselves, by SQLSTATE or its class (PostgreSQL's manual, appendix A). */
const PASSING: readonly [state: RegExp, message: string][] = [
  [/^53100$/, "the database's disk is full"],
  [/^(?:55P03|40)/, 'the database is busy: another request holds what this one needs'],
  [/^57014$/, 'the database took too long to answer'],
  [/^53/, 'the database has no room for another connection, or no memory'],
  [/^25006$/, 'the database takes no writes now'],
  [/^58/, 'the database cannot read or write its files'],
  [/^(?:08|57P)/, 'the database cannot be reached'],
];

function explain(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  if (!(error instanceof pg.DatabaseError)) {
    throw new StorageUnavailableError('the database cannot be reached', { cause: error });
  }
  const message = PASSING.find(([state]) => state.test(error.code ?? ''))?.[1];
  throw message === undefined ? error : new StorageUnavailableError(message, { cause: error });
}
