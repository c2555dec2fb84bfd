import type { Character } from 'three-crowd';

/** Metres. */
const SPACING = 1.4;

export interface Dressed {
  readonly characters: Character[];
  /** Parts that everyone wears. */
  readonly sharedParts: readonly string[];
}

/**
 * Characters in rows. Parts called `body_…`, `face_…` and `hair_…` are distributed; everyone wears all others. A file without
 * such names is one character, in its own colours.
 */
export function dressCharacters(parts: readonly string[], count: number): Dressed {
  const named = (kind: string): string[] => parts.filter((name) => name.startsWith(`${kind}_`));
  const [bodies, faces, hairs] = ['body', 'face', 'hair'].map(named);
  const isDealt = bodies.length > 0 && faces.length > 0 && hairs.length > 0;
  const [body, face = body, hair = body] = parts;
  const side = Math.ceil(Math.sqrt(count));
  const characters = Array.from({ length: count }, (_, index): Character => {
    const deal = (pool: readonly string[], otherwise: string): string =>
      isDealt ? pool[index % pool.length] : otherwise;
    return {
      index,
      ...{ body_id: deal(bodies, body), face_id: deal(faces, face), hair_id: deal(hairs, hair) },
      ...{
        x: ((index % side) - (side - 1) / 2) * SPACING,
        z: (Math.floor(index / side) - side / 2) * SPACING,
      },
      ...{
        bucket: 'baked',
        rot_y: 0,
        scale: 1,
        phase: (index * 0.618) % 1,
        anim_clip: 'walk',
        idle_variant: 0,
      },
      garment_hsl: isDealt ? [(index * 0.381) % 1, 0.35, 0.3] : [0, 0, 1],
      skin_hex: isDealt ? '#f0c49c' : '#ffffff',
      hair_hex: isDealt ? '#2a211d' : '#ffffff',
    };
  });
  const worn = isDealt ? [...bodies, ...faces, ...hairs] : [body, face, hair];
  return { characters, sharedParts: parts.filter((name) => !worn.includes(name)) };
}
