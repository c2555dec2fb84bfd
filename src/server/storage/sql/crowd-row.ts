import type { Selectable } from 'kysely';
import type { SavedCrowd } from '../storage.js';
import type { Schema } from './schema.js';

export function toCrowd(row: Selectable<Schema['crowds']>): SavedCrowd {
  return {
    id: row.id,
    accountId: row.account_id,
    isSample: row.is_sample === 1,
    name: row.name,
    recipe: JSON.parse(row.recipe),
    manifestVersion: row.manifest_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toRow(crowd: SavedCrowd): Selectable<Schema['crowds']> {
  return {
    id: crowd.id,
    account_id: crowd.accountId,
    is_sample: crowd.isSample ? 1 : 0,
    name: crowd.name,
    recipe: JSON.stringify(crowd.recipe),
    manifest_version: crowd.manifestVersion,
    created_at: crowd.createdAt,
    updated_at: crowd.updatedAt,
  };
}
