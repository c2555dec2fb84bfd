import { join } from 'node:path';
import { completeRecipe } from 'three-crowd/protocol';
import { type KeyLimits, openStorage, type Storage } from 'three-crowd-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SavedCrowd, Use } from '../../../src/server/index.js';
import { KIT_MANIFEST } from '../../support/contract/fake-kit.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { createDirectory } from '../../support/temporary-directory.js';

const directory = await createDirectory();

const ENGINES: Readonly<Record<string, () => Promise<Storage>>> = {
  'SQLite in memory': () => openStorage({ location: ':memory:' }),
  'SQLite in a file': () => openStorage({ location: join(directory, 'new', 'crowds.db') }),
  PostgreSQL: async () => openStorage({ location: await createDatabase() }),
};

const AT = '2026-03-01T00:00:00.000Z';
const ANN = { id: 'ann', name: 'Ann', plan: 'developer' };
const BOB = { id: 'bob', name: 'Bob', plan: 'studio' };
const PERIOD = '2026-03';

function crowdOf(id: string, change: Partial<SavedCrowd> = {}): SavedCrowd {
  return {
    id: `cr_${id.padEnd(8, '0')}`,
    accountId: 'ann',
    isSample: false,
    name: 'Ünïcödé 🏮 "quoted"',
    recipe: completeRecipe({ seed: 42, splinePoints: [[1.5, -2]], later: { kept: [1, null] } }),
    manifestVersion: KIT_MANIFEST.version,
    createdAt: AT,
    updatedAt: AT,
    ...change,
  };
}

function useOf(key?: string, fingerprint = 'f', change: Partial<Use> = {}): Use {
  const request = key === undefined ? undefined : requestOf(key, fingerprint);
  return { accountId: 'ann', period: PERIOD, request, ...change };
}

function requestOf(key: string, fingerprint = 'f') {
  return { key, fingerprint, at: AT, expired: '2026-02-28T00:00:00.000Z' };
}

const NO_LIMITS: KeyLimits = {
  access: 'write',
  collection: null,
  origins: null,
  expiresAt: null,
  quota: null,
};

