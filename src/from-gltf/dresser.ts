import type { GLTFThingOptions, GltfAssets } from '../assets/index.js';
import { CrowdError } from '../errors/index.js';
import { boundsOf, type Point } from '../math/index.js';
import { type Character, TINTS } from '../protocol/index.js';
import {
  type AddCharacters,
  type Characters,
  type GLTFCharacterOptions,
  isComplete,
} from '../render/index.js';
import type { ThingCounts } from './deal-things.js';
import type { Given } from './deal-variety.js';
import type { Vary } from './vary-options.js';

/** Names of body, face and hair. */
export type Outfit = readonly [body: string, face: string, hair: string];

/** A character with what it was given; the rest is dealt. */
export interface Undressed extends Given {
  /** In the parts of its look. */
  readonly character: Character;
  /** Undefined for one in parts that make up none. */
  readonly look: number | undefined;
  /** Indices of its things. @default dealt */
  readonly things?: readonly number[] | undefined;
}

/** A character with all that it shows. */
export interface Dressed {
  readonly character: Character;
  /** Undefined without variants of textures. */
  readonly textureCell: number | undefined;
}

/** Options of a {@link Dresser}. */
export interface DresserOptions {
  /** Undefined for none. */
  readonly vary: Vary | undefined;
  readonly things: readonly GLTFThingOptions[];
}

/** Gives characters what they show: what they were not given is dealt by place. */
export class Dresser {
  readonly outfits: readonly Outfit[];
  /** Looks and things by the names of the parts that show them. */
  readonly #worn = new Map<string, { readonly look: number; readonly things: readonly number[] }>();
  readonly #assets: GltfAssets;
  readonly #options: DresserOptions;
  readonly #variety: typeof import('./deal-variety.js') | undefined;
  readonly #things: typeof import('./deal-things.js') | undefined;
  /** Of those who were dressed so far, removed ones too, so that a crowd need not be counted for each that is added. */
  #counts: readonly ThingCounts[] = [];

  private constructor(
    assets: GltfAssets,
    options: DresserOptions,
    variety: typeof import('./deal-variety.js') | undefined,
    things: typeof import('./deal-things.js') | undefined,
  ) {
    this.#assets = assets;
    this.#options = options;
    this.#variety = variety;
    this.#things = things;
    this.outfits = assets.looks.map((look) => outfitOf(look, assets));
    const plain = assets.looks.map((parts, look) => ({ parts, look, things: [] }));
    for (const { parts, look, things } of [...assets.dressed, ...plain]) {
      this.#worn.set(outfitOf(parts, assets).join('\n'), { look, things });
    }
  }

  /** Loads the code that deals what the options ask for. */
  static async load(assets: GltfAssets, options: DresserOptions): Promise<Dresser> {
    return new Dresser(
      assets,
      options,
      options.vary && (await import('./deal-variety.js')),
      options.things.length > 0 ? await import('./deal-things.js') : undefined,
    );
  }

