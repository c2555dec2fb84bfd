import type { Insertable, Selectable } from 'kysely';
import type { Recipe } from '../../../protocol/index.js';
import type { SavedCrowd } from '../storage.js';
import type { Schema } from './schema.js';

/** All of a crowd but what the database derives. */
export const CROWD_COLUMNS = [
  'id',
  'account_id',
  'is_sample',
  'name',
  'recipe',
  'manifest_version',
  'created_at',
  'updated_at',
] as const;
export type CrowdRow = Pick<Selectable<Schema['crowds']>, (typeof CROWD_COLUMNS)[number]>;

/** The recipe is parsed when it is used: a read that is answered from memory needs none. */
export function toCrowd(row: CrowdRow): SavedCrowd {
  let recipe: Recipe | undefined;
  return {
    id: row.id,
    accountId: row.account_id,
    isSample: row.is_sample === 1,
    name: row.name,
    get recipe() {
      recipe ??= JSON.parse(row.recipe) as Recipe;
      return recipe;
    },
    manifestVersion: row.manifest_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toRow(crowd: SavedCrowd): Insertable<Schema['crowds']> {
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
