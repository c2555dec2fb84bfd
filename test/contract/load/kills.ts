import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStorage } from 'three-crowd-server';
import { createCrowd, registerAccount, send } from '../../support/contract/account.js';
import { startPostgres } from '../../support/contract/postgres.js';
import { createData, startServer } from '../../support/contract/server-process.js';
import type { LoadSetting } from './run.js';

const KILLS = 100;
const CALLERS = 4;
/** Requests that are answered at least before each kill. */
const LEAST_ANSWERS = 2 * CALLERS;

/** Kills a server again and again while it creates, reads and renames, and compares what it acknowledged with what is stored. */
export async function killUnderLoad({ program }: LoadSetting): Promise<object[]> {
  const postgres = await startPostgres();
  const rows = [];
  for (const engine of ['SQLite', 'PostgreSQL']) {
    const data = await createData();
    const isPostgres = engine === 'PostgreSQL';
    const location = isPostgres ? await postgres.createDatabase() : join(data, 'crowds.db');
    const { id, key, inspect } = await registerAccount(location, 'studio');
    const callers = Array.from({ length: CALLERS }, (_, i) => new Caller(key, `caller-${i}`));
    const countAnswers = () => callers.reduce((sum, { answers }) => sum + answers, 0);
    const start = () => startServer(program, data, isPostgres ? { DATABASE_URL: location } : {});
    let cut = 0;
    for (let round = 0; round < KILLS; round++) {
      const server = await start();
      const calling = callers.map((caller) => caller.callUntilCut(server.url));
      const before = countAnswers();
      while (countAnswers() - before < LEAST_ANSWERS) await setTimeout(2);
      await setTimeout((round * 7) % 41);
      await server.kill();
      await Promise.all(calling);
      cut += callers.filter(({ isUnderWay }) => isUnderWay).length;
    }
    const last = await start();
    for (const caller of callers) await caller.finish(last.url);
    await last.kill('SIGTERM');
    const { ids, used } = await inspect();
    const crowds = new Map(callers.flatMap((caller) => [...caller.names]));
    const storage = await openStorage({ location });
    const stored = new Map(
      await storage.listCrowds(id, 100_000).then((all) => all.map((one) => [one.id, one.name])),
    );
    await storage.close();
    const reads = callers.reduce((sum, caller) => sum + caller.reads, 0);
    rows.push({
      engine,
      kills: KILLS,
      'cut off': cut,
      created: crowds.size,
      stored: ids.length,
      lost: [...crowds.keys()].filter((crowd) => !stored.has(crowd)).length,
      'renames lost': [...crowds].filter(([crowd, name]) => stored.get(crowd) !== name).length,
      'billable requests': crowds.size + reads,
      units: used,
      failures: callers.flatMap(({ failures }) => failures).join(' '),
    });
    await rm(data, { recursive: true });
  }
  await postgres.stop();
  return rows;
}

/** Creates, reads and renames crowds in turn, each request under a name of its own. What is cut off is sent again. */
class Caller {
  answers = 0;
  reads = 0;
  /** Names of crowds as they were acknowledged last, by their ids. */
  readonly names = new Map<string, string>();
  readonly failures: string[] = [];
  #step = 0;
  #crowd = '';
  isUnderWay = false;

  constructor(
    readonly key: string,
    readonly name: string,
  ) {}

  async callUntilCut(url: string): Promise<void> {
    try {
      for (;;) await this.#call(url);
    } catch {
      // The server is gone.
    }
  }

  /** Sends what was under way when the last server was killed. */
  async finish(url: string): Promise<void> {
    while (this.isUnderWay) await this.#call(url);
  }

  async #call(url: string): Promise<void> {
    this.isUnderWay = true;
    const request = `${this.name}-${this.#step}`;
    const response = await this.#send(url, request);
    const body = (await response.json()) as { crowd_id?: string };
    if (response.status === 503) {
      await setTimeout(1000);
      return;
    }
    this.answers += 1;
    if (!response.ok) this.failures.push(`${response.status} for ${request}`);
    const kind = this.#step % 3;
    if (kind === 0) this.#crowd = body.crowd_id ?? '';
    if (kind === 1) this.reads += 1;
    else this.names.set(this.#crowd, request);
    this.#step += 1;
    this.isUnderWay = false;
  }

  #send(url: string, request: string): Promise<Response> {
    const kind = this.#step % 3;
    if (kind === 0) return createCrowd(url, this.key, request);
    const named = { 'Idempotency-Key': request };
    const headers = { Authorization: `Bearer ${this.key}`, ...named };
    if (kind === 1) return fetch(`${url}/v1/crowd/${this.#crowd}`, { headers });
    return send('PUT', `${url}/v1/projects/${this.#crowd}`, this.key, { name: request }, named);
  }
}
