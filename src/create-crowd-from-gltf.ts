import { type GltfAssets, type GltfAssetsOptions, type GltfSource, loadGltfAssets } from './assets/index.js';
import { CrowdError } from './errors/index.js';
import type { Character } from './protocol/index.js';
import { type BuildCrowdOptions, buildCrowd, type Crowd, checkRenderer } from './render/index.js';

/** Where one character of a file stands, and what it does. */
export interface GltfCharacterOptions {
  /** In the crowd's space, in the file's unit. */
  readonly x: number;
  readonly z: number;
  /** Radians about Y, counter-clockwise from above. @default 0, towards +Z */
  readonly rot_y?: number;
  /** @default 1 */
  readonly scale?: number;
  /** Name of the clip that it plays at first. @default `walk` or `idle`, as `walking` says */
  readonly clip?: string;
  /** Start of the clip, as a fraction of its length. @default spread evenly */
  readonly phase?: number;
  /** Which of the files it looks like, 0-based, counting those with characters. @default each in turn */
  readonly look?: number;
}

/** What a crowd of GLB files consists of, and how it is drawn. */
export interface CreateCrowdFromGLTFOptions
  extends GltfAssetsOptions,
    Pick<
      BuildCrowdOptions,
      'renderer' | 'mode' | 'cloneLimit' | 'castShadow' | 'receiveShadow' | 'material' | 'groundHeight'
    > {
  readonly signal?: AbortSignal;
  /**
   * Number of characters, who stand in rows.
   * @default 100
   */
  readonly count?: number;
  /** The characters one by one, in place of `count`. */
  readonly characters?: readonly GltfCharacterOptions[];
  /**
   * Fraction of the characters that play the walk clip, 0 to 1, where there is one to stand by.
   * @default 0.5
   */
  readonly walking?: number;
}

/** Between two characters in rows, as a fraction of their height. */
const SPACING = 0.8;

/** Words by which the clips are known that a crowd walks and stands by, the surest first. */
const WALK_WORDS = ['walk', 'walking', 'run', 'running', 'jog'];
const IDLE_WORDS = ['idle', 'stand', 'standing', 'survey', 'rest'];

/**
 * A crowd of one GLB file, or of several whose characters stand on the same skeleton: any meshes, skinned or rigid, any
 * names of clips. Files without a mesh give clips alone.
 *
 * @param source addresses, or what three's `GLTFLoader` has loaded, which is left as it is
 * @throws {CrowdError} one of its subclasses: each says what it means and what to do
 * @throws the signal's reason
 *
 * @example
 * const crowd = await createCrowdFromGLTF('robot.glb', { renderer, count: 200 });
 * scene.add(crowd);
 *
 * @example
 * const knights = await createCrowdFromGLTF(['knight.glb', 'mage.glb', 'animations.glb'], {
 *   renderer,
 *   clips: { idle: 'Idle_A', walk: 'Walking_A', cheer: 'Cheer' },
 *   characters: [{ x: 0, z: 0 }, { x: 1, z: 0, look: 1, clip: 'cheer' }],
 * });
 */
export async function createCrowdFromGLTF(
  source: GltfSource | readonly GltfSource[],
  options: CreateCrowdFromGLTFOptions,
): Promise<Crowd> {
  checkRenderer(options.renderer);
  const sources = Array.isArray(source) ? (source as readonly GltfSource[]) : [source as GltfSource];
  const assets = await loadGltfAssets(sources, options);
  try {
    const { clipInfo } = assets.boneTexture.manifest;
    const walk = findClip(assets.clips, WALK_WORDS);
    const idle = findClip(assets.clips, IDLE_WORDS) ?? assets.clips.find((name) => name !== walk);
    const seats = options.characters ?? inRows(options.count ?? 100, assets.height * SPACING);
    const outfits = assets.looks.map((look) => outfitOf(look, assets));
    const characters = seats.map((seat, index) => toCharacter(seat, index, outfits));
    const { clips: _clips, onProgress: _onProgress, characters: _characters, ...drawn } = options;
    return await buildCrowd({
      ...drawn,
      characters,
      sharedParts: assets.looks.length === 1 ? assets.looks[0].slice(3) : [],
      lodScreenHeight: 0,
      clipOf: ({ index }) => {
        const asked = seats[index]?.clip;
        if (asked !== undefined) return asked;
        const isWalking = isWithin(index, options.walking ?? 0.5);
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

/** The clip whose name has one of the words, whatever an exporter put around it; the shortest such name. */
function findClip(names: readonly string[], words: readonly string[]): string | undefined {
  for (const word of words) {
    const pattern = new RegExp(`(^|[^a-z])${word}([^a-z]|$)`);
    const plain = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
    const found = names.filter((name) => pattern.test(plain(name))).sort((a, b) => a.length - b.length);
    if (found.length > 0) return found[0];
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
      `A character of ${looks.length} files can have 3 meshes, and one has ${look.length} (${look.join(', ')}). Join them to one mesh with one material.`,
    );
  }
  const [body = [...parts.keys()][0], face = '', hair = ''] = look;
  return [body, face, hair];
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
