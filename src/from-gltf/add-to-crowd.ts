import { boundsOf, type Point } from '../math/index.js';
import { TINTS } from '../protocol/index.js';
import {
  type AddCharacters,
  type Characters,
  type GLTFCharacterOptions,
  isComplete,
} from '../render/index.js';
import type { Dressed, Dresser, Outfit, Undressed } from './dresser.js';

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
    const present = near.map((i) => undress(dresser, characters, i, now));
    const complete = added.map((one, k): Undressed | undefined => {
      if (!isComplete(one)) return undefined;
      const [{ colors }] = characters.resolve([one]);
      const { phase, build } = one;
      const character = { ...one, index: indices[k] };
      return { ...wornAs(dresser, character), colors, phase, build, isSized: true };
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
function undress(dresser: Dresser, characters: Characters, i: number, now: number): Undressed {
  const { table } = characters;
  const { parts, phase } = characters.get(i, now);
  const [body_id, face_id, hair_id] = [parts.body, parts.face, parts.hair];
  const place = { index: i, x: table.x(i), z: table.z(i) };
  const [garment, skin, hair] = TINTS.map((tint) => table.color(i, tint));
  return {
    ...wornAs(dresser, { ...characters.source(i), ...place, body_id, face_id, hair_id }),
    ...{ phase, build: table.build(i), colors: { garment, skin, hair }, textureCell: table.textureCell(i) },
  };
}

/** A character in the parts of its look, and the things with it. */
function wornAs(dresser: Dresser, character: Undressed['character']): Undressed {
  const { body_id, face_id, hair_id } = character;
  const outfit: Outfit = [body_id, face_id, hair_id];
  const { look, things = [] } = dresser.wornAs(outfit) ?? {};
  const [body, face, hair] = look === undefined ? outfit : dresser.outfits[look];
  return { character: { ...character, body_id: body, face_id: face, hair_id: hair }, look, things };
}
