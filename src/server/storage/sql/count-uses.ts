import type { Kysely } from 'kysely';
import type { DatabaseTime } from '../../core/database-time.js';
import { ANSWERS_A_UNIT, type Use, type UseOutcome } from '../storage.js';
import type { Engine, NamedUses } from './engine.js';
import { takeFromKeyQuota } from './quota.js';
import type { Schema } from './schema.js';

/** Undoes a count that would go over a key's own quota. */
class KeyExhausted extends Error {}

/** Counts several uses, those of one account, period and key quota in one transaction. Outcomes have the order of the uses. */
export async function countUses(
  engine: Engine,
  uses: readonly Use[],
  time?: DatabaseTime,
): Promise<UseOutcome[]> {
  const batches = new Map<string, [index: number, use: Use][]>();
  for (const [index, use] of uses.entries()) {
    const name = `${use.accountId} ${use.period} ${use.key?.hash}`;
    const batch = batches.get(name);
    if (batch) batch.push([index, use]);
    else batches.set(name, [[index, use]]);
  }
  const outcomes: UseOutcome[] = [];
  for (const batch of batches.values()) {
    const usesOfBatch = batch.map(([, use]) => use);
    const of = usesOfBatch[0].key
      ? await countOfKey(engine, usesOfBatch, time)
      : await countBatch(engine, engine.counting(time), usesOfBatch);
    for (const [i, [index]] of batch.entries()) outcomes[index] = of[i];
  }
  return outcomes;
}

/** Units that a batch adds for one name. @param totals answers so far by key, those of the batch included */
export function unitsOf({ mark, answers }: NamedUses, totals: ReadonlyMap<string, number>): number {
  const total = totals.get(mark.key);
  if (total === undefined) return 0;
  return Math.ceil(total / ANSWERS_A_UNIT) - Math.ceil((total - answers) / ANSWERS_A_UNIT);
}

/** Counts uses of one key with a quota of its own: as many of them as there is room for. */
async function countOfKey(engine: Engine, uses: readonly Use[], time?: DatabaseTime): Promise<UseOutcome[]> {
  try {
    const db = engine.counting(time);
    return await db.transaction().execute(async (transaction) => {
      const outcomes = await countBatch(engine, transaction, uses);
      const units = outcomes.filter((outcome) => outcome === 'counted').length;
      if (!(await takeFromKeyQuota(transaction, uses[0], units))) throw new KeyExhausted();
      return outcomes;
    });
  } catch (error) {
    if (!(error instanceof KeyExhausted)) throw error;
    if (uses.length === 1) return ['exhausted'];
    const outcomes: UseOutcome[] = [];
    for (const use of uses) outcomes.push(...(await countOfKey(engine, [use], time)));
    return outcomes;
  }
}

/** @param uses of one account and period, at least one */
async function countBatch(engine: Engine, db: Kysely<Schema>, uses: readonly Use[]): Promise<UseOutcome[]> {
  const [{ accountId, period }] = uses;
  const named = new Map<string, NamedUses & { answers: number }>();
  let unnamed = 0;
  for (const { request } of uses) {
    const known = request && named.get(request.key);
    if (!request) unnamed += 1;
    else if (!known) named.set(request.key, { mark: request, answers: 1 });
    else if (known.mark.fingerprint === request.fingerprint) known.answers += 1;
  }
  const totals = await engine.countBatch(db, { accountId, period, unnamed, named: [...named.values()] });
  const answered = new Map<string, number>();
  return uses.map(({ request }) => {
    if (!request) return 'counted';
    const { key, fingerprint } = request;
    const { mark, answers } = named.get(key) as NamedUses;
    const total = totals.get(key);
    if (total === undefined || mark.fingerprint !== fingerprint) return 'reused';
    const before = answered.get(key) ?? total - answers;
    answered.set(key, before + 1);
    return before % ANSWERS_A_UNIT === 0 ? 'counted' : 'repeated';
  });
}
