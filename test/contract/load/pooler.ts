import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCrowd, registerAccount } from '../../support/contract/account.js';
import { findFreePort, startPostgres } from '../../support/contract/postgres.js';
import { startServer } from '../../support/contract/server-process.js';
import type { LoadSetting } from './run.js';

const MODES = ['session', 'transaction', 'statement'] as const;
const CALLERS = 20;
const READS = 100;

/** Two processes behind PgBouncer in each of its modes, two of which they refuse. Needs `pgbouncer`. */
export async function workBehindPooler(setting: LoadSetting): Promise<object[]> {
  const postgres = await startPostgres();
  const rows: object[] = [];
  for (const mode of MODES) {
    const database = await postgres.createDatabase();
    const bouncer = await startBouncer(database, mode);
    // What a process says that does not start is the reason that it gives.
    const outcome = await work(setting, bouncer.location).catch((error: Error) => ({
      refused: error.message.trim().split('\n').at(-1),
    }));
    rows.push({ mode, ...outcome });
    await bouncer.stop();
  }
  await postgres.stop();
  return rows;
}

/** Creates and reads by both processes; half of the reads are named, and sent twice. */
async function work({ program, data }: LoadSetting, location: string): Promise<object> {
  const servers = [await startServer(program, data, { DATABASE_URL: location })];
  servers.push(await startServer(program, data, { DATABASE_URL: location }));
  const account = await registerAccount(location, 'studio');
  const created = await createCrowd(servers[0].url, account.key, 'created');
  const { crowd_id: id } = (await created.json()) as { crowd_id: string };
  const failed = new Map<number, number>();
  const read = async (index: number, name?: string): Promise<void> => {
    const { status } = await fetch(`${servers[index % 2].url}/v1/crowd/${id}`, {
      headers: {
        Authorization: `Bearer ${account.key}`,
        ...(name !== undefined && { 'Idempotency-Key': name }),
      },
    });
    if (status !== 200) failed.set(status, (failed.get(status) ?? 0) + 1);
  };
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let i = 0; i < READS; i++) {
        await read(i);
        for (const again of [0, 1]) await read(i + again, `${caller}-${i}`);
      }
    }),
  );
  const { used } = await account.inspect();
  for (const server of servers) await server.kill();
  return {
    reads: 3 * CALLERS * READS,
    failed: [...failed].join(' ') || 0,
    counted: used,
    due: 2 * CALLERS * READS + 1,
  };
}

/** PgBouncer on a free port, in front of a database. */
async function startBouncer(database: string, mode: (typeof MODES)[number]) {
  const directory = await mkdtemp(join(tmpdir(), 'three-crowd-pgbouncer-'));
  const location = new URL(database);
  const settings = join(directory, 'settings.ini');
  const users = join(directory, 'users.txt');
  const port = await findFreePort();
  await writeFile(users, `"${location.username}" "${location.password}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${location.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 30
`,
  );
  // Run by root, it goes on as a user of its own, who must reach the files.
  await chmod(directory, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const bouncer = spawn('pgbouncer', ['--quiet', ...user, settings], { stdio: 'ignore' });
  await waitForPort(port);
  location.port = String(port);
  return {
    location: location.href,
    async stop() {
      bouncer.kill();
      await rm(directory, { recursive: true });
    },
  };
}

async function waitForPort(port: number): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await isOpen()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('pgbouncer does not listen');
}
