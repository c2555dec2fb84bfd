import type { Compilable, CompiledQuery, Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.js';

type Executor = Kysely<Schema> | Transaction<Schema>;

/**
 * A query that is built once and run with new parameters: building takes several times as long as SQLite does to
 * answer, and these are run with every request.
 *
 * @param build makes the query from placeholders, which stand in it in the order of the parameters
 */
export function prepare<Row, Parameters extends readonly unknown[]>(
  build: (db: Executor) => Compilable<Row>,
): (db: Executor, ...parameters: Parameters) => Promise<Row[]> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...parameters) => {
    // One text for each engine: all its connections and transactions have adapters of one class.
    const engine = db.getExecutor().adapter.constructor;
    let query = compiled.get(engine);
    if (!query) {
      query = build(db).compile();
      compiled.set(engine, query);
    }
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
