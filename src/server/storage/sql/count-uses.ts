import type { ReadBasis, RequestMark, Use, UseOutcome } from '../storage.js';
import type { Engine } from './engine.js';
import type { UsesOfBasis } from './use-batch.js';

/** Counts several uses, those of one account and period in one transaction; the outcome of each is at its place. */
export async function countUses(engine: Engine, uses: readonly Use[]): Promise<UseOutcome[]> {
  const batches = new Map<string, [index: number, use: Use][]>();
  for (const [index, use] of uses.entries()) {
    const place = `${use.accountId} ${use.period}`;
    const batch = batches.get(place);
    if (batch) batch.push([index, use]);
    else batches.set(place, [[index, use]]);
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

/** @param uses of one account and period, at least one */
async function countBatch(engine: Engine, uses: readonly Use[]): Promise<UseOutcome[]> {
  const [{ accountId, period }] = uses;
  const parts = new Map<ReadBasis | undefined, UsesOfBasis & { unnamed: number; marks: RequestMark[] }>();
  // Of several requests with one key, the first stands for all.
  const firsts = new Map<string, Use>();
  for (const use of uses) {
    const { request, basis } = use;
    const part = parts.get(basis) ?? { basis, unnamed: 0, marks: [] };
    parts.set(basis, part);
    if (!request) part.unnamed += 1;
    else if (!firsts.has(request.key)) {
      firsts.set(request.key, use);
      part.marks.push(request);
    }
  }
  const { counted, repeated } = await engine.countBatch({ accountId, period, parts: [...parts.values()] });
  const known = await findFingerprints(engine, accountId, [...repeated]);
  const isCounted = ({ basis }: Use) => {
    const part = parts.get(basis);
    return part !== undefined && counted.has(part);
  };
  return uses.map((use) => {
    const { request } = use;
    const first = request ? firsts.get(request.key) : use;
    if (!first || !isCounted(first) || !isCounted(use)) return 'changed';
    if (!request || (first === use && !repeated.has(request.key))) return 'counted';
    const fingerprint = repeated.has(request.key) ? known.get(request.key) : first.request?.fingerprint;
    return fingerprint === request.fingerprint ? 'repeated' : 'reused';
  });
}

async function findFingerprints(
  { reading }: Engine,
  accountId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await reading
    .selectFrom('requests')
    .select(['key', 'fingerprint'])
    .where('account_id', '=', accountId)
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map(({ key, fingerprint }) => [key, fingerprint]));
}
