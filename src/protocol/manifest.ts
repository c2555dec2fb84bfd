import * as z from 'zod/mini';
import { InvalidResponseError } from '../errors/index.js';
import { type BodyBuild, buildsSchema, type Hsl } from './character.js';
import { describeIssue, WITH_MESSAGES } from './describe-issue.js';
import { listOf } from './fields.js';
import { type Scene, sceneSchema } from './scene.js';

/** The three slots of an outfit, and `shared` for parts of all characters. */
export const PART_KINDS = ['body', 'face', 'hair', 'shared'] as const;
/** Slot of a part. */
export type PartKind = (typeof PART_KINDS)[number];

/** The three colours of a character. */
export const TINTS = ['garment', 'skin', 'hair'] as const;
/** Colour of the character that multiplies a part. */
export type Tint = (typeof TINTS)[number];

/** One part of a catalogue. */
export interface ManifestPart {
  /** Name of the SkinnedMesh node. */
  id: string;
  /** Display name. */
  label: string;
  kind: PartKind;
  tint: Tint;
}

/** An archetype: the parts and colours of its characters. Order matters, since random choices are by index. */
export interface Bucket {
  id: string;
  label: string;
  /** Weight if the recipe has no weights. */
  weight: number;
  bodies: string[];
  faces: string[];
  hairs: string[];
  /** Garment colours, 0 to 1 each, before the recipe's hue shift and jitter. */
  palette: Hsl[];
  /** `#rrggbb`. */
  skin: string[];
  /** `#rrggbb`. */
  hair: string[];
  /** Clip that its characters walk with. @default walk */
  walk_clip?: string;
  /** Numbers of the builds of which its characters have one each. @default the file's own */
  builds?: number[];
}

/** Content of `manifest_json`: the catalogue for resolving recipes. */
export interface Manifest {
  /** Changes with the catalogue; saved crowds are pinned to one version. */
  version: string;
  parts: ManifestPart[];
  buckets: Bucket[];
  /** Nodes shown on every character. */
  shared: string[];
  /** Builds by number, at most 16. */
  builds?: BodyBuild[];
  /** File of each clip that the interface does not name, relative to the manifest. */
  clips?: Record<string, string>;
  /** Scenes by id, for `recipe.scene`. */
  scenes?: Record<string, Scene>;
}

const filled = <Entry extends z.ZodMiniType>(entry: Entry) => z.array(entry).check(z.minLength(1));
const color = () =>
  z.string().check(z.regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as "#c08a4a"' }));

const createSchema = () =>
  z.looseObject({
    version: z.string(),
    parts: z.array(
      z.looseObject({
        id: z.string(),
        label: z.string(),
        kind: z.literal(PART_KINDS),
        tint: z.literal(TINTS),
      }),
    ),
    buckets: filled(
      z.looseObject({
        id: z.string(),
        label: z.string(),
        weight: z.number().check(z.minimum(0)),
        bodies: filled(z.string()),
        faces: filled(z.string()),
        hairs: filled(z.string()),
        palette: filled(listOf<Hsl>(3)),
        skin: filled(color()),
        hair: filled(color()),
        walk_clip: z.optional(z.string()),
        builds: z.optional(filled(z.int().check(z.minimum(0)))),
      }),
    ),
    shared: z.array(z.string()),
    builds: z.optional(buildsSchema()),
    clips: z.optional(z.catchall(z.object({}), z.string())),
    scenes: z.optional(z.catchall(z.object({}), sceneSchema())),
  });

// Marked as pure, so that pages without manifests omit it.
/** Checks a {@link Manifest}; `parseManifest` also names the mistake. */
export const manifestSchema = /* @__PURE__ */ createSchema();

/** @throws {InvalidResponseError} naming the first field that is wrong */
export function parseManifest(data: unknown): Manifest {
  const result = manifestSchema.safeParse(data, WITH_MESSAGES);
  if (!result.success) {
    const { path, message } = describeIssue(result.error);
    throw new InvalidResponseError(`This is no part manifest: ${path || 'the data'}: ${message}.`, path, {
      cause: result.error,
    });
  }
  const manifest = result.data as Manifest;
  const { builds = [] } = manifest;
  manifest.buckets.forEach((bucket, b) => {
    const k = (bucket.builds ?? []).findIndex((number) => number >= builds.length);
    if (k < 0) return;
    const path = `buckets.${b}.builds.${k}`;
    throw new InvalidResponseError(
      `This is no part manifest: ${path}: must be the number of one of its builds, of which there are ${builds.length}.`,
      path,
    );
  });
  return manifest;
}
