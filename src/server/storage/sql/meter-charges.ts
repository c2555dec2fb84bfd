import type { Charge, MeterOutcome, ReadBasis, RequestMark } from '../storage.js';
import type { Engine, UsesOfBasis } from './engine.js';

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
  const parts = new Map<ReadBasis | undefined, UsesOfBasis & { unnamed: number; marks: RequestMark[] }>();
  // Of several requests with one key, the first stands for all.
  const firsts = new Map<string, Charge>();
  for (const charge of charges) {
    const { request, basis } = charge;
    const part = parts.get(basis) ?? { basis, unnamed: 0, marks: [] };
    parts.set(basis, part);
    if (!request) part.unnamed += 1;
    else if (!firsts.has(request.key)) {
      firsts.set(request.key, charge);
      part.marks.push(request);
    }
  }
  const { counted, repeated } = await engine.countUses({ accountId, period, parts: [...parts.values()] });
  const known = await findFingerprints(engine, accountId, [...repeated]);
  const isCounted = ({ basis }: Charge) => {
    const part = parts.get(basis);
    return part !== undefined && counted.has(part);
  };
  return charges.map((charge) => {
    const { request } = charge;
    const first = request ? firsts.get(request.key) : charge;
    if (!first || !isCounted(first) || !isCounted(charge)) return 'changed';
    if (!request || (first === charge && !repeated.has(request.key))) return 'counted';
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
