import { join } from 'node:path';
import { openStorage, type Storage } from 'three-crowd-server';
import { describe, expect, test } from 'vitest';
import {
  AT,
  changeTables,
  type EngineName,
  makeOldDatabase,
  OLD_VERSIONS,
  type OldVersion,
  RECIPE,
} from '../../support/contract/old-databases.js';
import { startOldProcess } from '../../support/contract/old-process.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { createDirectory } from '../../support/temporary-directory.js';

/** Processes of this version that come up at once beside the old one. */
const NEW_PROCESSES = 3;

const directory = await createDirectory();
let databases = 0;
async function make(engine: EngineName, version: OldVersion): Promise<string> {
  databases += 1;
  const location = engine === 'SQLite' ? join(directory, `crowds-${databases}.db`) : await createDatabase();
  await makeOldDatabase(engine, version, location);
  return location;
}

/** Opens a database that a busy machine may keep waiting for longer than callers are. */
const open = (location: string): Promise<Storage> => openStorage({ location, isPatient: true });

const NO_LIMITS = { access: 'write', collection: null, origins: null, expiresAt: null, quota: null };
/** What the key may be used for that is there in each version. */
const LIMITS = {
  first: NO_LIMITS,
  third: {
    access: 'read',
    collection: 'harbour',
    origins: ['https://a.test'],
    expiresAt: '2027-01-01T00:00:00.000Z',
    quota: null,
  },
};

describe.each(['SQLite', 'PostgreSQL'] as const)('%s', (engine) => {
  test.each(OLD_VERSIONS)(
    'with tables of the %s version is taken over with all that it has',
    async (version) => {
      const location = await make(engine, version);
      // The second time there is nothing left to do.
      for (const _time of [1, 2]) await (await open(location)).close();
      const storage = await open(location);
      const limits = LIMITS[version];
      expect(await storage.findKey('hash 1')).toEqual({
        hash: 'hash 1',
        account: { id: 'ann', name: 'Ann', plan: 'developer' },
        limits,
        isSuspended: false,
      });
      expect(await storage.findKey('hash 2')).toBeUndefined();
      expect(await storage.listKeys('ann')).toMatchObject([
        { id: 'key_1a2b3c4d', revokedAt: null, ...limits },
        { id: 'key_2a2b3c4d', revokedAt: AT, ...NO_LIMITS },
      ]);
      expect(await storage.findCrowd('cr_Saved000')).toMatchObject({ name: 'Quay', recipe: RECIPE });
      expect(await storage.listCrowds('ann', 10, undefined, 'harbour')).toHaveLength(1);
      expect(await storage.usage('ann', '2026-03')).toBe(41);
      const request = { key: 'once', fingerprint: 'f', at: AT, expired: '2026-02-01T00:00:00.000Z' };
      expect(await storage.countUses([{ accountId: 'ann', period: '2026-03', request }])).toEqual([
        'repeated',
      ]);
      const renamed = await storage.updateCrowd('cr_Saved000', (crowd) => ({
        crowd: { ...crowd, name: 'Pier' },
      }));
      expect(renamed).toMatchObject({ name: 'Pier' });
      await storage.saveFile('assets/1a2b/lod.glb', new Uint8Array(3));
      expect(await storage.findFile('assets/1a2b/lod.glb')).toHaveLength(3);
      await storage.close();
    },
  );

  test('with tables of a later version works, so that an update can be rolled back', async () => {
    const location = await make(engine, 'third');
    await (await open(location)).close();
    await changeTables(engine, location, [
      'alter table crowds add column later text',
      'create table later (id integer)',
      "insert into kysely_migration values ('099_later', '2027-01-01T00:00:00.000Z')",
    ]);
    const storage = await open(location);
    expect(await storage.findCrowd('cr_Saved000')).toMatchObject({ name: 'Quay' });
    const crowd = await storage.updateCrowd('cr_Saved000', (crowd) => ({
      crowd: { ...crowd, name: 'Pier' },
    }));
    expect(crowd).toMatchObject({ name: 'Pier' });
    await storage.close();
    // A step that does more than add says so by its number.
    await changeTables(engine, location, [
      "insert into kysely_migration values ('100_other_tables', '2027-01-01T00:00:00.000Z')",
    ]);
    await expect(open(location)).rejects.toThrow('100_other_tables');
  });

  test.each(OLD_VERSIONS)(
    'with tables of the %s version is taken over while a process of then works',
    async (version) => {
      const location = await make(engine, version);
      const old = startOldProcess(engine, location);
      await expect.poll(() => old.count(), { interval: 5 }).toBeGreaterThan(5);
      const storages = await Promise.all(Array.from({ length: NEW_PROCESSES }, () => open(location)));
      const [storage] = storages;
      // Both work on.
      const before = old.count();
      const renamed = await storage.updateCrowd('cr_Saved000', (crowd) => ({
        crowd: { ...crowd, name: 'Pier' },
      }));
      expect(renamed).toMatchObject({ name: 'Pier' });
      await expect.poll(() => old.count(), { interval: 5 }).toBeGreaterThan(before + 5);
      const created = await old.stop();
      const listed = await storage.listCrowds('ann', created.length + 2, undefined, 'harbour');
      expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([...created, 'cr_Saved000']));
      expect(await storage.usage('ann', '2026-03')).toBe(41 + created.length);
      await Promise.all(storages.map((storage) => storage.close()));
    },
  );
});
