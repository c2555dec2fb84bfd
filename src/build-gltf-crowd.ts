import { type GltfAssets, type GltfSource, loadGltfAssets } from './assets/index.js';
import type { CreateCrowdFromGLTFOptions, GltfCharacterOptions } from './create-crowd-from-gltf.js';
import { CrowdError } from './errors/index.js';
import type { Character } from './protocol/index.js';
import { buildCrowd, type Crowd } from './render/index.js';

/** Between two characters in rows: as a fraction of their height, and of the room that they take standing. */
const SPACING = 0.8;
const ELBOW_ROOM = 1.15;

/** Words by which the clips are known that a crowd walks and stands by, the surest first; of a list, any. */
const WALK_WORDS = [
  ['walk', 'walking'],
  ['run', 'running', 'jog'],
];
const IDLE_WORDS = [['idle'], ['stand', 'standing', 'survey', 'rest']];
/** Up to which a clip is a pose, such as the T-pose that exporters add, which nobody stands by unless told to. */
const POSE_SECONDS = 0.1;

/** A crowd of the sources' characters, which play the sources' clips; of how, see `createCrowdFromGLTF`. */
export async function buildGltfCrowd(
  sources: readonly GltfSource[],
  options: CreateCrowdFromGLTFOptions,
): Promise<Crowd> {
  const { renderer } = options;
  const assets = await loadGltfAssets(sources, { ...options, decoders: { renderer, ...options.decoders } });
  try {
    const { clipInfo } = assets.boneTexture.manifest;
    const walk = findClip(assets.clips, WALK_WORDS);
    const moving = clipInfo.find(({ name, duration }) => name !== walk && duration > POSE_SECONDS);
    const idle = findClip(assets.clips, IDLE_WORDS) ?? moving?.name;
    const stand = clipInfo[Math.max(0, assets.clips.indexOf(idle ?? walk ?? ''))];
    const seats = options.characters ?? inRows(options.count ?? 100, spacingOf(assets.height, stand.bounds));
    const outfits = assets.looks.map((look) => outfitOf(look, assets));
    const { rot_y = assets.facesBack ? Math.PI : 0, walking = 0.5 } = options;
    if (!(walking >= 0 && walking <= 1)) {
      throw new CrowdError(`walking is ${walking}; give a fraction of the characters, 0 to 1.`);
    }
    checkLooks(seats, outfits.length);
    const characters = seats.map((seat, index) => toCharacter({ rot_y, ...seat }, index, outfits));
    return await buildCrowd({
      ...options,
      characters,
      sharedParts: assets.looks.length === 1 ? assets.looks[0].slice(3) : [],
      lodScreenHeight: 0,
      clipOf: ({ index }) => {
        const asked = seats[index]?.clip;
        if (asked !== undefined) return asked;
        const isWalking = isWithin(index, walking);
        return (isWalking ? (walk ?? idle) : (idle ?? walk)) ?? clipInfo[0].name;
      },
      assets: {
        ...assets,
        boneTexture: {
          ...assets.boneTexture,
          manifest: { ...assets.boneTexture.manifest, walkClip: assets.clips.indexOf(walk ?? '') },
        },
      },
    });
  } catch (error) {
    assets.dispose();
    throw error;
  }
}

/** The clip whose name has one of the words and the fewest others: `Walking` rather than `WalkJump`. */
function findClip(names: readonly string[], words: readonly (readonly string[])[]): string | undefined {
  const wordsOf = (name: string): string[] =>
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/);
  const order = (a: string, b: string): number =>
    wordsOf(a).length - wordsOf(b).length || a.length - b.length;
  for (const synonyms of words) {
    const found = names.filter((name) => wordsOf(name).some((word) => synonyms.includes(word)));
    if (found.length > 0) return found.sort(order)[0];
  }
  return undefined;
}

/** Whether the character is among a fraction of all that is spread evenly. */
function isWithin(index: number, fraction: number): boolean {
  return Math.floor((index + 1) * fraction) > Math.floor(index * fraction);
}

type Outfit = readonly [body: string, face: string, hair: string];

/** A row of the character table names three parts; what one file alone has beyond them is worn by everybody. */
function outfitOf(look: readonly string[], { looks, parts }: GltfAssets): Outfit {
  if (looks.length > 1 && look.length > 3) {
    throw new CrowdError(
      `Where characters have ${looks.length} looks, each can have 3 materials, and one has ${look.length} (${look.join(', ')}). Give its meshes fewer materials, or make a crowd of each look.`,
    );
  }
  const [body = [...parts.keys()][0], face = '', hair = ''] = look;
  return [body, face, hair];
}

function checkLooks(seats: readonly GltfCharacterOptions[], count: number): void {
  for (const [index, { look = 0 }] of seats.entries()) {
    if (Number.isInteger(look) && look >= 0 && look < count) continue;
    const known = count === 1 ? '0, the only one' : `0 to ${count - 1}`;
    throw new CrowdError(`characters.${index}.look is ${look}; give ${known}, or leave it out.`);
  }
}

function toCharacter(seat: GltfCharacterOptions, index: number, outfits: readonly Outfit[]): Character {
  const { x, z, rot_y = 0, scale = 1, phase = (index * GOLDEN_RATIO) % 1, look = index } = seat;
  const [body_id, face_id, hair_id] = outfits[look % outfits.length];
  return {
    index,
    bucket: '',
    body_id,
    face_id,
    hair_id,
    x,
    z,
    rot_y,
    scale,
    phase,
    anim_clip: 'idle',
    idle_variant: 0,
    garment_hsl: [0, 0, 1],
    skin_hex: '#ffffff',
    hair_hex: '#ffffff',
  };
}

/** Its multiples, modulo 1, are spread evenly however many there are. */
const GOLDEN_RATIO = 0.618033988749895;

/** Room for swords and tails, too. */
function spacingOf(height: number, bounds: readonly number[] = []): number {
  const [minX = 0, , minZ = 0, maxX = 0, , maxZ = 0] = bounds;
  return Math.max(height * SPACING, (maxX - minX) * ELBOW_ROOM, (maxZ - minZ) * ELBOW_ROOM);
}

function inRows(count: number, spacing: number): GltfCharacterOptions[] {
  if (!(Number.isInteger(count) && count >= 0)) {
    throw new CrowdError(`count is ${count}; give a whole number of characters, 0 or more.`);
  }
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, index) => ({
    x: ((index % side) - (side - 1) / 2) * spacing,
    z: (Math.floor(index / side) - (side - 1) / 2) * spacing,
  }));
}
