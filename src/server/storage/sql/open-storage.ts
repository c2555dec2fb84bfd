import type { Dialect } from 'kysely';
import { CrowdError } from '../../../errors/index.js';
import type { Storage } from '../storage.js';

/** Which database to open. */
export interface OpenStorageOptions {
  /** `postgres://…`, or a file for SQLite, `:memory:` for one that ends with the process. */
  readonly location: string;
  /** Is told of lost connections, which the next use replaces. @default nobody */
  readonly onError?: ((error: Error) => void) | undefined;
}

const POSTGRES = /^postgres(?:ql)?:\/\//;

/**
 * Opens a database and brings its tables up to date. Drivers are loaded here, so that who needs none loads none.
 *
 * @throws {CrowdError} if it cannot be opened; the message does not repeat the address, which may hold a password
 */
export async function openStorage({ location, onError = () => {} }: OpenStorageOptions): Promise<Storage> {
  const isPostgres = POSTGRES.test(location);
  try {
    const [{ Kysely, Migrator }, { createMigrations }, { SqlStorage }, dialect] = await Promise.all([
      import('kysely'),
      import('./migrations.js'),
      import('./sql-storage.js'),
      isPostgres ? openPostgresDialect(location, onError) : openSqliteDialect(location),
    ]);
    const db = new Kysely<import('./schema.js').Schema>({ dialect });
    const migrator = new Migrator({
      db,
      provider: createMigrations(isPostgres ? 'text collate "C"' : 'text'),
    });
    const { error } = await migrator.migrateToLatest();
    if (error) {
      await db.destroy();
      throw error;
    }
    return isPostgres
      ? new SqlStorage(db)
      : new SqlStorage(db, (await import('./sqlite.js')).lendWithoutWaiting);
  } catch (cause) {
    const place = isPostgres ? 'The PostgreSQL database' : `The database ${location}`;
    throw new CrowdError(`${place} cannot be opened: ${messageOf(cause)}`, { cause });
  }
}

async function openSqliteDialect(file: string): Promise<Dialect> {
  const { openSqlite } = await import('./sqlite.js');
  return openSqlite(file);
}

async function openPostgresDialect(url: string, onError: (error: Error) => void): Promise<Dialect> {
  const { openPostgres } = await import('./postgres.js');
  return openPostgres(url, onError);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A refused connection has several causes and no message of its own.
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
