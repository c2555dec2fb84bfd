import { fetchTexture, type NamedVariants, resolveAddress, type TextureVariants } from '../assets/index.js';
import { CrowdError } from '../errors/index.js';
import { closestName } from '../math/index.js';
import { type ColorInput, resolveColor } from '../render/index.js';

/** Differences between the characters of files. */
export interface VaryOptions {
  /**
   * Colours of zones by their names; `*` stands for any text. A zone is a material of the file; where all meshes have the same
   * material, a mesh, or `body` for those of trunk and limbs. `{ Cape: ['#8c2f39', '#2f5aa8'], Boots: false }` gives capes one of
   * two colours, and leaves boots as they are; `true` gives a metal zone colours, too. On a texture, colours multiply it.
   *
   * @default three zones, the largest two of cloth, then hair, skin and further cloth, have colours around the file's own; metal,
   * eyes, mouths and weapons keep theirs
   */
  readonly zones?: Readonly<Record<string, boolean | readonly ColorInput[]>>;
  /**
   * Variants of textures by the names of zones, of which each character shows one, dealt by place: `{ Shirt: { columns: 4, rows: 2 } }`.
   * Zones under one key show the same cell; those of different keys are dealt apart, 256 combinations at most. A zone here keeps
   * its colour unless `zones` names it, too. `crowd.setVariation` changes the cell, and no draw is added.
   *
   * @default none
   */
  readonly textures?: Readonly<Record<string, TextureVariants>>;
  /**
   * Largest difference of a character's scale from 1, 0 to 0.3, where `characters` and `scaleVariation` of `recipe` do not say it.
   *
   * @default 0.06; 0.05 with `recipe`
   */
  readonly height?: number;
  /**
   * Differences of build, where the file has the bones of a human: their names tell head and hands, their places legs. `true`
   * for the default; `false` for none. Feet stay on the ground; hands, and all that they hold, keep their size.
   *
   * @default moderate ones, if the file has such bones
   */
  readonly build?: boolean | BuildOptions;
  /** Another whole number gives other colours, phases, heights and builds. @default the recipe's, or 0 */
  readonly seed?: number;
}

/** Largest differences of sizes of the body from the file's own, as fractions, 0 to 0.25; and who is a child. */
export interface BuildOptions {
  /** Width of the shoulders. @default 0.1 */
  readonly shoulders?: number;
  /** Thickness of trunk, arms and legs. @default 0.12 */
  readonly girth?: number;
  /**
   * Length of the legs relative to that of trunk and arms. The scale of a character is that of its legs and steps.
   *
   * @default 0.06
   */
  readonly legs?: number;
  /** Size of the head. @default 0.05 */
  readonly head?: number;
  /**
   * Fraction of the characters that are children, 0 to 1: with large heads, short legs, and 0.6 to 0.75 of the scale that they had
   * otherwise, also if `characters` or `recipe` say it.
   *
   * @default 0
   */
  readonly children?: number;
}

/** Colours by the patterns of zones' names, in linear light. */
export type Palettes = Readonly<
  Record<string, readonly (readonly [r: number, g: number, b: number])[] | undefined>
>;

const HEIGHT = 0.06;
const MOST_HEIGHT = 0.3;
const NAMES = ['zones', 'textures', 'height', 'build', 'seed'];
const MOST_CELLS = 16;
/** Texture cells of a character. */
const MOST_COMBINATIONS = 256;
const BUILD: Required<BuildOptions> = { shoulders: 0.1, girth: 0.12, legs: 0.06, head: 0.05, children: 0 };
const MOST_BUILD = 0.25;

type CheckedVariants = Pick<NamedVariants, 'name' | 'stride'> & TextureVariants;

/** The options, checked and with the images of textures. */
export interface Vary extends Omit<CheckedVary, 'textures'> {
  readonly textures: readonly NamedVariants[];
}

/**
 * Checks the options, and fetches the images of textures that are given by their addresses.
 *
 * @param seed the default
 * @throws {CrowdError} naming the field that makes no sense
 * @throws {AssetError} for an image that cannot be fetched
 * @throws the signal's reason
 */
export async function readVary(
  vary: true | VaryOptions,
  seed: number,
  { baseUrl, signal }: { readonly baseUrl?: string | undefined; readonly signal?: AbortSignal | undefined },
): Promise<Vary> {
  const checked = checkVary(vary, seed);
  const textures = checked.textures.map(async ({ map, ...variants }): Promise<NamedVariants> => {
    if (typeof map !== 'string') return { ...variants, map, isFetched: false };
    const url = resolveAddress(`vary.textures.${variants.name}.map`, map, baseUrl);
    return { ...variants, map: await fetchTexture(url, { signal }), isFetched: true };
  });
  return { ...checked, textures: await Promise.all(textures) };
}

