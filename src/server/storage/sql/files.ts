import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SavedKit } from '../storage.js';
import type { Schema } from './schema.js';

export async function insertKit(db: Kysely<Schema>, kit: SavedKit): Promise<void> {
  await db
    .insertInto('kits')
    .values({
      version: kit.version,
      manifest_version: kit.manifestVersion,
      files: JSON.stringify(kit.files),
      saved_at: kit.savedAt,
    })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute();
}

export async function selectKit(db: Kysely<Schema>, manifestVersion: string): Promise<SavedKit | undefined> {
  const row = await db
    .selectFrom('kits')
    .selectAll()
    .where('manifest_version', '=', manifestVersion)
    .orderBy('saved_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      version: row.version,
      manifestVersion: row.manifest_version,
      files: JSON.parse(row.files) as string[],
      savedAt: row.saved_at,
    }
  );
}

/** @returns those of some paths under which there is no file */
export async function selectMissing(db: Kysely<Schema>, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await db.selectFrom('files').select('path').where('path', 'in', paths).execute();
  const known = new Set(rows.map(({ path }) => path));
  return paths.filter((path) => !known.has(path));
}

/**
 * Inserts the content before the path, so that every path has content. After a failure in between, the next attempt reuses
 * the content.
 */
export async function insertFile(db: Kysely<Schema>, path: string, bytes: Uint8Array): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  await db
    .insertInto('file_contents')
    .values({ hash, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  await db
    .insertInto('files')
    .values({ path, hash })
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute();
}

export async function selectFile(db: Kysely<Schema>, path: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('files')
    .innerJoin('file_contents', 'file_contents.hash', 'files.hash')
    .select('bytes')
    .where('path', '=', path)
    .executeTakeFirst();
  // libsql gives the bytes without a view on them.
  return row?.bytes instanceof ArrayBuffer ? new Uint8Array(row.bytes) : row?.bytes;
}
