import type { GLTFAssetsOptions } from '../assets/index.js';
import type { MotionOptions } from '../motion/index.js';
import type { RecipeInput } from '../protocol/index.js';
import { type BuildCrowdOptions, SHARED_OPTION_NAMES, type SharedOptions } from '../render/index.js';

/** Where one character of a file stands, and what it does. */
export interface GLTFCharacterOptions {
  /** In the crowd's space: metres, or the file's unit where nothing brings characters to another `height`. */
  readonly x: number;
  readonly z: number;
  /** Radians about Y, counter-clockwise from above. @default that of all characters, which is towards +Z */
  readonly heading?: number;
  /** @default 1 */
  readonly scale?: number;
  /**
   * Name of the clip that it plays at first.
   * @default `walk` or `idle`, as `walking` says; of a file with neither, the first clip that moves something
   */
  readonly clip?: string;
  /** Start of the clip, as a fraction of its length. @default spread evenly */
  readonly phase?: number;
  /** Which of the looks it has, 0-based: of `looks`, or else of the files with characters. @default each in turn */
  readonly look?: number;
}

/** Options of characters of files that walk. */
export interface GLTFMotionOptions extends Pick<MotionOptions, 'worker' | 'walls' | 'exits'> {
  /**
   * Metres a second that a character walks who is as tall as `height` says; each walks up to a tenth slower or faster. Clips are
   * played as much slower or faster.
   *
   * @default as fast as the feet of the clip `walk` move over the ground; 0.8 times the height where they do not tell
   */
  readonly walkSpeed?: number;
}

/** Options of a crowd of GLB files. */
export interface CreateCrowdFromGLTFOptions
  extends Omit<GLTFAssetsOptions, 'signal' | 'strict' | 'onWarning'>,
    SharedOptions,
    Pick<BuildCrowdOptions, 'renderer' | 'signal' | 'rootMotion'> {
  /**
   * Places characters, and has them walk, as a service does: `{ size: 300, boundaryShape: 'road' }` is a street. Takes the
   * place of `count`, `characters` and `walking`. Colours are the file's own. Looks and phases are dealt by place, so that
   * neighbours differ. Looks are worn equally often, within three characters, or as `weights` says by their
   * numbers: `{ 0: 3, 1: 1 }`.
   */
  readonly recipe?: RecipeInput;
  /**
   * Whether characters walk round one another, and how that is computed: `crowd.motion` then sends them where you like. Of
   * those who are placed by `count`, the fraction `walking` walks about; those of `characters` stand until they are sent, but
   * for those whose `clip` is the walk. The clips that walk, stand and, if there is one, jog are found by their names, or
   * named with `clips`.
   *
   * @default true with `recipe`, else false: nobody moves but by `setTransform`
   */
  readonly motion?: boolean | GLTFMotionOptions;
  /**
   * Metres that characters of scale 1 are tall, in their rest pose.
   *
   * @default as tall as in the file, taken as metres; with `recipe` or `motion` 1.7, if that is below 1 or above 3
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
   * Where all characters turn that have no `heading` of their own, for a file whose character does not face +Z. With `motion` the
   * file itself is turned, so that characters look where they go.
   *
   * @default 0, or π for a VRM of version 0, which faces −Z; with `motion` what brings the way of the walk clip to +Z
   */
  readonly heading?: number;
  /**
   * Fraction of the characters that play the walk clip, 0 to 1, where there is one to stand by; with `motion`, that walk about.
   * @default 0.5; 0 with `characters` and `motion`
   */
  readonly walking?: number;
  /**
   * Makes an error of everything in the files that would else be left out with a warning.
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
  tints: true,
};