/** The options, checked. */
export interface CheckedVary {
  readonly zones: NonNullable<VaryOptions['zones']>;
  readonly palettes: Palettes;
  readonly textures: readonly CheckedVariants[];
  readonly height: number;
  /** Undefined for none. */
  readonly build: Required<BuildOptions> | undefined;
  /** True if builds were asked for, so that a file without them is an error. */
  readonly needsBuild: boolean;
  readonly seed: number;
}

/**
 * @param seed the default
 * @throws {CrowdError} naming the field that makes no sense
 */
export function checkVary(vary: true | VaryOptions, seed: number): CheckedVary {
  const given: VaryOptions = vary === true ? {} : vary;
  checkNames('vary', given, NAMES);
  const { zones = {}, textures = {}, height = HEIGHT, build } = given;
  if (!(height >= 0 && height <= MOST_HEIGHT)) {
    throw new CrowdError(
      `vary.height is ${height}; give 0 to ${MOST_HEIGHT}, the most that scales differ from 1.`,
    );
  }
  if (given.seed !== undefined && !Number.isInteger(given.seed)) {
    throw new CrowdError(`vary.seed is ${given.seed}; give a whole number.`);
  }
  const palettes = Object.entries(zones).map(([name, colors]) => [name, paletteOf(name, colors)] as const);
  return {
    zones,
    palettes: Object.fromEntries(palettes),
    textures: checkTextures(textures),
    height,
    build: build === false ? undefined : checkBuild(typeof build === 'object' ? build : {}),
    needsBuild: build !== undefined && build !== false,
    seed: given.seed ?? seed,
  };
}

function checkTextures(textures: NonNullable<VaryOptions['textures']>): CheckedVariants[] {
  let stride = 1;
  return Object.entries(textures).map(([name, variants]) => {
    const option = `vary.textures.${name}`;
    checkNames(option, variants, ['columns', 'rows', 'map']);
    for (const field of ['columns', 'rows'] as const) {
      const count = variants[field];
      if (Number.isInteger(count) && count >= 1 && count <= MOST_CELLS) continue;
      throw new CrowdError(`${option}.${field} is ${count}; give a whole number from 1 to ${MOST_CELLS}.`);
    }
    const { map } = variants as { readonly map?: string | { readonly isTexture?: boolean } | undefined };
    if (map !== undefined && typeof map !== 'string' && !map?.isTexture) {
      throw new CrowdError(`${option}.map is ${map}; give the address of an image, or a texture of three.`);
    }
    const own = { ...variants, name, stride };
    stride *= variants.columns * variants.rows;
    if (stride <= MOST_COMBINATIONS) return own;
    throw new CrowdError(
      `${option} makes ${stride} combinations of textures, and a character has one of ${MOST_COMBINATIONS} at most. Give fewer ` +
        'cells, or one key for zones that show the same cell, such as "Ch_*".',
    );
  });
}

function checkBuild(given: BuildOptions): Required<BuildOptions> {
  checkNames('vary.build', given, Object.keys(BUILD));
  for (const [name, value] of Object.entries(given)) {
    const isFraction = name === 'children';
    const most = isFraction ? 1 : MOST_BUILD;
    if (value === undefined || (value >= 0 && value <= most)) continue;
    throw new CrowdError(
      `vary.build.${name} is ${value}; give 0 to ${most}, ${isFraction ? 'the fraction of characters that are children' : "the largest difference as a fraction of the file's own size"}.`,
    );
  }
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...BUILD, ...Object.fromEntries(defined) };
}

function checkNames(option: string, given: object, names: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const near = closestName(name, names);
    throw new CrowdError(
      `${option} knows no "${name}". ${near ? `Did you mean "${near}"?` : `There are ${names.join(', ')}.`}`,
    );
  }
}

function paletteOf(name: string, colors: boolean | readonly ColorInput[]): Palettes[string] {
  if (typeof colors === 'boolean') return undefined;
  if (!Array.isArray(colors) || colors.length === 0) {
    throw new CrowdError(
      `vary.zones.${name} has no colours; give a list of them, false to leave the zone as it is, or true to vary it.`,
    );
  }
  return colors.map((color, k) => {
    try {
      return resolveColor(color);
    } catch (error) {
      throw new CrowdError(`vary.zones.${name}.${k}: ${(error as Error).message}`, { cause: error });
    }
  });
}
