import { availableParallelism } from 'node:os';
import { createCrowd, registerAccount } from '../../support/contract/account.js';
import { startPostgres } from '../../support/contract/postgres.js';
import { processorTimeOf } from '../../support/contract/processor-time.js';
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

/** Milliseconds that each of two processes runs and pauses by turns. They differ, so that chance has them run at once. */
const TURNS = [
  { running: 10, pausing: 20 },
  { running: 12, pausing: 24 },
];

/** What was measured in one round. */
interface Speed {
  /** Reads a second over all processes. */
  readonly perSecond: number;
  /** Microseconds of processor time that a read takes: of the processes, of the database, and of the client. */
  readonly costs: readonly number[];
}

/**
 * Metered reads a second from PostgreSQL: plain and keyed, by one process and two, next to the database and far off; and
 * what one costs, which other work on the machine changes less: `35 + 6 + 13` µs are the processes', the database's and
 * wrk's. On a machine of two cores, two processes share these with the database and wrk, so that they cannot read twice as
 * much; "thirds" tells whether they would on more: each runs a third of the time alone. Needs `wrk`.
 */
export async function readFromPostgres({ program, data }: LoadSetting): Promise<object[]> {
  const postgres = await startPostgres();
  const location = await postgres.createDatabase();
  const { key } = await registerAccount(location, 'studio');
  const wire = await startWire(Number(new URL(location).port), DISTANCE / 2);
  const distantLocation = new URL(location);
  distantLocation.port = String(wire.port);
  const start = (url: string) => startServer(program, data, { DATABASE_URL: url });
  const near = [await start(location), await start(location)];
  const distant = [await start(distantLocation.href)];
  const created = await createCrowd(near[0].url, key, 'read');
  const { crowd_id: id } = (await created.json()) as { crowd_id: string };

  const spent = () => {
    const servers = [...near, ...distant].reduce((sum, server) => sum + server.processorTime(), 0);
    const database = postgres.processorTime();
    // All three are this process's children.
    return [servers, database, processorTimeOf(process.pid) - servers - database];
  };
  /** Reads over all of some processes. */
  const read = async (
    servers: readonly ServerProcess[],
    isKeyed: boolean,
    seconds = SECONDS,
  ): Promise<Speed> => {
    const before = spent();
    const connections = CONNECTIONS / servers.length;
    const speeds = await Promise.all(
      servers.map(({ url }) => loadWithWrk(`${url}/v1/crowd/${id}`, { connections, seconds, key, isKeyed })),
    );
    const after = spent();
    const perSecond = speeds.reduce((sum, speed) => sum + speed);
    const costs = after.map((time, part) => (time - before[part]) / (perSecond * seconds));
    return { perSecond, costs };
  };

  for (const servers of [near, distant]) await read(servers, true, WARM_UP_SECONDS);
  const rows: object[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const one = await read(near.slice(0, 1), false);
    const two = await read(near, false);
    const keyed = await read(near.slice(0, 1), true);
    const far = await read(distant, true);
    const stopTurns = takeTurns(near);
    const third = await read(near.slice(0, 1), false);
    const thirds = await read(near, false);
    stopTurns();
    rows.push({
      'one process': Math.round(one.perSecond),
      'its µs': describe(one),
      'two processes': Math.round(two.perSecond),
      'their µs': describe(two),
      'two to one': (two.perSecond / one.perSecond).toFixed(2),
      'two at most': Math.round(mostOf(two)),
      'two thirds to one': (thirds.perSecond / third.perSecond).toFixed(2),
      keyed: Math.round(keyed.perSecond),
      'keyed µs': describe(keyed),
      'keyed to plain': (keyed.perSecond / one.perSecond).toFixed(2),
      [`keyed, ${DISTANCE} ms off`]: Math.round(far.perSecond),
    });
  }
  for (const server of [...near, ...distant]) await server.kill();
  await wire.close();
  await postgres.stop();
  return rows;
}

/** Has each process run a third of the time. @returns ends that */
function takeTurns(servers: readonly ServerProcess[]): () => void {
  const ends = servers.map((server, index) => {
    const { running, pausing } = TURNS[index];
    let timer: NodeJS.Timeout;
    const run = () => {
      server.signal('SIGCONT');
      timer = setTimeout(pause, running);
    };
    const pause = () => {
      server.signal('SIGSTOP');
      timer = setTimeout(run, pausing);
    };
    run();
    return () => {
      clearTimeout(timer);
      server.signal('SIGCONT');
    };
  });
  return () => {
    for (const end of ends) end();
  };
}

function describe({ costs }: Speed): string {
  return costs.map((cost) => Math.round(cost)).join(' + ');
}

/** Reads a second that would take all the processor time that this machine has. */
function mostOf({ costs }: Speed): number {
  return (availableParallelism() * 1e6) / costs.reduce((sum, cost) => sum + cost);
}
