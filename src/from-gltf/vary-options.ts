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
   * Largest difference of a character's scale from 1, 0 to 0.3, where `characters` and `recipe` do not say it.
   *
   * @default 0.06
   */
  readonly height?: number;
  /** Another whole number gives other colours, phases and heights. @default the recipe's, or 0 */
  readonly seed?: number;
}

/** Colours by the patterns of zones' names, in linear light. */
export type Palettes = Readonly<
  Record<string, readonly (readonly [r: number, g: number, b: number])[] | undefined>
>;

const HEIGHT = 0.06;
const MOST_HEIGHT = 0.3;
const NAMES = ['zones', 'height', 'seed'];

/** The options, checked. */
export interface CheckedVary {
  readonly zones: NonNullable<VaryOptions['zones']>;
  readonly palettes: Palettes;
  readonly height: number;
  readonly seed: number;
}

/**
 * @param seed the default
 * @throws {CrowdError} naming the field that makes no sense
 */
export function checkVary(vary: true | VaryOptions, seed: number): CheckedVary {
  const given: VaryOptions = vary === true ? {} : vary;
  for (const name of Object.keys(given)) {
    if (NAMES.includes(name)) continue;
    const near = closestName(name, NAMES);
    throw new CrowdError(
      `vary knows no "${name}". ${near ? `Did you mean "${near}"?` : `There are ${NAMES.join(', ')}.`}`,
    );
  }
  const { zones = {}, height = HEIGHT } = given;
  if (!(height >= 0 && height <= MOST_HEIGHT)) {
    throw new CrowdError(
      `vary.height is ${height}; give 0 to ${MOST_HEIGHT}, the most that scales differ from 1.`,
    );
  }
  if (given.seed !== undefined && !Number.isInteger(given.seed)) {
    throw new CrowdError(`vary.seed is ${given.seed}; give a whole number.`);
  }
  const palettes = Object.entries(zones).map(([name, colors]) => [name, paletteOf(name, colors)] as const);
  return { zones, palettes: Object.fromEntries(palettes), height, seed: given.seed ?? seed };
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
