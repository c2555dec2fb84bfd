import * as z from 'zod/mini';
import {
  assetsSchema,
  characterSchema,
  crowdResponseSchema,
  projectPageSchema,
  projectSchema,
  projectSummarySchema,
  recipeSchema,
} from '../../../protocol/index.js';
import { keyInputSchema } from '../../accounts/account-keys.js';
import { projectChangeSchema, projectInputSchema } from '../../crowds/project-input.js';
import { webhookInputSchema } from '../../webhooks/webhooks.js';
import { ACCOUNT_SCHEMAS } from './account-schemas.js';

const time = () => z.iso.datetime({ precision: 3 });
const times = { created_at: time(), updated_at: time() };
const color = () => z.string().check(z.regex(/^#[0-9a-f]{6}$/));

// This service's answers are narrower than the answers that a client accepts: addresses, times and colours have formats.
const assets = z.extend(assetsSchema, {
  unit_scale: z.literal(1),
  skeleton_glb: z.url(),
  lod_glb: z.url(),
  rest_reference_glb: z.url(),
  manifest_json: z.url(),
  bone_tex_bin: z.optional(z.url()),
  bone_tex_manifest: z.optional(z.url()),
  animations: z.catchall(z.object({}), z.url()),
});
const character = z.extend(characterSchema, { skin_hex: color(), hair_hex: color() });
const summary = z.extend(projectSummarySchema, times);

const error = z.strictObject({ error: z.string() });
const samples = z.looseObject({
  key: z.string(),
  crowds: z.array(z.looseObject({ crowd_id: crowdResponseSchema.shape.crowd_id, name: z.string() })),
});
const integrity = z.looseObject({
  version: z.string(),
  files: z.record(z.string(), z.looseObject({ url: z.string(), integrity: z.string() })),
});
const status = z.looseObject({ status: z.string() });

/** Adds to a registry what the schemas are called in the document. */
function nameSchemas(schemas: Record<string, [schema: z.core.$ZodType, description: string]>) {
  const registry = z.registry<{ id: string; description: string; [more: string]: unknown }>();
  for (const [id, [schema, description]] of Object.entries(schemas))
    registry.add(schema, { id, description });
  return registry;
}

const answers = nameSchemas({
  Error: [error, 'Why the request was not served. `X-Request-Id` tells which one it was.'],
  Recipe: [recipeSchema, 'What the characters are derived from. Metres, turns and fractions.'],
  Character: [character, 'One resolved character.'],
  Assets: [assets, 'Addresses of the shared files.'],
  CrowdResponse: [
    z.extend(crowdResponseSchema, { characters: z.array(character), assets, updated_at: time() }),
    'A saved crowd with its characters.',
  ],
  ProjectSummary: [summary, 'What a list says of a saved crowd.'],
  ProjectPage: [z.extend(projectPageSchema, { data: z.array(summary) }), 'Saved crowds, newest first.'],
  Project: [z.extend(projectSchema, { ...times, assets }), 'A saved crowd without its characters.'],
  ...ACCOUNT_SCHEMAS,
  Samples: [samples, 'The public key and what it reads, the default crowd first.'],
  Integrity: [
    integrity,
    'Versioned addresses of the script files, with hashes for the `integrity` attribute.',
  ],
  Status: [status, 'How the service is.'],
});

const bodies = nameSchemas({
  RecipeInput: [
    recipeSchema,
    'A recipe; what is left out takes the default. Other fields are kept, unless their name is a misspelling of one of these.',
  ],
  KeyInput: [keyInputSchema, 'What a new key may be used for; what is left out is not limited.'],
  WebhookInput: [webhookInputSchema, 'Where to tell which events; all, unless some are named.'],
  ProjectInput: [
    projectInputSchema,
    'A new crowd. No text in it may contain NUL or unpaired surrogates, nor nest deeper than 32 levels.',
  ],
});
bodies.add(projectChangeSchema, {
  id: 'ProjectChange',
  description: 'A change of a crowd, with at least one of its fields; the others stay.',
  anyOf: ['name', 'recipe_json', 'collection'].map((field) => ({ required: [field] })),
});

/** Moves a default into the description: generators of types take a field that has one for a field that is always there. */
function describeDefault({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.default === undefined) return;
  jsonSchema.description = `Default: ${JSON.stringify(jsonSchema.default)}.`;
  delete jsonSchema.default;
}

/** The schemas of the document: the ones that validate, as JSON Schema. */
export function describeSchemas(): Record<string, object> {
  const uri = (id: string) => `#/components/schemas/${id}`;
  const answered = z.toJSONSchema(answers, { io: 'output', uri }).schemas;
  const sent = z.toJSONSchema(bodies, { io: 'input', uri, override: describeDefault }).schemas;
  return Object.fromEntries(
    Object.entries({ ...answered, ...sent }).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}
