import * as z from 'zod/mini';
import { fraction } from './fields.js';

/** A place that one character of a scene takes. */
export interface SceneSlot {
  /** World X, metres. */
  x: number;
  /** World Z, metres. */
  z: number;
  /** Radians about Y; 0 faces +Z. @default 0 */
  rot_y?: number;
  /** Bucket of the character. @default by the weights of the recipe */
  bucket?: string;
  /** Clip that the character plays there. @default an idle clip */
  clip?: string;
  /** Start of the clip as a fraction of it, 0 to 1. @default unlike the neighbours' */
  phase?: number;
  /** Name of the model that the character holds in its right hand, such as `tea_cup`. Pages draw it. @default nothing */
  held?: string;
}

/**
 * An object of a scene. Pages draw it; people stay at least `radius` away from the line of `width` metres through its
 * centre, at a right angle to its heading.
 */
export interface SceneThing {
  /** Name of its model, such as `tea_table`. */
  type: string;
  /** World X, metres. */
  x: number;
  /** World Z, metres. */
  z: number;
  /** Radians about Y; 0 faces +Z. @default 0 */
  rot_y?: number;
  /** Metres. @default 0: people walk through it */
  radius?: number;
  /** Metres. @default 0: the thing is round */
  width?: number;
}

/** Places where characters do something, and the things that stand there. */
export interface Scene {
  /** The first characters of the crowd take these places, by index. */
  slots: SceneSlot[];
  /** @default [] */
  things?: SceneThing[];
}

/** Checks a {@link Scene}. */
export const sceneSchema = () =>
  z.looseObject({
    slots: z.array(
      z.looseObject({
        x: z.number(),
        z: z.number(),
        rot_y: z.optional(z.number()),
        bucket: z.optional(z.string()),
        clip: z.optional(z.string()),
        phase: z.optional(fraction()),
        held: z.optional(z.string()),
      }),
    ),
    things: z.optional(
      z.array(
        z.looseObject({
          type: z.string(),
          x: z.number(),
          z: z.number(),
          rot_y: z.optional(z.number()),
          radius: z.optional(z.number()),
          width: z.optional(z.number()),
        }),
      ),
    ),
  });
