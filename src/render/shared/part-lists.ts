import { CrowdError, UnknownPartError } from '../../errors/index.js';
import type { Character, Tint } from '../../protocol/index.js';
import { MAX_PARTS } from './character-table.js';
import { closestName } from './closest-name.js';
import type { PartList, PartSource } from './part-source.js';

/** The parts in use and who wears which. */
export interface PartLists {
  /** Bodies, faces, hair and shared parts, in the order in which they first appear. Each becomes one instanced draw. */
  readonly lists: readonly PartList[];
  /** Numbers in `lists` of each character's body, face and hair, three a character. */
  readonly worn: Uint16Array;
  /** Numbers in `lists` of what every character wears. */
  readonly shared: readonly number[];
}

/**
 * @throws {UnknownPartError} where a character names a part that the master GLB lacks
 */
export function listParts(
  characters: readonly Character[],
  sharedParts: readonly string[],
  parts: ReadonlyMap<string, PartSource>,
): PartLists {
  const lists: { part: PartSource; tint: Tint; count: number }[] = [];
  const numbers = new Map<string, number>();
  const add = (slot: string, name: string, tint: Tint, character: number): number => {
    // A node may serve as body here and as hair there; its tint then differs, and so does its draw.
    const key = `${tint} ${name}`;
    let number = numbers.get(key);
    if (number === undefined) {
      const part = parts.get(name);
      if (!part) throw unknownPart(slot, name, character, parts);
      number = lists.push({ part, tint, count: 0 }) - 1;
      numbers.set(key, number);
    }
    lists[number].count += 1;
    return number;
  };
  const worn = new Uint16Array(characters.length * 3);
  characters.forEach((character, i) => {
    worn[i * 3] = add('body', character.body_id, 'garment', i);
    worn[i * 3 + 1] = add('face', character.face_id, 'skin', i);
    worn[i * 3 + 2] = add('hair', character.hair_id, 'hair', i);
  });
  const shared = sharedParts.map((name) => add('shared part', name, 'skin', -1));
  for (const number of shared) lists[number].count = characters.length;
  if (lists.length > MAX_PARTS) {
    throw new CrowdError(
      `The crowd wears ${lists.length} different parts; a crowd can draw ${MAX_PARTS}. Split it in two.`,
    );
  }
  return { lists, worn, shared };
}

function unknownPart(
  slot: string,
  name: string,
  character: number,
  parts: ReadonlyMap<string, PartSource>,
): UnknownPartError {
  const near = closestName(name, parts.keys());
  const who = character < 0 ? `The crowd names the ${slot}` : `Character ${character} names ${slot}`;
  return new UnknownPartError(
    `${who} "${name}", which is not a node of skeleton_glb${near ? ` (did you mean "${near}"?)` : ''}.`,
    name,
    character,
  );
}