  /** True if anything is dealt by place. */
  get dealsByPlace(): boolean {
    return (this.#variety ?? this.#things) !== undefined;
  }

  /** A character in the parts of its look, and the things with it. */
  undress(character: Character): Undressed {
    const { body_id, face_id, hair_id } = character;
    const outfit: Outfit = [body_id, face_id, hair_id];
    const { look, things = [] } = this.#worn.get(outfit.join('\n')) ?? {};
    const [body, face, hair] = look === undefined ? outfit : this.outfits[look];
    return { character: { ...character, body_id: body, face_id: face, hair_id: hair }, look, things };
  }

  /** Deals looks to those who have none; without `vary` each in turn. */
  dealLooks(
    characters: readonly (Pick<Character, 'x' | 'z' | 'index'> & { readonly look?: number | undefined })[],
  ): number[] {
    if (this.#variety) return this.#variety.dealLooks(characters, this.#assets);
    return characters.map(({ look, index }) => look ?? index % this.outfits.length);
  }

  /**
   * @param present those who are near already
   * @throws {CrowdError} for `things` of a character that make no sense
   */
  dress(added: readonly Undressed[], present: readonly Undressed[] = []): Dressed[] {
    const { vary, things: options } = this.#options;
    const all = [...present, ...added];
    const characters = all.map(({ character }) => character);
    const dealt = vary && this.#variety?.dealVariety(characters, all, this.#assets, vary);
    const cells =
      vary && vary.textures.length > 0
        ? this.#variety?.dealTextures(characters, all, vary, this.#assets)
        : undefined;
    const bare = all.map(({ character: { index, x, z }, look = -1, things }) => ({
      index,
      x,
      z,
      look,
      things,
    }));
    const things = this.#things?.dealThings(bare, present.length, this.#counts, options, this.#assets);
    return added.map(({ character, look, things: given }, k) => {
      if (!things && given?.length) {
        throw new CrowdError(
          `characters.${k}.things has ${given[0]}; give indices in the option \`things\`: there are none.`,
        );
      }
      const at = present.length + k;
      const outfit = look === undefined ? {} : this.#outfit(look, things?.[at] ?? []);
      return { character: { ...character, ...dealt?.[at], ...outfit }, textureCell: cells?.[at] };
    });
  }

  /** Counts the things of dressed characters, which later ones get by the same shares. */
  count(dressed: readonly Dressed[]): void {
    if (!this.#things) return;
    this.#counts = this.#things.countThings(
      dressed.map(({ character }) => this.undress(character).things ?? []),
      this.#counts,
      this.#assets.thingsOfBones,
    );
  }

  #outfit(look: number, things: readonly number[]): Pick<Character, 'body_id' | 'face_id' | 'hair_id'> {
    const { dressed, looks } = this.#assets;
    const found = dressed.find((other) => other.look === look && other.things.join() === things.join());
    const [body_id, face_id, hair_id] = outfitOf(found?.parts ?? looks[look], this.#assets);
    return { body_id, face_id, hair_id };
  }
}

/** Distance within which characters are compared, plus a cell of the grid, as a multiple of a character's height. */
const NEAR = 8;

/** Parts of {@link addToCrowd} that depend on the options. */
export interface Seating {
  readonly dresser: Dresser;
  /** Metres, at scale 1. */
  readonly height: number;
  /** Checks the looks of seats. */
  check(seats: readonly Pick<GLTFCharacterOptions, 'look'>[]): void;
  seat(options: GLTFCharacterOptions & { readonly look: number }, index: number): Undressed;
  /** Sets the texture cells and the clips of new characters, which are not among their fields. */
  finish(indices: readonly number[], dressed: readonly Dressed[]): void;
}

/**
 * Adds characters as if the crowd had been created with them: random numbers are those of their indices, and dealt values differ
 * from those of characters near them. Only characters near the added ones are read.
 */
export function addToCrowd({ dresser, height, check, seat, finish }: Seating): AddCharacters {
  return (added, characters, now, add) => {
    check(added.map((one) => (isComplete(one) ? {} : one)));
    const indices = characters.nextIndices(added.length);
    const near = dresser.dealsByPlace && added.length > 0 ? nearTo(added, NEAR * height, characters) : [];
    const present = near.map((i) => undressPresent(dresser, characters, i, now));
    const complete = added.map((one, k): Undressed | undefined => {
      if (!isComplete(one)) return undefined;
      const [{ colors }] = characters.resolve([one]);
      const { phase, build } = one;
      const character = { ...one, index: indices[k] };
      return { ...dresser.undress(character), colors, phase, build, isSized: true };
    });
    const looks = dresser.dealLooks([
      ...present.map(({ character: { x, z, index }, look = -1 }) => ({ x, z, index, look })),
      ...added.map(({ x, z, ...one }, k) => {
        const look = complete[k] ? (complete[k].look ?? -1) : (one as GLTFCharacterOptions).look;
        return { x, z, index: indices[k], look };
      }),
    ]);
    const undressed = added.map(
      (one, k) =>
        complete[k] ??
        seat({ ...(one as GLTFCharacterOptions), look: looks[present.length + k] }, indices[k]),
    );
    const dressed = dresser.dress(undressed, present);
    add(dressed.map(({ character }) => character));
    dresser.count(dressed);
    finish(indices, dressed);
    return indices;
  };
}

/** Indices of the characters within a distance of the box around others. */
function nearTo(
  added: readonly { readonly x: number; readonly z: number }[],
  distance: number,
  characters: Characters,
): number[] {
  const [minX, minZ, maxX, maxZ] = boundsOf(added.map(({ x, z }): Point => [x, z]));
  return characters.inBox(minX - distance, minZ - distance, maxX + distance, maxZ + distance);
}

/** A character as it is now. */
function undressPresent(dresser: Dresser, characters: Characters, i: number, now: number): Undressed {
  const { table } = characters;
  const { parts, phase } = characters.get(i, now);
  const [body_id, face_id, hair_id] = [parts.body, parts.face, parts.hair];
  const place = { index: i, x: table.x(i), z: table.z(i) };
  const [garment, skin, hair] = TINTS.map((tint) => table.color(i, tint));
  return {
    ...dresser.undress({ ...characters.source(i), ...place, body_id, face_id, hair_id }),
    ...{ phase, build: table.build(i), colors: { garment, skin, hair }, textureCell: table.textureCell(i) },
  };
}

/** A row of the character table names three parts; what one file alone has beyond them is worn by everybody. */
export function outfitOf(
  look: readonly string[],
  { looks, parts }: Pick<GltfAssets, 'looks' | 'parts'>,
): Outfit {
  if (looks.length > 1 && look.length > 3) {
    throw new CrowdError(
      `Where characters have ${looks.length} looks, each can have 3 materials, and one has ${look.length} (${look.join(', ')}). Give its meshes fewer materials, or make a crowd of each look.`,
    );
  }
  const [body = [...parts.keys()][0], face = '', hair = ''] = look;
  return [body, face, hair];
}
