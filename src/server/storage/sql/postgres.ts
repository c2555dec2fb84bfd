import { PostgresDialect } from 'kysely';
import pg from 'pg';

/**
 * Opens a PostgreSQL database. Connections are made when they are needed.
 *
 * @param onError is told when an idle connection is lost; the next use makes another
 */
export function openPostgres(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // Without a listener, the loss would end the process.
  pool.on('error', onError);
  return new PostgresDialect({ pool });
}
