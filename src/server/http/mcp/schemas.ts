import * as z from 'zod/mini';
import { CROWD_ID, TIERS } from '../../../protocol/index.js';
import { projectChangeSchema, projectInputSchema } from '../../crowds/project-input.js';
import { describeSchemas } from '../openapi/schemas.js';

/** JSON Schema of a tool's input or output, without references to other documents. */
export interface ToolSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

function inputOf(schema: z.core.$ZodType): ToolSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest as ToolSchema;
}

export const NOTHING = inputOf(z.strictObject({}));

/** Crowds in one answer at most: all that most accounts have. */
export const MAX_LISTED = 1000;
/** Characters in one answer, unless others are asked for, and at most: a model reads every one. */
export const DEFAULT_CHARACTERS = 50;
const MAX_CHARACTERS = 500;

export const LIST_INPUT = inputOf(
  z.strictObject({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_LISTED)), MAX_LISTED),
    cursor: z.optional(z.string()),
  }),
);

export const GET_INPUT = inputOf(
  z.strictObject({
    crowd_id: z.string().check(z.regex(CROWD_ID)),
    tier: z._default(z.enum(TIERS), 'full'),
    first_character: z._default(z.int().check(z.minimum(0)), 0),
    characters: z._default(z.int().check(z.minimum(0), z.maximum(MAX_CHARACTERS)), DEFAULT_CHARACTERS),
  }),
);

export const CREATE_INPUT = inputOf(projectInputSchema);

const named = { crowd_id: z.string().check(z.regex(CROWD_ID)) };
export const UPDATE_INPUT = inputOf(z.extend(projectChangeSchema, named));
export const DELETE_INPUT = inputOf(z.strictObject(named));

/** A schema of the published description, with those that it refers to beside it. */
export function outputOf(name: string): ToolSchema {
  const text = JSON.stringify(describeSchemas()).replaceAll('#/components/schemas/', '#/$defs/');
  const all = JSON.parse(text) as Record<string, object>;
  const used = new Set<string>();
  const collect = (id: string): void => {
    for (const [, next] of JSON.stringify(all[id]).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (used.has(next)) continue;
      used.add(next);
      collect(next);
    }
  };
  collect(name);
  const definitions = Object.fromEntries([...used].map((id) => [id, all[id]]));
  return { ...all[name], type: 'object', ...(used.size > 0 && { $defs: definitions }) };
}
