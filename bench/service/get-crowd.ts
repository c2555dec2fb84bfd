/**
 * Compares the service with a bare Node server that sends the same bytes. Storage is SQLite in a file; each request is
 * authenticated and counted. Goals, as a share of the bare server's requests: 0.6 at 150 people, 0.7 at 1,000, 0.9 at 5,000.
 *
 * The second ratio, of processor time a request, does not change with the load of the machine. Rounds of both servers take
 * turns, so that disturbances affect both.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Argument } from 'commander';
import { issueKey, openAccount, openStorage } from 'three-crowd-server';
import { writeKit } from 'three-crowd-server/kit';
import { commandLine } from '../command-line.js';
import { processorTimeOf } from './processor-time.js';

const ALL_SIZES = [150, 1_000, 5_000];
/** Kinds of requests: without `Idempotency-Key`, and with one, as CrowdClient sends it. */
const KINDS = [
  { kind: 'plain', isKeyed: false },
  { kind: 'keyed', isKeyed: true },
];
const CONNECTIONS = 10;
/** Seconds until the code is compiled. Requests before that are slow. */
const WARM_UP_SECONDS = 5;
const SECONDS = 1;
const ROUNDS = 7;

interface Server {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Result of one round. */
interface Speed {
  readonly perSecond: number;
  /** Processor time of the server for one request, microseconds. */
  readonly cost: number;
}

const { args } = commandLine(
  'npm run bench:service --',
  'Compares reads of stored crowds with a bare Node server that sends the same bytes. Takes two minutes.',
)
  .addArgument(new Argument('[sizes...]', 'people of a crowd').choices(ALL_SIZES.map(String)))
  .parse();
const sizes = args.length > 0 ? args.map(Number) : ALL_SIZES;
const directory = await mkdtemp(join(tmpdir(), 'three-crowd-bench-'));
const files = join(directory, 'files');
const database = join(directory, 'crowds.db');
const kit = join('.three-crowd', 'bench-kit');
await mkdir(files);
if (!existsSync(kit)) await writeKit(kit);

const storage = await openStorage({ location: database });
const { key } = await issueKey(storage, await openAccount(storage, 'Bench', 'studio'), 'bench');
await storage.close();
const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'identity' };

const service = await startServer('server.ts', [kit, database]);
const crowds = new Map<number, string>();
for (const size of sizes) crowds.set(size, await saveCrowd(service.url, size));
const bare = await startServer('bare-server.ts', [files]);

const rows: object[] = [];
for (const [size, id] of crowds) {
  for (const { kind, isKeyed } of KINDS) {
    const readBare = (seconds: number) => load(bare, `/${id}.json`, isKeyed, seconds);
    const readCrowd = (seconds: number) => load(service, `/v1/crowd/${id}`, isKeyed, seconds);
    await readBare(WARM_UP_SECONDS / 2);
    await readCrowd(WARM_UP_SECONDS);
    const rounds: { bare: Speed; crowd: Speed }[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      rounds.push({ bare: await readBare(SECONDS), crowd: await readCrowd(SECONDS) });
    }
    rows.push({
      people: size,
      requests: kind,
      'bare /s': Math.round(median(rounds.map(({ bare }) => bare.perSecond))),
      'crowd /s': Math.round(median(rounds.map(({ crowd }) => crowd.perSecond))),
      'ratio of requests': round(median(rounds.map(({ bare, crowd }) => crowd.perSecond / bare.perSecond))),
      'bare µs': Math.round(median(rounds.map(({ bare }) => bare.cost))),
      'crowd µs': Math.round(median(rounds.map(({ crowd }) => crowd.cost))),
      'ratio of processor time': round(median(rounds.map(({ bare, crowd }) => bare.cost / crowd.cost))),
    });
  }
}
console.table(rows);
await Promise.all([stop(service), stop(bare)]);
await rm(directory, { recursive: true });

async function startServer(program: string, settings: string[]): Promise<Server> {
  const child = fork(join(import.meta.dirname, program), settings);
  const [url] = await once(child, 'message');
  return { url: url as string, child };
}

async function stop({ child }: Server): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

/** Saves a crowd, and keeps its bytes as a file for the bare server. @returns its id */
async function saveCrowd(url: string, size: number): Promise<string> {
  const response = await fetch(`${url}/v1/projects`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ recipe_json: { size, spawnRadius: Math.sqrt(size), boundaryRadius: 100 } }),
  });
  const { crowd_id: id } = (await response.json()) as { crowd_id: string };
  const crowd = await fetch(`${url}/v1/crowd/${id}`, { headers });
  await writeFile(join(files, `${id}.json`), new Uint8Array(await crowd.arrayBuffer()));
  return id;
}

async function load(server: Server, path: string, isKeyed: boolean, seconds: number): Promise<Speed> {
  const before = await processorTimeOf(server.child);
  const { non2xx, errors, requests } = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        path,
        headers,
        ...(isKeyed && {
          setupRequest: (request) => ({
            ...request,
            headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
          }),
        }),
      },
    ],
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} lost`);
  const cost = ((await processorTimeOf(server.child)) - before) / requests.total;
  return { perSecond: requests.total / seconds, cost };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
