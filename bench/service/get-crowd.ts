/**
 * How fast a crowd is served that was served before, as a ratio to a bare Node server that gives the same bytes, and to a
 * static file of the same server: `npm run bench:service`. Storage is SQLite in a file, each request is authenticated
 * and metered; bars: 0.35 of the bare server at 150 people, 0.45 at 1,000, 0.6 at 5,000.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { issueKey, openAccount, openStorage } from 'three-crowd-server';
import { writeKit } from 'three-crowd-server/kit';

const SIZES = [150, 1_000, 5_000];
const ENCODINGS = ['identity', 'br'];
const CONNECTIONS = 10;
const SECONDS = 3;
const ROUNDS = 3;
/** Crowds that are served for the first time, each once. */
const COLD = 10;

const directory = await mkdtemp(join(tmpdir(), 'three-crowd-bench-'));
const files = join(directory, 'files');
const database = join(directory, 'crowds.db');
const kit = join('.three-crowd', 'bench-kit');
await mkdir(files);
if (!existsSync(kit)) await writeKit(kit);

const storage = await openStorage({ location: database });
const { key } = await issueKey(storage, await openAccount(storage, 'Bench', 'studio'), 'bench');
await storage.close();
const headers = { Authorization: `Bearer ${key}` };

async function startServer(
  program = 'server.ts',
  settings = [kit, database, files],
): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, program), settings);
  const [url] = await once(child, 'message');
  return { url: url as string, child };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

/** Saves a crowd and keeps its bytes as a file of its own. @returns its id */
async function prepare(url: string, size: number, seed: number): Promise<string> {
  const response = await fetch(`${url}/v1/projects`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ recipe_json: { size, seed, spawnRadius: Math.sqrt(size), boundaryRadius: 100 } }),
  });
  const { crowd_id: id } = (await response.json()) as { crowd_id: string };
  const crowd = await fetch(`${url}/v1/crowd/${id}`, {
    headers: { ...headers, 'Accept-Encoding': 'identity' },
  });
  await writeFile(join(files, `${id}.json`), new Uint8Array(await crowd.arrayBuffer()));
  return id;
}

async function throughput(url: string, encoding: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { ...headers, 'Accept-Encoding': encoding },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} lost`);
  return result.requests.average;
}

async function time(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  await response.arrayBuffer();
  return performance.now() - started;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value: number, digits: number): number => Number(value.toFixed(digits));

const first = await startServer();
const crowds = new Map<number, string[]>();
for (const size of SIZES) {
  const ids: string[] = [];
  for (let seed = 0; seed < COLD; seed++) ids.push(await prepare(first.url, size, seed));
  crowds.set(size, ids);
}
await stop(first.child);

const { url, child } = await startServer();
const bare = await startServer('bare-server.ts', [files]);
const crowdAt = (id: string) => `${url}/v1/crowd/${id}`;
const fileAt = (id: string) => `${url}/examples/${id}.json`;
const rows: object[] = [];
for (const [size, ids] of crowds) {
  // One of each warms the way there; the others are cold.
  await time(fileAt(ids[0]));
  await time(crowdAt(ids[0]));
  const coldFile = median(await inTurn(ids.slice(1), (id) => time(fileAt(id))));
  const coldCrowd = median(await inTurn(ids.slice(1), (id) => time(crowdAt(id))));
  rows.push({
    size,
    kind: 'cold, ms',
    file: round(coldFile, 2),
    crowd: round(coldCrowd, 2),
    ratio: round(coldFile / coldCrowd, 3),
  });
  for (const encoding of ENCODINGS) {
    const rounds: { bare: number; file: number; crowd: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      rounds.push({
        // It does not compress.
        bare: encoding === 'identity' ? await throughput(`${bare.url}/${ids[0]}.json`, encoding) : Number.NaN,
        file: await throughput(fileAt(ids[0]), encoding),
        crowd: await throughput(crowdAt(ids[0]), encoding),
      });
    }
    rows.push({
      size,
      kind: `cached, ${encoding}, requests/s`,
      bare: Math.round(median(rounds.map(({ bare }) => bare))),
      file: Math.round(median(rounds.map(({ file }) => file))),
      crowd: Math.round(median(rounds.map(({ crowd }) => crowd))),
      'ratio to bare': round(median(rounds.map(({ bare, crowd }) => crowd / bare)), 3),
      ratio: round(median(rounds.map(({ file, crowd }) => crowd / file)), 3),
    });
  }
}
console.table(rows);
await Promise.all([stop(child), stop(bare.child)]);
await rm(directory, { recursive: true });

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
