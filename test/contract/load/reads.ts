import { createCrowd, registerAccount } from '../../support/contract/account.js';
import { startPostgres } from '../../support/contract/postgres.js';
import { type ServerProcess, startServer } from '../../support/contract/server-process.js';
import { startWire } from '../../support/contract/wire.js';
import { loadWithWrk } from '../../support/contract/wrk.js';
import type { LoadSetting } from './run.js';

const SECONDS = 3;
/** Code is compiled as it is used: the first thousands of requests are slow. */
const WARM_UP_SECONDS = 6;
const CONNECTIONS = 50;
const ROUNDS = 5;
/** Milliseconds to the database and back that a round trip takes where it is not on the same machine. */
const DISTANCE = 4;

/** Metered reads a second from PostgreSQL: plain and keyed, by one process and two, next to the database and far off. Needs `wrk`. */
export async function readFromPostgres({ program, data }: LoadSetting): Promise<object[]> {
  const postgres = await startPostgres();
  const location = await postgres.createDatabase();
  const { key } = await registerAccount(location, 'studio');
  const wire = await startWire(Number(new URL(location).port), DISTANCE / 2);
  const far = new URL(location);
  far.port = String(wire.port);
  const start = (url: string) => startServer(program, data, { DATABASE_URL: url });
  const near = [await start(location), await start(location)];
  const distant = [await start(far.href)];
  const created = await createCrowd(near[0].url, key, 'read');
  const { crowd_id: id } = (await created.json()) as { crowd_id: string };

  /** Reads a second over all of some processes. */
  const read = async (servers: readonly ServerProcess[], isKeyed: boolean, seconds = SECONDS) => {
    const connections = CONNECTIONS / servers.length;
    const speeds = await Promise.all(
      servers.map(({ url }) => loadWithWrk(`${url}/v1/crowd/${id}`, { connections, seconds, key, isKeyed })),
    );
    return speeds.reduce((sum, speed) => sum + speed);
  };

  for (const servers of [near, distant]) await read(servers, true, WARM_UP_SECONDS);
  const rows: object[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const one = await read(near.slice(0, 1), false);
    const two = await read(near, false);
    const keyed = await read(near.slice(0, 1), true);
    rows.push({
      'one process': Math.round(one),
      'two processes': Math.round(two),
      'two to one': (two / one).toFixed(2),
      keyed: Math.round(keyed),
      'keyed to plain': (keyed / one).toFixed(2),
      [`keyed, ${DISTANCE} ms off`]: Math.round(await read(distant, true)),
    });
  }
  for (const server of [...near, ...distant]) await server.kill();
  await wire.close();
  await postgres.stop();
  return rows;
}
