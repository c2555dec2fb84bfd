import * as z from 'zod/mini';
import { nonEmptyText } from './fields.js';

/** All clip names. The first eight are the idle clips, in the order of `idle_variant`. */
export const CLIP_NAMES = [
  'idle',
  'idle_arms_crossed',
  'idle_hands_hip',
  'idle_clasp',
  'idle_shift',
  'idle_look_around',
  'idle_scratch',
  'idle_tired',
  'walk',
  'jog',
  'walk_stop',
] as const;

/** A clip that every service provides. */
export type ClipName = (typeof CLIP_NAMES)[number];

/** Names of the eight idles, by `idle_variant`. */
export const IDLE_CLIPS = CLIP_NAMES.slice(0, 8) as readonly ClipName[];

/** Maximum draw calls of a crowd. */
export const MAX_DRAW_CALLS = 36;

/** URL of each clip. */
export type AnimationMap = Record<ClipName, string>;

/** URLs of a crowd's shared files, absolute or relative to the service. */
export interface Assets {
  unit: 'm';
  /** Always 1. */
  unit_scale: number;
  /** GLB with every body, face and hair as a named SkinnedMesh node on one skeleton. */
  skeleton_glb: string;
  /** The same nodes with fewer triangles; `skeleton_glb` itself where the service has none. */
  lod_glb: string;
  /** GLB whose rest pose the clips are authored for; `skeleton_glb` where the service has none. */
  rest_reference_glb: string;
  /** Catalogue of parts and buckets: a `Manifest`. Not needed to draw; empty where the service has none. */
  manifest_json: string;
  /** Raw Float32 bone texture; may be absent, and is then baked on the spot from the clips. */
  bone_tex_bin?: string;
  /** Description of `bone_tex_bin`: a `BoneTextureManifest`. */
  bone_tex_manifest?: string;
  /** Clips may be absent; only characters that use them are affected. Others than the interface names may be there. */
  animations: Partial<AnimationMap> & { [clip: string]: string | undefined };
}

/** An object with optional fields; z.partialRecord would add 0.5 kB to every page. */
const clips = () =>
  z.looseObject(
    Object.fromEntries(CLIP_NAMES.map((name) => [name, z.optional(nonEmptyText())])) as Record<
      ClipName,
      z.ZodMiniOptional<ReturnType<typeof nonEmptyText>>
    >,
  );

/** Checks {@link Assets}. */
export const assetsSchema = z.looseObject({
  unit: z.literal('m'),
  unit_scale: z.number(),
  skeleton_glb: nonEmptyText(),
  lod_glb: nonEmptyText(),
  rest_reference_glb: nonEmptyText(),
  manifest_json: z.string(),
  bone_tex_bin: z.optional(nonEmptyText()),
  bone_tex_manifest: z.optional(nonEmptyText()),
  animations: clips(),
});
