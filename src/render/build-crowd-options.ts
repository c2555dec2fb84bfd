import type { Material } from 'three';
import type { CrowdAssets } from '../assets/index.js';
import { CrowdError } from '../errors/index.js';
import { closestName } from '../math/index.js';
import type { CreateSimulation } from '../motion/index.js';
import type { Character } from '../protocol/index.js';
import { DEFAULT_CLONE_LIMIT, type DrawMode } from './crowd-drawing.js';
import type { CrowdRenderer, FarDraws } from './drawing/index.js';
import type { FrameBudgetOptions } from './frame-budget.js';

/** Draw mode; `auto` draws small crowds as clones and larger ones as instances. */
export type CrowdMode = 'auto' | DrawMode;

const MODES: readonly CrowdMode[] = ['auto', 'clones', 'instanced'];

/** Options of {@link buildCrowd}. */
export interface BuildCrowdOptions {
  /** The renderer that will draw the crowd. */
  readonly renderer: CrowdRenderer;
  /** As `loadCrowdAssets` gives them. They belong to the crowd from now on: its `dispose()` gives them back. */
  readonly assets: CrowdAssets;
  /** Initial characters; may be empty, since `addCharacters` can follow. */
  readonly characters: readonly Character[];
  /** Names of nodes of the master GLB that every character wears beside body, face and hair. */
  readonly sharedParts: readonly string[];
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
   * Fraction of the view's height, 0 to 1, below which a character is drawn with its far mesh; 0 for never. `lod_glb` is
   * fetched only where this is above 0. Clones have no far mesh.
   *
   * @default 0.07
   */
  readonly lodScreenHeight?: number;
  /**
   * Draws of the far meshes: `merged` puts all parts that differ in nothing but colour and roughness into one draw,
   * `parts` makes one draw a part. The first takes fewer draw commands, the second fewer vertices. On a rig whose poses
   * come from the baked matrices (see the warning about a sheared bone), `merged` draws no far meshes.
   *
   * @default 'merged'
   */
  readonly farDraws?: FarDraws;
  /**
   * Keeps a frame within a time by moving `lodScreenHeight`. Without effect on clones, which have no far mesh.
   *
   * @default undefined: `lodScreenHeight` stays as it is set
   */
  readonly frameBudget?: FrameBudgetOptions;
  /**
   * Height of the ground at a point of the crowd's space, metres: where each character's feet are put.
   *
   * @default () => 0
   */
  readonly groundHeight?: (x: number, z: number) => number;
  /**
   * Name of the clip that a character plays at first.
   *
   * @default by `anim_clip` and `idle_variant`
   */
  readonly clipOf?: (character: Character) => string;
  /**
   * Further names of clips, each with the one in the bone texture: so `idle`, `jog` and `walk_stop` are found in files that
   * call them otherwise.
   *
   * @default none
   */
  readonly clipAliases?: ReadonlyMap<string, string>;
  /**
   * Ground that the clip `walk` covers where its feet do not tell, metres a second at scale 1.
   *
   * @default 0: such a clip is not walked with
   */
  readonly walkClipSpeed?: number;
  /**
   * Playback speed of a character's clip at first; 0 holds its pose.
   *
   * @default () => 1
   */
  readonly playbackSpeed?: (character: Character) => number;
  /**
   * Makes what moves the characters: person i of it is the i-th of `characters`, and who is added later has the number of
   * their index.
   *
   * @param clipSpeed ground that the walk clip covers at playback speed 1, metres a second at scale 1; 0 where there is
   *   no such clip
   * @default nothing: everybody stays where they are put
   */
  readonly createSimulation?: CreateSimulation;
  /**
   * Has characters go where their clips go: the horizontal way of the root, or of the hips, moves the character, as it is
   * turned and scaled, and loops go on from where they are. Otherwise such a clip begins again at the same place. Turns of
   * the root stay in the pose. Not beside {@link createSimulation}.
   *
   * @default false
   */
  readonly rootMotion?: boolean;
  /**
   * Makes characters cast shadows.
   *
   * @default true
   */
  readonly castShadow?: boolean;
  /**
   * Makes characters receive shadows.
   *
   * @default true
   */
  readonly receiveShadow?: boolean;
  /**
   * Called once for each material of each part of the master GLB and of `lod_glb`, with the part's name and that
   * material; returns the material to draw it with. That may be the same one with changes, a three material with hooks
   * of its own (such as three's `CSM` sets up), or a node material for `WebGPURenderer`. Posing and tint are added to a
   * copy of it.
   *
   * A transparent part is drawn after everything opaque, like every transparent mesh, in one draw for all characters that
   * wear it, and these are not sorted among themselves. For hair and veils, take `alphaTest` or `alphaHash`, which need
   * no sorting.
   *
   * @default the part's own material
   */
  readonly material?: (part: string, material: Material) => Material;
  /**
   * Tries a WebGPU device with one pixel before the crowd is returned, so that the promise rejects with the error of what the
   * device refuses. Shaders are built for that which the first picture, having lights, cannot use: 0.1 s of the page's thread
   * and 0.4 s in all on a software GPU. With `false`, only three says what is refused, in the console, and nobody is posed, and
   * so drawn, before the first `update`.
   *
   * @default true
   */
  readonly checkDevice?: boolean;
  /**
   * Makes an error of a part that the master GLB lacks, which is otherwise left out with a warning.
   *
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Told of what is left out, or done otherwise than it was asked for.
   *
   * @default console.warn
   */
  readonly onWarning?: (message: string) => void;
  /** Gives up loading; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Clones or instances, for a crowd of `count` characters. */
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
  const { mode, material, groundHeight } = options as Partial<BuildCrowdOptions>;
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new CrowdError(`mode is "${mode}"; give ${MODES.map((name) => `'${name}'`).join(', ')}.`);
  }
  for (const [name, given] of Object.entries({ material, groundHeight })) {
    if (given === undefined || typeof given === 'function') continue;
    throw new CrowdError(`${name} is no function; give one that returns what is to be taken.`);
  }
}
