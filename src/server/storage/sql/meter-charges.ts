import type { Charge, MeterOutcome, RequestMark } from '../storage.js';
import type { Engine } from './engine.js';

/** Counts several uses, those of one account and period in one transaction; the outcome of each is at its place. */
export async function meterCharges(engine: Engine, charges: readonly Charge[]): Promise<MeterOutcome[]> {
  const batches = new Map<string, [index: number, charge: Charge][]>();
  for (const [index, charge] of charges.entries()) {
    const place = `${charge.accountId} ${charge.period}`;
    const batch = batches.get(place);
    if (batch) batch.push([index, charge]);
    else batches.set(place, [[index, charge]]);
  }
  const outcomes: MeterOutcome[] = [];
  for (const batch of batches.values()) {
    const of = await meterBatch(
      engine,
      batch.map(([, charge]) => charge),
    );
    for (const [i, [index]] of batch.entries()) outcomes[index] = of[i];
  }
  return outcomes;
}

/** @param charges of one account and period, at least one */
async function meterBatch(engine: Engine, charges: readonly Charge[]): Promise<MeterOutcome[]> {
  const [{ accountId, period }] = charges;
  // Of several requests with one key, the first stands for all.
  const marks = new Map<string, RequestMark>();
  let unnamed = 0;
  for (const { request } of charges) {
    if (!request) unnamed += 1;
    else if (!marks.has(request.key)) marks.set(request.key, request);
  }
  const claimed = await engine.countUses({ accountId, period, unnamed, marks: [...marks.values()] });
  const known = await findFingerprints(
    engine,
    accountId,
    [...marks.keys()].filter((key) => !claimed.has(key)),
  );
  return charges.map(({ request }) => {
    const first = request && marks.get(request.key);
    if (!first || (first === request && claimed.has(request.key))) return 'counted';
    const fingerprint = claimed.has(request.key) ? first.fingerprint : known.get(request.key);
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
