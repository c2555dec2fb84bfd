import * as z from 'zod/mini';
import { fraction, listOf, nonEmptyText } from './fields.js';
import { HEX_COLOR } from './hex-color.js';

/** Clips that characters may start with. */
export const SPAWN_CLIPS = ['idle', 'walk'] as const;
/** Clip that a character starts with. */
export type SpawnClip = (typeof SPAWN_CLIPS)[number];

/** Hue, saturation, lightness, each 0 to 1. */
export type Hsl = [h: number, s: number, l: number];

/** One resolved character of a crowd. */
export interface Character {
  /** 0-based. */
  index: number;
  /** Archetype bucket id. */
  bucket: string;
  /** Node of the body in `skeleton_glb`. */
  body_id: string;
  /** Node of the face; empty where there is none, as for a character in one piece. */
  face_id: string;
  /** Node of the hair or headwear; empty where there is none. */
  hair_id: string;
  /** World X, metres. */
  x: number;
  /** World Z, metres. */
  z: number;
  /** Radians about Y, counter-clockwise from above; 0 faces +Z. */
  rot_y: number;
  /** Uniform size variation about 1, not a unit conversion. */
  scale: number;
  /** Start of the animation as a fraction of the clip, 0 to 1. */
  phase: number;
  anim_clip: SpawnClip;
  /** Idle clip, 0 to 7; used if `anim_clip` is `idle`. */
  idle_variant: number;
  /**
   * Clip that a character of a scene plays in place of its idle clip. An addition to the interface; other clients play the idle
   * clip.
   */
  clip?: string;
  /**
   * Clip that the character walks with, at the speed of that clip; with `jog`, it runs, and plays `walk` where it is slow. An addition to
   * the interface; other clients play `walk`.
   *
   * @default walk
   */
  walk_clip?: string;
  /**
   * Number of the build, 0 to 15, in `builds` of the response, or in a crowd of files with `vary.build`. An addition to the interface; a
   * crowd without builds ignores it.
   *
   * @default 0; with `vary.build`, any of an adult
   */
  build?: number;
  /** Garment colour, each 0 to 1, as in three's `Color.setHSL`. */
  garment_hsl: Hsl;
  /** Colour of face and shared parts: `#rrggbb`; `rrggbb`, `0xrrggbb` and three digits are understood, alpha is not kept. */
  skin_hex: string;
  /** Colour of hair or headwear, likewise. */
  hair_hex: string;
}

/** Sizes of a body relative to that of its file, 0.5 to 2 each; 1 where they are left out. */
export interface BodyBuild {
  /** Of the whole body. `scale` of a character contains it, so that other clients show it as well. */
  scale?: number;
  /** Width of the shoulders, beyond what `girth` does. */
  shoulders?: number;
  /** Thickness of trunk, arms and legs. */
  girth?: number;
  /** Length of the legs relative to that of trunk and arms, which alone change. */
  legs?: number;
  head?: number;
  /** Clip that people of this build walk with where their bucket has none; services put it into `walk_clip` of the character. */
  walk_clip?: string;
}

const size = () => z.optional(z.number().check(z.minimum(0.5), z.maximum(2)));

/** Checks a list of {@link BodyBuild}. */
export const buildsSchema = () =>
  z
    .array(
      z.looseObject({
        scale: size(),
        shoulders: size(),
        girth: size(),
        legs: size(),
        head: size(),
        walk_clip: z.optional(z.string()),
      }),
    )
    .check(z.maxLength(16));

const hexColor = () =>
  z.string().check(z.regex(HEX_COLOR, { error: 'must be a hex colour such as "#c08a4a"' }));

/** Checks a {@link Character}. */
export const characterSchema = z.looseObject({
  index: z.int().check(z.minimum(0)),
  bucket: z.string(),
  body_id: nonEmptyText(),
  face_id: z.string(),
  hair_id: z.string(),
  x: z.number(),
  z: z.number(),
  rot_y: z.number(),
  scale: z.number().check(z.positive()),
  phase: fraction(),
  anim_clip: z.literal(SPAWN_CLIPS),
  idle_variant: z.int().check(z.minimum(0), z.maximum(7)),
  clip: z.optional(z.string()),
  walk_clip: z.optional(z.string()),
  build: z.optional(z.int().check(z.minimum(0), z.maximum(15))),
  garment_hsl: listOf<Hsl>(3, fraction()),
  skin_hex: hexColor(),
  hair_hex: hexColor(),
});
