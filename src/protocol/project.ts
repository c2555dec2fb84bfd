import * as z from 'zod/mini';
import { type Assets, assetsSchema } from './assets.js';
import { CROWD_ID } from './crowd-id.js';
import type { Recipe, RecipeInput } from './recipe.js';
import { recipeSchema } from './recipe-schema.js';

/** A saved crowd in a list. */
export interface ProjectSummary {
  crowd_id: string;
  /** Empty where the service has none. */
  name: string;
  /** Empty where the service has none. */
  collection: string;
  /** RFC 3339; absent where the service does not say. */
  created_at?: string;
  /** RFC 3339; absent where the service does not say. */
  updated_at?: string;
}

/** A saved crowd without its characters: the reference service's response to creating or updating one. */
export interface Project extends ProjectSummary {
  recipe: Recipe;
  assets: Assets;
}

/**
 * Response to creating or updating a crowd. Any response means that the crowd is saved; the protocol does not specify
 * its content, so every field is optional. Other fields are kept.
 */
export type SavedProject = Partial<Project>;

/** The answer to `GET /v1/projects`. */
export interface ProjectPage {
  /** Newest first. */
  data: ProjectSummary[];
  /** True if there are more pages, or may be: a service can report so without a cursor. */
  has_more: boolean;
  /** `cursor` of the next page; null on the last page and for services without cursors. */
  next_cursor: string | null;
}

/** Input for creating a crowd. */
export interface ProjectInput {
  /** @default 'Untitled crowd' */
  name?: string;
  /** The recipe as an object or as JSON text. */
  recipe_json: RecipeInput | string;
  /**
   * Wins over `recipe_json.collection`.
   *
   * @default the recipe's
   */
  collection?: string;
}

/** Input for changing a crowd; omitted fields stay as they are. */
export type ProjectChange = Partial<ProjectInput>;

const summaryFields = () => ({
  crowd_id: z.string().check(z.regex(CROWD_ID)),
  name: z.string(),
  collection: z.string(),
  created_at: z.optional(z.string()),
  updated_at: z.optional(z.string()),
});

/** Checks a {@link ProjectSummary}. */
export const projectSummarySchema = z.looseObject(summaryFields());

/** Checks a {@link ProjectPage}. */
export const projectPageSchema = z.looseObject({
  data: z.array(projectSummarySchema),
  has_more: z.boolean(),
  next_cursor: z.nullable(z.string()),
});

/** Checks a {@link Project}. */
export const projectSchema = z.looseObject({
  ...summaryFields(),
  recipe: recipeSchema,
  assets: assetsSchema,
});
