import type { GLTFAssetsOptions } from '../assets/index.js';
import type { MotionOptions } from '../motion/index.js';
import type { RecipeInput } from '../protocol/index.js';
import {
  type BuildCrowdOptions,
  type GLTFCharacterOptions,
  SHARED_OPTION_NAMES,
  type SharedOptions,
} from '../render/index.js';
import type { VaryOptions } from './vary-options.js';

/** Options of characters of files that walk. */
export interface GLTFMotionOptions extends Pick<MotionOptions, 'worker' | 'walls' | 'exits'> {
  /**
   * Walking speed of a character of scale 1, metres a second. Each character walks up to a tenth slower or faster, and its clip
   * plays slower or faster by the same factor.
   *
   * @default the speed of the feet of the clip `walk` over the ground; 0.8 times the height if they do not show one
   */
  readonly walkSpeed?: number;
}

/** Options of a crowd of GLB files. */
export interface CreateCrowdFromGLTFOptions
  extends Omit<GLTFAssetsOptions, 'signal' | 'strict' | 'onWarning'>,
    SharedOptions,
    Pick<BuildCrowdOptions, 'renderer' | 'signal' | 'rootMotion'> {
  /**
   * Places characters and makes them walk as a service does: `{ size: 300, boundaryShape: 'road' }` is a street. Replaces
   * `count`, `characters` and `walking`. Colours are the file's own. Looks and phases are assigned by position, so that
   * neighbours differ. Each look has equally many characters, within three, or shares by `weights` with the indices of looks:
   * `{ 0: 3, 1: 1 }`. Characters that stand wider than people keep more distance than `collisionRadius`, by the same factor.
   */
  readonly recipe?: RecipeInput;
  /**
   * Makes characters walk around one another, and gives the crowd `motion`, which sends them to points and along paths. With
   * `count`, the fraction `walking` walks about. With `characters`, those whose `clip` is the walk do, and the others stand until
   * they are sent. The clips for walking, standing and, if there is one, jogging are found by their names, or given by `clips`.
   *
   * @default true with `recipe`, otherwise false: only `setTransform` moves characters
   */
  readonly motion?: boolean | GLTFMotionOptions;
  /**
   * Height of characters of scale 1 in their rest pose, metres.
   *
   * @default the height in the file, taken as metres; with `recipe` or `motion` 1.7 if that is below 1 or above 3
   */
  readonly height?: number;
  /**
   * Number of characters, who stand in rows.
   * @default 100
   */
  readonly count?: number;
  /** The characters one by one, in place of `count`. */
  readonly characters?: readonly GLTFCharacterOptions[];
  /**
   * Heading of all characters without a `heading` of their own, radians, for a file whose character does not face +Z. With
   * `motion` it turns the file itself, so that characters face the direction in which they walk.
   *
   * @default 0, or π for a VRM of version 0, which faces −Z; with `motion` the angle that turns the walk clip's direction to +Z
   */
  readonly heading?: number;
  /**
   * Fraction of the characters that play the walk clip, 0 to 1, if the file also has a clip to stand; with `motion`, that walk
   * about.
   * @default 0.5; 0 with `characters` and `motion`
   */
  readonly walking?: number;
  /**
   * Gives each character colours, a phase, a height and a build of its own. Two characters within 5 m have different
   * colours, unless there are too few. Where a file has several meshes in one hand, and no `looks` are given, each character holds
   * one of them, or one for both hands, such as `2H_Sword`. Replaces `tints`.
   *
   * @default false
   */
  readonly vary?: boolean | VaryOptions;
  /**
   * Throws an error in place of each warning about something in the files that is left out.
   *
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Called once for each thing in the files that the crowd leaves out.
   *
   * @default console.warn
   */
  readonly onWarning?: (message: string) => void;
  /** As for `buildCrowd`. @internal */
  readonly checkDevice?: boolean;
}

/** Names of all options: `createCrowdFromGLTF` refuses others, and `<Crowd>` picks these props. */
export const GLTF_OPTION_NAMES: Readonly<Record<keyof CreateCrowdFromGLTFOptions, true>> = {
  ...SHARED_OPTION_NAMES,
  clips: true,
  count: true,
  characters: true,
  height: true,
  walking: true,
  heading: true,
  looks: true,
  things: true,
  tints: true,
  vary: true,
};
