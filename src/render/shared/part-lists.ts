import { UnknownPartError } from '../../errors/index.js';
import type { Character, Tint } from '../../protocol/index.js';
import { closestName } from './closest-name.js';
import type { PartList, PartSource } from './part-source.js';

/**
 * The parts in use, each with the characters that wear it: bodies, faces, hair and shared parts, in the order in which
 * they first appear. Each list becomes one instanced draw.
 *
 * @throws {UnknownPartError} where a character names a part that the master GLB lacks
 */
export function listParts(
  characters: readonly Character[],
  sharedParts: readonly string[],
  parts: ReadonlyMap<string, PartSource>,
): PartList[] {
  const lists = new Map<string, { part: PartSource; tint: Tint; characters: number[] }>();
  const add = (slot: string, name: string, tint: Tint, character: number): void => {
    // A node may serve as body here and as hair there; its tint then differs, and so does its draw.
    const key = `${tint} ${name}`;
    let list = lists.get(key);
    if (!list) {
      const part = parts.get(name);
      if (!part) throw unknownPart(slot, name, character, parts);
      list = { part, tint, characters: [] };
      lists.set(key, list);
    }
    list.characters.push(character);
  };
  characters.forEach((character, row) => {
    add('body', character.body_id, 'garment', row);
    add('face', character.face_id, 'skin', row);
    add('hair', character.hair_id, 'hair', row);
    for (const name of sharedParts) add('shared part', name, 'skin', row);
  });
  return [...lists.values()].map((list) => ({ ...list, characters: Uint32Array.from(list.characters) }));
}

function unknownPart(
  slot: string,
  name: string,
  character: number,
  parts: ReadonlyMap<string, PartSource>,
): UnknownPartError {
  const near = closestName(name, parts.keys());
  return new UnknownPartError(
    `Character ${character} names ${slot} "${name}", which is not a node of skeleton_glb` +
      `${near ? ` (did you mean "${near}"?)` : ''}.`,
    name,
    character,
  );
}