describe.each(Object.keys(ENGINES))('%s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await ENGINES[engine]();
    await storage.saveManifest(KIT_MANIFEST);
    await storage.saveAccount(ANN);
    await storage.saveAccount(BOB);
  });
  afterAll(() => storage.close());

  const create = (crowd: SavedCrowd, use = useOf()) => storage.createCrowd(crowd, use, 1000);

  test('returns undefined or nothing for unknown ids', async () => {
    expect(await storage.findAccount('nobody')).toBeUndefined();
    expect(await storage.findKey('no hash')).toBeUndefined();
    expect(await storage.findManifest('none')).toBeUndefined();
    expect(await storage.findCrowd('cr_00000000')).toBeUndefined();
    expect(await storage.updateCrowd('cr_00000000', () => expect.fail('there is none'))).toBeUndefined();
    expect(await storage.listCrowds('nobody', 10)).toEqual([]);
    expect(await storage.usage('nobody', PERIOD)).toBe(0);
    await storage.check();
  });

  test('keeps accounts, and replaces them by id', async () => {
    await storage.saveAccount({ id: 'cat', name: 'Cat', plan: 'developer' });
    await storage.saveAccount({ id: 'cat', name: 'Cat', plan: 'studio' });
    expect(await storage.findAccount('Cat')).toEqual({ id: 'cat', name: 'Cat', plan: 'studio' });
  });

  test('keeps keys until they are revoked, once', async () => {
    const account = { id: 'eve', name: 'Eve', plan: 'developer' };
    await storage.saveAccount(account);
    const keys = ['1', '2'].map((n) => ({
      id: `key_${n}`,
      hash: `hash ${n}`,
      accountId: 'eve',
      label: `Key ${n}`,
      createdAt: `2026-03-0${n}T00:00:00.000Z`,
      revokedAt: null,
      ...NO_LIMITS,
    }));
    for (const key of keys.toReversed()) expect(await storage.addKey(key)).toBe('added');
    // Neither an id nor a hash is ever given to another.
    expect(await storage.addKey({ ...keys[0], hash: 'other', accountId: 'bob' })).toBe('taken');
    expect(await storage.addKey({ ...keys[0], id: 'key_other', accountId: 'bob' })).toBe('taken');
    expect(await storage.listKeys('eve')).toEqual(keys);
    expect(await storage.listKeys('bob')).toEqual([]);
    expect(await storage.findKey('hash 1')).toEqual({
      hash: 'hash 1',
      account,
      limits: NO_LIMITS,
      isSuspended: false,
    });
    expect(await storage.revokeKey('key_1', AT)).toBe(true);
    expect(await storage.findKey('hash 1')).toBeUndefined();
    expect(await storage.revokeKey('key_1', AT)).toBe(false);
    expect(await storage.revokeKey('key_9', AT)).toBe(false);
    expect(await storage.listKeys('eve')).toEqual([{ ...keys[0], revokedAt: AT }, keys[1]]);
  });

  test('adds as many usable keys as an account may have, also where all come at once', async () => {
    await storage.saveAccount({ id: 'fay', name: 'Fay', plan: 'studio' });
    const key = { accountId: 'fay', label: '', createdAt: AT, revokedAt: null, ...NO_LIMITS };
    await storage.addKey({ ...key, id: 'key_dead', hash: 'dead', expiresAt: AT });
    await storage.addKey({ ...key, id: 'key_gone', hash: 'gone', revokedAt: AT });
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, (_, i) => storage.addKey({ ...key, id: `key_f${i}`, hash: `f${i}` }, 4)),
    );
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(5);
  });

  test('lists accounts with their use, suspends and resumes them', async () => {
    await storage.saveAccount({ id: 'gus', name: 'Gus', plan: 'studio' });
    await storage.countUses([useOf(undefined, '', { accountId: 'gus' })]);
    const gus = async (period = PERIOD) =>
      (await storage.listAccounts(period)).find(({ name }) => name === 'Gus');
    expect(await gus()).toEqual({ id: 'gus', name: 'Gus', plan: 'studio', suspendedAt: null, used: 1 });
    expect(await gus('2001-01')).toMatchObject({ used: 0 });
    expect(await storage.suspendAccount('Gus', AT)).toBe(true);
    expect(await gus()).toMatchObject({ suspendedAt: AT });
    expect(await storage.suspendAccount('Gus', null)).toBe(true);
    expect(await gus()).toMatchObject({ suspendedAt: null });
    expect(await storage.suspendAccount('Nobody', AT)).toBe(false);
  });

  test('keeps the limits of a key', async () => {
    const limits: KeyLimits = {
      access: 'read',
      collection: 'Ünïcödé',
      origins: ['https://a.test', 'https://b.test'],
      expiresAt: '2027-01-01T00:00:00.000Z',
      quota: 20,
    };
    const account = { id: 'dee', name: 'Dee', plan: 'studio' };
    await storage.saveAccount(account);
    const key = { id: 'key_l', hash: 'limited', accountId: 'dee', label: '', createdAt: AT, revokedAt: null };
    await storage.addKey({ ...key, ...limits });
    expect(await storage.findKey('limited')).toEqual({
      hash: 'limited',
      account,
      limits,
      isSuspended: false,
    });
    expect(await storage.listKeys('dee')).toEqual([{ ...key, ...limits }]);
  });

  test('keeps files by path, and the first of each', async () => {
    const paths = ['assets/1a2b/lod.glb', 'assets/3c4d/lod.glb', 'sdk/1.0.0/a.js'];
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 31) % 256);
    expect(await storage.findMissing(paths)).toEqual(paths);
    // A view of something larger.
    await storage.saveFile(paths[0], bytes.subarray(1, 90_001));
    await storage.saveFile(paths[1], bytes.subarray(1, 90_001));
    await storage.saveFile(paths[0], new Uint8Array(3));
    expect(await storage.findMissing(paths)).toEqual([paths[2]]);
    expect(await storage.findMissing([])).toEqual([]);
    for (const path of paths.slice(0, 2)) {
      const found = Buffer.from((await storage.findFile(path)) ?? []);
      expect(found.equals(bytes.subarray(1, 90_001)), path).toBe(true);
    }
    expect(await storage.findFile(paths[2])).toBeUndefined();
  });

  test('10 simultaneous saves of one file succeed', async () => {
    const bytes = new Uint8Array(10_000).fill(7);
    await Promise.all(Array.from({ length: 10 }, () => storage.saveFile('assets/5e6f/race.glb', bytes)));
    expect(await storage.findFile('assets/5e6f/race.glb')).toHaveLength(bytes.length);
  });

  test('lists kits, and finds the newest of those with one catalogue', async () => {
    const kit = { version: '1a2b', manifestVersion: 'spring', files: ['lod.glb'], savedAt: AT };
    const next = { ...kit, version: '3c4d', savedAt: '2026-04-01T00:00:00.000Z' };
    for (const each of [kit, next, { ...next, files: [] }]) await storage.saveKit(each);
    expect(await storage.findKit('spring')).toEqual(next);
    expect(await storage.findKit('autumn')).toBeUndefined();
  });

  test('10 simultaneous requests for an account open one', async () => {
    const opened = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        storage.addAccount({ id: `new ${n}`, name: 'New', plan: 'developer' }),
      ),
    );
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  });

  test('lists one collection, page by page', async () => {
    await storage.saveAccount({ id: 'sorter', name: 'Sorter', plan: 'developer' });
    for (let n = 0; n < 9; n++) {
      const recipe = completeRecipe({ collection: n % 3 === 0 ? 'a' : 'b' });
      const crowd = crowdOf(`S${n}`, { accountId: 'sorter', recipe });
      await create(crowd, useOf(undefined, '', { accountId: 'sorter' }));
    }
    const first = await storage.listCrowds('sorter', 2, undefined, 'a');
    const rest = await storage.listCrowds('sorter', 2, first[1], 'a');
    expect([...first, ...rest].map(({ id }) => id)).toEqual(['S0', 'S3', 'S6'].map((id) => crowdOf(id).id));
  });

  test('an update that comes again is answered as before and not made again', async () => {
    const crowd = crowdOf('Again', { recipe: completeRecipe({ seed: 1 }) });
    await create(crowd);
    const used = await storage.usage('ann', PERIOD);
    const request = { ...requestOf('update'), accountId: 'ann' };
    const update = (seed: number, with_?: typeof request) =>
      storage.updateCrowd(
        crowd.id,
        (current) => ({ crowd: { ...current, recipe: completeRecipe({ seed }) }, use: useOf() }),
        with_,
      );
    const refusal = new Error('no');
    const refused = storage.updateCrowd(
      crowd.id,
      () => {
        throw refusal;
      },
      request,
    );
    await expect(refused).rejects.toBe(refusal);
    expect(await storage.updateCrowd('cr_00000000', () => expect.fail('there is none'), request)).toBe(
      undefined,
    );
    expect(await update(2, request)).toMatchObject({ recipe: { seed: 2 } });
    await update(3);
    expect(await update(4, request)).toMatchObject({ recipe: { seed: 2 } });
    expect(await update(4, { ...request, fingerprint: 'other' })).toBe('reused');
    expect((await storage.findCrowd(crowd.id))?.recipe.seed).toBe(3);
    expect(await storage.usage('ann', PERIOD)).toBe(used + 2);
  });

  test('deletes a crowd once', async () => {
    const crowd = crowdOf('Gone');
    await create(crowd);
    const request = { ...requestOf('delete'), accountId: 'ann' };
    const refuse = () => expect.fail('no');
    await expect(storage.deleteCrowd(crowd.id, refuse, request)).rejects.toThrow('no');
    expect(await storage.findCrowd(crowd.id)).toEqual(crowd);
    expect(await storage.deleteCrowd(crowd.id, () => {}, request)).toEqual(crowd);
    expect(await storage.findCrowd(crowd.id)).toBeUndefined();
    expect(await storage.deleteCrowd(crowd.id, () => {}, request)).toEqual(crowd);
    expect(await storage.deleteCrowd(crowd.id, () => {})).toBeUndefined();
    expect(await storage.deleteCrowd(crowd.id, () => {}, { ...request, fingerprint: 'other' })).toBe(
      'reused',
    );
  });

  test('keeps manifests', async () => {
    await storage.saveManifest(KIT_MANIFEST);
    expect(await storage.findManifest(KIT_MANIFEST.version)).toEqual(KIT_MANIFEST);
  });

  test('keeps all fields of a crowd', async () => {
    const crowd = crowdOf('Kept');
    expect(await create(crowd)).toEqual({ kind: 'created' });
    expect(await storage.findCrowd(crowd.id)).toEqual(crowd);
  });

  test('replaces a sample, and counts nothing', async () => {
    const used = await storage.usage('bob', PERIOD);
    const sample = crowdOf('Sample', { accountId: 'bob', isSample: true });
    await storage.saveSample(sample);
    await storage.saveSample({ ...sample, name: 'Again' });
    expect(await storage.findCrowd(sample.id)).toEqual({ ...sample, name: 'Again' });
    expect(await storage.usage('bob', PERIOD)).toBe(used);
  });

  test('lists newest first, then by id in code unit order, page by page', async () => {
    await storage.saveAccount({ id: 'lister', name: 'Lister', plan: 'developer' });
    const early = '2026-01-01T00:00:00.000Z';
    const ids = [
      ['a', AT],
      ['B', AT],
      ['_c'.slice(1), AT],
      ['z', early],
      ['A', early],
    ] as const;
    for (const [id, createdAt] of ids) {
      const crowd = crowdOf(`L${id}`, { accountId: 'lister', createdAt });
      await create(crowd, useOf(undefined, '', { accountId: 'lister' }));
    }
    const expected = ['LB', 'La', 'Lc', 'LA', 'Lz'].map((id) => crowdOf(id).id);
    expect((await storage.listCrowds('lister', 10)).map(({ id }) => id)).toEqual(expected);
    const first = await storage.listCrowds('lister', 2);
    const rest = await storage.listCrowds('lister', 10, first[1]);
    expect([...first, ...rest].map(({ id }) => id)).toEqual(expected);
    expect(await storage.listCrowds('lister', 10, rest[2])).toEqual([]);
  });

  test('creates until the quota is used up, and undoes what goes over', async () => {
    await storage.saveAccount({ id: 'quota', name: 'Quota', plan: 'developer' });
    const use = useOf('over', 'f', { accountId: 'quota' });
    const plain = useOf(undefined, '', { accountId: 'quota' });
    const create = (n: number, with_ = plain) =>
      storage.createCrowd(crowdOf(`Quota${n}`, { accountId: 'quota' }), with_, 2);
    expect(await create(0, plain).then(({ kind }) => kind)).toBe('created');
    expect(await storage.createCrowd(crowdOf('None', { accountId: 'quota' }), plain, 0)).toEqual({
      kind: 'exhausted',
      of: 'account',
    });
    expect((await create(1)).kind).toBe('created');
    expect((await create(2, use)).kind).toBe('exhausted');
    expect(await storage.findCrowd(crowdOf('Quota2').id)).toBeUndefined();
    expect(await storage.usage('quota', PERIOD)).toBe(2);
    const next = { ...use, period: '2026-04' };
    expect((await create(2, next)).kind).toBe('created');
  });

  test('an id that is taken is not counted and does not use up the request', async () => {
    const crowd = crowdOf('Taken');
    const used = await storage.usage('ann', PERIOD);
    await create(crowd);
    expect(await create({ ...crowd, name: 'Thief' }, useOf('taken'))).toEqual({ kind: 'taken' });
    expect(await storage.findCrowd(crowd.id)).toEqual(crowd);
    expect((await create(crowdOf('Taken2'), useOf('taken'))).kind).toBe('created');
    expect(await storage.usage('ann', PERIOD)).toBe(used + 2);
  });

  test('a request that comes again is answered as before and counted once', async () => {
    const crowd = crowdOf('Once');
    const used = await storage.usage('ann', PERIOD);
    await create(crowd, useOf('once'));
    await storage.updateCrowd(crowd.id, (current) => ({ crowd: { ...current, name: 'Later' } }));
    expect(await create(crowdOf('Twice'), useOf('once'))).toEqual({ kind: 'repeated', crowd });
    expect(await storage.findCrowd(crowdOf('Twice').id)).toBeUndefined();
    expect(await create(crowdOf('Other'), useOf('once', 'other'))).toEqual({ kind: 'reused' });
    expect(await storage.usage('ann', PERIOD)).toBe(used + 1);
    const other = useOf('once', 'other', { accountId: 'bob' });
    expect((await create(crowdOf('Bobs', { accountId: 'bob' }), other)).kind).toBe('created');
  });

  test('a request is forgotten in time', async () => {
    const later = {
      key: 'old',
      fingerprint: 'new',
      at: '2026-03-05T00:00:00.000Z',
      expired: '2026-03-04T00:00:00.000Z',
    };
    expect(await storage.countUses([useOf('old')])).toEqual(['counted']);
    expect(await storage.countUses([useOf('old', 'new')])).toEqual(['reused']);
    expect(await storage.countUses([{ ...useOf(), request: later }])).toEqual(['counted']);
    await storage.forgetRequests('2026-03-06T00:00:00.000Z', 100);
    expect(await storage.countUses([useOf('old', 'newest')])).toEqual(['counted']);
  });

  test('requests are forgotten in portions, the old ones alone', async () => {
    await storage.forgetRequests('2026-03-06T00:00:00.000Z', 1000);
    await storage.countUses(['1', '2', '3', '4', '5'].map((n) => useOf(`portion ${n}`)));
    const before = '2026-03-01T00:00:00.001Z';
    expect(await storage.forgetRequests(AT, 2)).toBe(0);
    expect(await storage.forgetRequests(before, 2)).toBe(2);
    expect(await storage.forgetRequests(before, 2)).toBe(2);
    expect(await storage.forgetRequests(before, 2)).toBe(1);
    expect(await storage.forgetRequests(before, 2)).toBe(0);
  });

  test('a named read and two retries cost one unit, also at once', async () => {
    const named = (key: string, fingerprint = 'f') => useOf(`named ${key}`, fingerprint);
    const used = await storage.usage('ann', PERIOD);
    expect(await storage.countUses([named('1'), useOf(), named('1'), named('2')])).toEqual([
      'counted',
      'counted',
      'repeated',
      'counted',
    ]);
    expect(await storage.countUses([named('2', 'g'), named('3', 'g'), named('3', 'h')])).toEqual([
      'reused',
      'counted',
      'reused',
    ]);
    expect(await storage.usage('ann', PERIOD)).toBe(used + 4);
    // The fourth answer under a name costs a unit again, and so does the seventh.
    const outcomes = [];
    for (let i = 0; i < 5; i++) outcomes.push(...(await storage.countUses([named('1')])));
    expect(outcomes).toEqual(['repeated', 'counted', 'repeated', 'repeated', 'counted']);
    expect(await storage.usage('ann', PERIOD)).toBe(used + 6);

    for (let round = 0; round < 5; round++) {
      const keys = Array.from({ length: 20 }, (_, i) => `${round}-${i}`);
      // Every second batch is reversed: transactions that lock the same keys in different orders would deadlock.
      const batches = Array.from({ length: 6 }, (_, i) => (i % 2 ? keys.toReversed() : keys));
      const all = await Promise.all(
        batches.map((batch) => storage.countUses(batch.map((key) => named(key)))),
      );
      const times = (outcome: string) => all.flat().filter((each) => each === outcome).length;
      expect([times('counted'), times('repeated')]).toEqual([40, 80]);
    }
    expect(await storage.usage('ann', PERIOD)).toBe(used + 6 + 5 * 40);
  });

  test('recognises requests by keys with any characters', async () => {
    const keys = ['"', '\\', '\\"', '{}', '{a,b}', ',', 'NULL', 'null', "'", '$1', 'a\nb', '灯', ' ', ''];
    const uses = keys.map((key) => useOf(`odd ${key}`));
    const used = await storage.usage('ann', PERIOD);
    expect(await storage.countUses(uses)).toEqual(keys.map(() => 'counted'));
    expect(await storage.countUses([useOf(), ...uses])).toEqual(['counted', ...keys.map(() => 'repeated')]);
    expect(await storage.countUses(keys.map((key) => useOf(`odd ${key}`, '"other"')))).toEqual(
      keys.map(() => 'reused'),
    );
    expect(await storage.usage('ann', PERIOD)).toBe(used + keys.length + 1);
  });

  test('counts many uses at once, each at its place', async () => {
    const [ann, bob] = [await storage.usage('ann', PERIOD), await storage.usage('bob', PERIOD)];
    const outcomes = await storage.countUses([
      useOf('many'),
      useOf(undefined, '', { accountId: 'bob' }),
      useOf('many'),
      useOf('many', 'other'),
      useOf(),
      useOf('many', 'f', { accountId: 'bob' }),
    ]);
    expect(outcomes.toSorted()).toEqual(['counted', 'counted', 'counted', 'counted', 'repeated', 'reused']);
    expect([outcomes[1], outcomes[4], outcomes[5]]).toEqual(['counted', 'counted', 'counted']);
    expect(await storage.usage('ann', PERIOD)).toBe(ann + 2);
    expect(await storage.usage('bob', PERIOD)).toBe(bob + 2);
    expect(await storage.countUses([])).toEqual([]);
  });

  test('a key stays within its own quota, and refused requests cost its account nothing', async () => {
    const key = { hash: `quota of ${engine}`, quota: 20 };
    const used = await storage.usage('ann', PERIOD);
    const keyUse = (name?: string) => useOf(name, 'f', { key });
    const outcomes = await Promise.all([
      storage.countUses(Array.from({ length: 15 }, () => keyUse())),
      storage.countUses([...Array.from({ length: 6 }, () => keyUse('thrice')), keyUse(), useOf()]),
    ]);
    expect(outcomes.flat().filter((outcome) => outcome === 'counted')).toHaveLength(19);
    expect(await storage.keyUsage(key.hash, PERIOD)).toBe(18);
    const crowd = crowdOf('OfKey');
    expect(await create(crowd, keyUse('create'))).toEqual({ kind: 'created' });
    const change = () =>
      storage.updateCrowd(crowd.id, (current) => ({
        crowd: { ...current, recipe: completeRecipe({ seed: 7 }) },
        use: keyUse(),
      }));
    expect(await change()).toMatchObject({ recipe: { seed: 7 } });
    // From here on there is no room.
    const refused = crowdOf('OverKey');
    expect(await create(refused, keyUse('over'))).toEqual({ kind: 'exhausted', of: 'key' });
    expect(await storage.findCrowd(refused.id)).toBeUndefined();
    expect(await change()).toBe('exhausted');
    expect(await storage.countUses([keyUse(), useOf(), keyUse('thrice'), keyUse('new')])).toEqual([
      'exhausted',
      'counted',
      'exhausted',
      'exhausted',
    ]);
    expect(await storage.keyUsage(key.hash, PERIOD)).toBe(20);
    expect(await storage.usage('ann', PERIOD)).toBe(used + 22);
    // Of several at once, as many as there is room for.
    const little = { hash: `little of ${engine}`, quota: 3 };
    const five = await storage.countUses(
      Array.from({ length: 5 }, () => useOf(undefined, 'f', { key: little })),
    );
    expect(five.filter((outcome) => outcome === 'counted')).toHaveLength(3);
    expect(await storage.keyUsage(little.hash, PERIOD)).toBe(3);
    // The next period is another.
    expect(await storage.countUses([{ ...keyUse(), period: '2026-04' }])).toEqual(['counted']);
  });

  test('an update is counted if it asks for that, and undone if it throws', async () => {
    const crowd = crowdOf('Update');
    await create(crowd);
    const used = await storage.usage('ann', PERIOD);
    const free = await storage.updateCrowd(crowd.id, (current) => ({ crowd: { ...current, name: 'Free' } }));
    expect(free).toEqual({ ...crowd, name: 'Free' });
    expect(await storage.usage('ann', PERIOD)).toBe(used);
    await storage.updateCrowd(crowd.id, (current) => ({
      crowd: { ...current, recipe: completeRecipe({ seed: 7 }) },
      use: useOf(),
    }));
    expect(await storage.usage('ann', PERIOD)).toBe(used + 1);
    const refusal = new Error('no');
    const refused = storage.updateCrowd(crowd.id, () => {
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
    expect((await storage.findCrowd(crowd.id))?.recipe).toEqual(completeRecipe({ seed: 7 }));
  });

  test('30 simultaneous updates are all made', async () => {
    const crowd = crowdOf('Race', { recipe: completeRecipe({ seed: 0 }) });
    await create(crowd);
    const used = await storage.usage('ann', PERIOD);
    const step = () =>
      storage.updateCrowd(crowd.id, (current) => ({
        crowd: { ...current, recipe: { ...current.recipe, seed: current.recipe.seed + 1 } },
        use: useOf(),
      }));
    await Promise.all(Array.from({ length: 30 }, step));
    expect((await storage.findCrowd(crowd.id))?.recipe.seed).toBe(30);
    expect(await storage.usage('ann', PERIOD)).toBe(used + 30);
  });

  test('40 simultaneous creates under 10 names make 10 crowds', async () => {
    const used = await storage.usage('ann', PERIOD);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => create(crowdOf(`Par${100 + n}`), useOf(`parallel ${n % 10}`))),
    );
    const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length;
    expect([count('created'), count('repeated')]).toEqual([10, 30]);
    expect(await storage.usage('ann', PERIOD)).toBe(used + 10);
  });
});

test('a database that cannot be opened is an error that does not show the password', async () => {
  const error = await openStorage({ location: 'postgres://me:secret@127.0.0.1:1/none' }).catch(
    (error) => error,
  );
  expect(error.name).toBe('CrowdError');
  expect(error.message).toMatch(/^The PostgreSQL database cannot be opened: /);
  expect(error.message).not.toContain('secret');
  await expect(openStorage({ location: directory })).rejects.toThrow(/cannot be opened/);
});

test.each(Object.keys(ENGINES))('%s may be closed twice', async (engine) => {
  const storage = await ENGINES[engine]();
  await Promise.all([storage.close(), storage.close()]);
  await storage.close();
});
