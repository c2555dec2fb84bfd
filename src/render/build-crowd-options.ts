import type { Material } from 'three';
import type { CrowdAssets } from '../assets/index.js';
import { CrowdError } from '../errors/index.js';
import { closestName } from '../math/index.js';
import type { CreateSimulation, Ground } from '../motion/index.js';
import type { Character } from '../protocol/index.js';
import type { AddCharacters } from './added-characters.js';
import type { PartsInput } from './characters/index.js';
import { DEFAULT_CLONE_LIMIT, type DrawMode } from './crowd-drawing.js';
import type { CrowdRenderer } from './drawing/index.js';
import type { FrameBudgetOptions } from './frame-budget.js';

/** Draw mode; `auto` draws small crowds as clones and larger ones as instances. */
export type CrowdMode = 'auto' | DrawMode;

const MODES: readonly CrowdMode[] = ['auto', 'clones', 'instanced'];

/** A kind of character of GLB files. */
export interface CrowdLook {
  /** Its parts, for `setParts`. */
  readonly parts: Required<PartsInput>;
  /** Names of its meshes in the files: those that the option `looks` takes, and `part` of an intersection has. */
  readonly meshes: readonly string[];
}

/** Options of {@link buildCrowd}. */
export interface BuildCrowdOptions {
  /** The renderer that will draw the crowd. */
  readonly renderer: CrowdRenderer;
  /** Result of `loadCrowdAssets`. The crowd owns them from now on: its `dispose()` disposes of them. */
  readonly assets: CrowdAssets;
  /** Initial characters; may be empty, since `addCharacters` can follow. */
  readonly characters: readonly Character[];
  /** Names of nodes of the master GLB that every character wears beside body, face and hair. */
  readonly sharedParts: readonly string[];
  /**
   * Kinds of characters that `crowd.looks` lists.
   *
   * @default none
   */
  readonly looks?: readonly CrowdLook[];
  /**
   * Clones or instances.
   *
   * @default 'auto'
   */
  readonly mode?: CrowdMode;
  /**
   * Largest number of characters that `auto` draws as clones. Looked at again when characters are added or removed.
   *
   * @default 100
   */
  readonly cloneLimit?: number;
  /**
   * Largest error of a character's level of detail, pixels: each character is drawn with the coarsest level within it. A
   * shadow has a coarser one, with at most twice this error or, where that is more, this error in texels of its map. 0 for
   * the near meshes alone, without fetching `lod_glb`. Clones have no levels, and rigs whose poses come from the baked
   * matrices (see the warning about a sheared bone) neither.
   *
   * @default 1
   */
  readonly lodThreshold?: number;
  /**
   * Keeps a frame within a time by moving `lodThreshold`.
   *
   * @default undefined: `lodThreshold` stays as it is set
   */
  readonly frameBudget?: FrameBudgetOptions;
  /**
   * The ground that characters stand and walk on, in the crowd's space, metres: a function of x and z, which is called for each
   * foot and so should be quick; a heightmap; or a mesh, whose uppermost surface is sampled once, every 10 cm up to 100 m, as it
   * stands in the world then.
   *
   * @default the recipe's terrain, or else even ground at height 0
   */
  readonly ground?: Ground;
  /**
   * Name of the clip that a character plays at first.
   *
   * @default by `anim_clip`, `clip` and `idle_variant`
   */
  readonly clipOf?: (character: Character) => string;
  /**
   * Further names of clips, each with the name in the bone texture: for files with other names for `idle`, `jog` and `walk_stop`.
   *
   * @default none
   */
  readonly clipAliases?: ReadonlyMap<string, string>;
  /**
   * Speed of the clip `walk` where it cannot be measured at its feet, metres a second at scale 1.
   *
   * @default 0: characters do not walk with such a clip
   */
  readonly walkClipSpeed?: number;
  /**
   * Initial playback speed of a character's clip; 0 keeps its pose.
   *
   * @default () => 1
   */
  readonly playbackSpeed?: (character: Character) => number;
  /**
   * Creates the simulation that moves the characters. Its agents have the indices of the characters.
   *
   * @param clipSpeed speed of the walk clip at playback speed 1, metres a second at scale 1; 0 without such a clip
   * @default undefined: only `setTransform` moves characters
   */
  readonly createSimulation?: CreateSimulation;
  /**
   * Moves characters by the root motion of their clips: the horizontal path of the root, or of the hips, rotated and scaled
   * like the character. Without it, such a clip begins again at the same place. Rotations of the root stay in the pose.
   * Excludes {@link createSimulation}.
   *
   * @default false
   */
  readonly rootMotion?: boolean;
  /**
   * Makes characters cast shadows.
   *
   * @default as the meshes of a loaded scene where one of them has `castShadow`, else true
   */
  readonly castShadow?: boolean;
  /**
   * Makes characters receive shadows.
   *
   * @default as the meshes of a loaded scene where one of them has `receiveShadow`, else true
   */
  readonly receiveShadow?: boolean;
  /**
   * Returns the material that replaces one of the files'. Called once for each material of each part of the master
   * GLB and of `lod_glb`, with the part's name. May return the same material with changes, a material with hooks (as three's
   * `CSM` sets up), or a node material for `WebGPURenderer`. Posing and tint are added to a copy.
   *
   * A transparent part is drawn after everything opaque, in one draw for all its characters, which are not sorted among
   * themselves. For hair and veils, `alphaTest` and `alphaHash` need no sorting.
   *
   * @default the part's own material
   */
  readonly material?: (part: string, material: Material) => Material;
  /**
   * False to skip the check of the device, as in `<crowd-view>`, whose first picture has the same errors. The check takes 0.1 s
   * of the page's thread: it builds shaders without lights, which nothing else uses.
   *
   * @default true: the promise rejects with the device's error
   * @internal
   */
  readonly checkDevice?: boolean;
  /**
   * Throws for a part that the master GLB lacks, in place of a warning.
   *
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Called with a message if something cannot be drawn or done as the options ask.
   *
   * @default console.warn
   */
  readonly onWarning?: (message: string) => void;
  /**
   * Completes and adds characters.
   *
   * @default undefined: added characters are complete
   * @internal
   */
  readonly complete?: AddCharacters | undefined;
  /** Aborts loading; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Options that `createCrowd` and `createCrowdFromGLTF` pass on. */
export type SharedOptions = Pick<
  BuildCrowdOptions,
  | 'ground'
  | 'mode'
  | 'cloneLimit'
  | 'lodThreshold'
  | 'frameBudget'
  | 'material'
  | 'castShadow'
  | 'receiveShadow'
>;

/** Names of the options that `createCrowd` and `createCrowdFromGLTF` have in common, for {@link checkOptions}. */
export const SHARED_OPTION_NAMES = {
  renderer: true,
  baseUrl: true,
  ground: true,
  mode: true,
  cloneLimit: true,
  lodThreshold: true,
  frameBudget: true,
  material: true,
  rootMotion: true,
  motion: true,
  recipe: true,
  retarget: true,
  decoders: true,
  castShadow: true,
  receiveShadow: true,
  checkDevice: true,
  onProgress: true,
  strict: true,
  onWarning: true,
  signal: true,
} as const;

/** Draw mode of a crowd of `count` characters: resolves `auto`. */
export function chooseDrawMode(
  { mode = 'auto', cloneLimit = DEFAULT_CLONE_LIMIT }: Pick<BuildCrowdOptions, 'mode' | 'cloneLimit'>,
  count: number,
): DrawMode {
  if (mode !== 'auto') return mode;
  return count <= cloneLimit ? 'clones' : 'instanced';
}

/**
 * Refuses options that do not exist, since a mistyped one would have no effect, and values that would fail much later.
 *
 * @param call name of the function, for the message
 * @throws {CrowdError} for an option that is not among `names`, or that is no mode or no function
 */
export function checkOptions(call: string, options: object, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new CrowdError(`${call} needs options, at least the renderer: { renderer }.`);
  }
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const near = closestName(name, names);
    const advice = near ? `Did you mean "${near}"?` : `It has ${names.join(', ')}.`;
    throw new CrowdError(`${call} has no option "${name}". ${advice}`);
  }
  const { mode, material } = options as Partial<BuildCrowdOptions>;
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new CrowdError(`mode is "${mode}"; give ${MODES.map((name) => `'${name}'`).join(', ')}.`);
  }
  if (material !== undefined && typeof material !== 'function') {
    throw new CrowdError('material is no function; give a function that returns the replacement.');
  }
}
