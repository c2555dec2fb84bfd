import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { askUntilClosed } from '../../support/contract/ask-until-closed.js';
import { startServer } from '../../support/contract/server-process.js';
import type { LoadSetting } from './run.js';

const ROUNDS = 20;
const AT_ONCE = 4;
const CALLERS = 1000;

/** Processes that start at once on a new SQLite database. */
export async function startTogether({ program, data }: LoadSetting): Promise<object[]> {
  let clean = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const suffix of ['', '-wal', '-shm']) await rm(join(data, `crowds.db${suffix}`), { force: true });
    const starts = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => startServer(program, data)),
    );
    if (starts.every(({ status }) => status === 'fulfilled')) clean += 1;
    for (const start of starts) if (start.status === 'fulfilled') await start.value.kill();
  }
  return [{ rounds: ROUNDS, 'processes at once': AT_ONCE, 'rounds in which all came up': clean }];
}

/** Connections under load at SIGTERM: how each of them ends. */
export async function stopUnderLoad({ program, data }: LoadSetting): Promise<object[]> {
  const server = await startServer(program, data, { THREE_CROWD_DRAIN: '5' });
  const callers = Array.from({ length: CALLERS }, () => askUntilClosed(server.url));
  await Promise.all(callers.map(({ answered }) => answered));
  const ended = server.kill('SIGTERM');
  const outcomes = await Promise.all(callers.map(({ closed }) => closed));
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [{ connections: CALLERS, ...Object.fromEntries(counts), 'exit code': await ended }];
}
