import * as z from 'zod/mini';
import { type Assets, assetsSchema } from './assets.js';
import { CROWD_ID } from './crowd-id.js';
import type { Recipe, RecipeInput } from './recipe.js';
import { recipeSchema } from './recipe-schema.js';

/** What a list says of a saved crowd. */
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

/** A saved crowd without its characters: what the reference service answers to creating and to updating one. */
export interface Project extends ProjectSummary {
  recipe: Recipe;
  assets: Assets;
}

/**
 * What the answer to creating or updating a crowd told. That there is an answer means that the crowd is saved; the
 * interface does not show what is in it, so that each field may be absent. Other fields are kept.
 */
export type SavedProject = Partial<Project>;

/** The answer to `GET /v1/projects`. */
export interface ProjectPage {
  /** Newest first. */
  data: ProjectSummary[];
  /** Whether there is more, or may be: a service can say so without a way to ask for it. */
  has_more: boolean;
  /** What to give as `cursor` for the next page; null on the last, and where there is no way to ask for the next. */
  next_cursor: string | null;
}

/** What creates a crowd. */
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

/** What changes a crowd; what is left out stays as it is. */
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
