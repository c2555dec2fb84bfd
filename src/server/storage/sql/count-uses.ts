import { ANSWERS_A_UNIT, type Use, type UseOutcome } from '../storage.js';
import type { Engine, NamedUses } from './engine.js';

/** Counts several uses, those of one account and period in one transaction. Outcomes have the order of the uses. */
export async function countUses(engine: Engine, uses: readonly Use[]): Promise<UseOutcome[]> {
  const batches = new Map<string, [index: number, use: Use][]>();
  for (const [index, use] of uses.entries()) {
    const name = `${use.accountId} ${use.period}`;
    const batch = batches.get(name);
    if (batch) batch.push([index, use]);
    else batches.set(name, [[index, use]]);
  }
  const outcomes: UseOutcome[] = [];
  for (const batch of batches.values()) {
    const of = await countBatch(
      engine,
      batch.map(([, use]) => use),
    );
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

/** @param uses of one account and period, at least one */
async function countBatch(engine: Engine, uses: readonly Use[]): Promise<UseOutcome[]> {
  const [{ accountId, period }] = uses;
  const named = new Map<string, NamedUses & { answers: number }>();
  let unnamed = 0;
  for (const { request } of uses) {
    const known = request && named.get(request.key);
    if (!request) unnamed += 1;
    else if (!known) named.set(request.key, { mark: request, answers: 1 });
    else if (known.mark.fingerprint === request.fingerprint) known.answers += 1;
  }
  const totals = await engine.countBatch({ accountId, period, unnamed, named: [...named.values()] });
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
