import { createCrowd, registerAccount } from '../../support/contract/account.js';
import { startPostgres } from '../../support/contract/postgres.js';
import { startServer } from '../../support/contract/server-process.js';
import { startWire } from '../../support/contract/wire.js';
import type { LoadSetting } from './run.js';

const LOSSES = 5;
const LOST_SECONDS = 10;
const WRITERS = 6;

/** Two processes whose way to PostgreSQL is cut for ten seconds, five times, while crowds are created. */
export async function loseNetwork({ program, data }: LoadSetting): Promise<object[]> {
  const postgres = await startPostgres();
  const location = await postgres.createDatabase();
  const account = await registerAccount(location, 'studio');
  const wire = await startWire(Number(new URL(location).port));
  const through = new URL(location);
  through.port = String(wire.port);
  const environment = { DATABASE_URL: through.href };
  const servers = await Promise.all([1, 2].map(() => startServer(program, data, environment)));

  const acknowledged = new Set<string>();
  const statuses = new Map<number | string, number>();
  const lastSuccess = Array<number>(WRITERS).fill(0);
  let isStopping = false;
  const write = async (writer: number): Promise<void> => {
    for (let i = 0; !isStopping; i++) {
      for (let status: number | string = 0; status !== 201; ) {
        const response = await createCrowd(servers[writer % 2].url, account.key, `lost-${writer}-${i}`).catch(
          (error: Error) => error,
        );
        status = response instanceof Error ? response.message : response.status;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (response instanceof Error) continue;
        const { crowd_id: id } = (await response.json()) as { crowd_id: string };
        if (status === 201) {
          acknowledged.add(id);
          lastSuccess[writer] = performance.now();
        } else await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));

  const rows: object[] = [];
  for (let loss = 1; loss <= LOSSES; loss++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    wire.cut();
    await new Promise((resolve) => setTimeout(resolve, LOST_SECONDS * 1000));
    const answers = await Promise.all(servers.map(({ url }) => fetch(`${url}/health`)));
    wire.mend();
    const since = performance.now();
    while (Math.min(...lastSuccess) < since) await new Promise((resolve) => setTimeout(resolve, 5));
    rows.push({
      loss,
      health: answers.map(({ status }) => status).join(),
      'right again after ms': Math.round(performance.now() - since),
    });
  }
  isStopping = true;
  await Promise.all(writing);
  const { ids, used } = await account.inspect();
  const lost = [...acknowledged].filter((id) => !ids.includes(id)).length;
  rows.push({ loss: 'all', ...Object.fromEntries(statuses), acknowledged: acknowledged.size, lost, used });
  for (const server of servers) await server.kill();
  await wire.close();
  await postgres.stop();
  return rows;
}
