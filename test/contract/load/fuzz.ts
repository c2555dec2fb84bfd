import { SAMPLE_KEY } from 'three-crowd-server';
import { mulberry32 } from '../../../src/math/index.js';
import { createCrowd, registerAccount } from '../../support/contract/account.js';
import { ELSEWHERE, OddReceivers } from '../../support/contract/odd-receivers.js';
import { type OddRequest, OddRequests } from '../../support/contract/odd-requests.js';
import { startPostgres } from '../../support/contract/postgres.js';
import { exchange, type RawAnswer } from '../../support/contract/raw-exchange.js';
import { type ServerProcess, startServer } from '../../support/contract/server-process.js';
import { ExchangeValidator } from '../../support/contract/validate-exchange.js';
import type { LoadSetting } from './run.js';

/** Another gives other requests: `FUZZ_SEED=7 npm run test:load fuzz`. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 60);
const CALLERS = 6;
/** Each kind of defect is shown with so many requests. */
const SHOWN = 2;

/**
 * Requests of all kinds by raw sockets, made from the published description, to one process on SQLite and to two on
 * PostgreSQL, while receivers of webhooks do what none should. Shows every answer that is the service's own failure, does not come, or is not as published.
 */
export async function fuzz({ program, data }: LoadSetting): Promise<object[]> {
  console.log(`seed ${SEED}, ${SECONDS} s on each engine`);
  const settings = { THREE_CROWD_PRIVATE_WEBHOOKS: 'yes' };
  const rows = [
    await fuzzEngine('SQLite', `${data}/crowds.db`, [await startServer(program, data, settings)]),
  ];
  const postgres = await startPostgres();
  const location = await postgres.createDatabase();
  const servers = [1, 2].map(() => startServer(program, data, { ...settings, DATABASE_URL: location }));
  rows.push(await fuzzEngine('PostgreSQL', location, await Promise.all(servers)));
  await postgres.stop();
  return rows;
}

async function fuzzEngine(
  engine: string,
  location: string,
  servers: readonly ServerProcess[],
): Promise<object> {
  const description = await (await fetch(`${servers[0].url}/openapi.json`)).json();
  const { paths } = description as { paths: Record<string, object> };
  const accounts = [
    await registerAccount(location, 'studio', 'Ann'),
    await registerAccount(location, 'developer', 'Bob'),
  ];
  const crowds = ['cr_Parade5k'];
  for (const { key } of accounts) {
    for (const name of ['a', 'b']) {
      const created = await createCrowd(servers[0].url, key, name);
      crowds.push(((await created.json()) as { crowd_id: string }).crowd_id);
    }
  }
  const receivers = await OddReceivers.start();
  for (const [i, [, url]] of [...receivers.urls].filter(([name]) => name !== ELSEWHERE).entries()) {
    await register(servers[0].url, accounts[i % accounts.length].key, url);
  }
  const keys = [...accounts.map(({ key }) => key), accounts[0].key, SAMPLE_KEY];
  const validator = new ExchangeValidator(description as object);
  const defects = new Map<string, number>();
  const statuses = new Map<number, number>();
  const deadline = performance.now() + SECONDS * 1000;
  const call = async (caller: number): Promise<void> => {
    const random = mulberry32(SEED + caller);
    const requests = new OddRequests(paths, { keys, crowds }, random);
    while (performance.now() < deadline) {
      const request = requests.next();
      const server = servers[Math.floor(random() * servers.length)];
      const isChunked = random() < 0.2;
      const answer = await exchange(Number(new URL(server.url).port), request, isChunked).catch(String);
      const wrong = typeof answer === 'string' ? answer : await judge(request, answer, validator);
      if (answer && typeof answer !== 'string') {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
      if (wrong === undefined) continue;
      const count = (defects.get(wrong) ?? 0) + 1;
      defects.set(wrong, count);
      if (count <= SHOWN) console.log(engine, wrong, isChunked, JSON.stringify(request).slice(0, 3000));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
  const messages = [...receivers.urls.keys()].map((name) => `${name}: ${receivers.count(name)}`);
  console.log(engine, 'messages that receivers got:', messages.join(', '));
  receivers.close();
  const megabytes = servers.map((server) => Math.round(server.peakMemory()));
  for (const server of servers) {
    const code = await server.kill('SIGTERM');
    if (code !== 0) console.log(engine, 'exit code', code);
  }
  return {
    engine,
    requests: [...statuses.values()].reduce((sum, count) => sum + count, 0),
    defects: [...defects.values()].reduce((sum, count) => sum + count, 0),
    'operations and statuses seen': validator.seen.size,
    'peak MB': megabytes.join(),
  };
}

async function register(server: string, key: string, url: string): Promise<void> {
  const { status } = await fetch(`${server}/v1/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (status !== 201) throw new Error(`${status} for a webhook`);
}

/** What is wrong with an answer; undefined for nothing. */
async function judge(
  { method, target, body }: OddRequest,
  answer: RawAnswer | undefined,
  validator: ExchangeValidator,
): Promise<string | undefined> {
  if (!answer) return 'no answer';
  const { status, surplus } = answer;
  if (status >= 500) return `${status}: ${answer.body.toString().slice(0, 200)}`;
  // Who refuses what cannot be read as a request does not know its method.
  const isRead = status !== 400 || method !== 'HEAD';
  if (surplus > 0 && isRead) return `${status} to ${method}: ${surplus} bytes after its end`;
  if (!answer.headers.get('x-request-id')) return `${status} without X-Request-Id`;
  const isError = status >= 400 && method !== 'HEAD';
  if (isError && !/^application\/(?:problem\+)?json/.test(answer.headers.get('content-type') ?? '')) {
    return `${status} as ${answer.headers.get('content-type')}`;
  }
  const empty = [204, 304].includes(status) || method === 'HEAD';
  const response = new Response(empty ? null : Uint8Array.from(answer.body), {
    status,
    headers: Object.fromEntries(answer.headers),
  });
  const url = target.startsWith('/') ? `http://localhost${target}` : target;
  try {
    // A byte order mark is ignored (RFC 8259, 8.1), and is nothing that a schema knows.
    await validator.check({ method, url }, body?.replace(/^\ufeff/, ''), response);
    return undefined;
  } catch (error) {
    return String((error as Error).message).slice(0, 300);
  }
}
