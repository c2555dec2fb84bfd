import { setTimeout } from 'node:timers/promises';
import { CrowdError } from '../../../errors/index.js';
import type { Storage } from '../storage.js';
import { StorageUnavailableError } from '../storage.js';

/** Which database to open. */
export interface OpenStorageOptions {
  /** `postgres://…`, or a file for SQLite, `:memory:` for one that ends with the process. */
  readonly location: string;
  /** Called for lost connections, which the next use replaces, and for failed attempts to connect. @default ignores them */
  readonly onError?: ((error: Error) => void) | undefined;
  /** True to wait without limit for a database that cannot be reached yet. @default false */
  readonly isPatient?: boolean | undefined;
}

const POSTGRES = /^postgres(?:ql)?:\/\//;
/** Milliseconds between two attempts. */
const PAUSE = 500;

/**
 * Opens a database and brings its tables up to date. The driver is loaded on demand.
 *
 * @throws {CrowdError} if it cannot be opened; the message does not repeat the address, which may hold a password
 */
export async function openStorage({
  location,
  onError = () => {},
  isPatient = false,
}: OpenStorageOptions): Promise<Storage> {
  for (;;) {
    try {
      return await open(location, onError);
    } catch (cause) {
      if (!(isPatient && cause instanceof StorageUnavailableError)) {
        const place = POSTGRES.test(location) ? 'The PostgreSQL database' : `The database ${location}`;
        throw new CrowdError(`${place} cannot be opened: ${messageOf(cause)}`, { cause });
      }
      onError(new Error(messageOf(cause)));
    }
    await setTimeout(PAUSE);
  }
}

async function open(location: string, onError: (error: Error) => void): Promise<Storage> {
  const [{ openPostgresEngine, openSqliteEngine }, { SqlStorage }] = await Promise.all([
    import('./open-engine.js'),
    import('./sql-storage.js'),
  ]);
  return new SqlStorage(
    POSTGRES.test(location) ? await openPostgresEngine(location, onError) : await openSqliteEngine(location),
  );
}

/** The driver's message, which says more than the one for callers. */
function messageOf(error: unknown): string {
  const reason = error instanceof StorageUnavailableError ? (error.cause ?? error) : error;
  if (!(reason instanceof Error)) return String(reason);
  // A refused connection has several causes and no message of its own.
  return reason.message || (reason as NodeJS.ErrnoException).code || reason.name;
}
