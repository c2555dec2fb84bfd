import { type Kysely, sql } from 'kysely';
import { CrowdError } from '../../../errors/index.js';
import type { Schema } from './schema.js';

/**
 * Refuses a pooler that gives each transaction any free connection. Settings of one connection, such as durability and
 * timeouts, would then apply to other transactions, and prepared statements would be missing.
 *
 * @param db whose pool has at least two connections
 * @throws {CrowdError} if two connections are not two processes of the database, each the same all the time
 */
export async function checkSessions(db: Kysely<Schema>): Promise<void> {
  const areOwn = await db.connection().execute((first) =>
    db.connection().execute(async (second) => {
      // A pooler may return the most recent or the oldest connection, so requests one after the other could all get the same one.
      const [a, b, c, d] = [
        await findProcess(first),
        await findProcess(first),
        await findProcess(second),
        await findProcess(second),
      ];
      return a === b && c === d && a !== c;
    }),
  );
  if (areOwn) return;
  throw new CrowdError(
    'a pooler in front of it gives every transaction another connection (in PgBouncer, pool_mode = transaction or ' +
      'statement), but the service sets durability and time limits for connections. Set pool_mode = session, or give ' +
      'the address of the database itself.',
  );
}

/** The id of the database's process that answers. */
async function findProcess(connection: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  return rows[0].pid;
}
