import type { CrowdAssets } from '../assets/index.js';
import { InvalidResponseError, UnknownClipError } from '../errors/index.js';
import type { Character, ClipName } from '../protocol/index.js';
import { deriveLocalPoses } from '../rig/index.js';
import { type CloneSource, createClonedCrowd, toAnimationClip } from './clones/index.js';
import { Crowd, type CrowdDrawing } from './crowd.js';
import type { CrowdTier } from './crowd-stats.js';
import { loadBackend } from './load-backend.js';
import { type ResolvedCharacter, resolveCharacter } from './resolve-character.js';
import {
  type Backend,
  CharacterTable,
  type CrowdRenderer,
  listParts,
  type PartList,
  type PartLists,
} from './shared/index.js';

/** `auto` clones small crowds and instances the others. */
export type CrowdMode = 'auto' | 'instanced' | 'clones';

export interface BuildCrowdOptions {
  /** The renderer that will draw the crowd. */
  readonly renderer: CrowdRenderer;
  readonly assets: CrowdAssets;
  readonly characters: readonly Character[];
  /** Nodes shown on every character. */
  readonly sharedParts: readonly string[];
  /** @default 'auto' */
  readonly mode?: CrowdMode;
  /**
   * Largest crowd that `auto` clones.
   *
   * @default 100
   */
  readonly cloneLimit?: number;
  /**
   * Share of the view's height, 0 to 1, under which a character is drawn with its far mesh; 0 for never. `lod_glb` is
   * fetched only where it is above 0.
   *
   * @default 0.07
   */
  readonly farBelow?: number;
  /**
   * Height of the ground, metres.
   *
   * @default () => 0
   */
  readonly groundHeight?: (x: number, z: number) => number;
  /**
   * Playback speed of a character's clip.
   *
   * @default () => 1
   */
  readonly playbackSpeed?: (character: Character) => number;
  /** @default true */
  readonly castShadow?: boolean;
  /** @default true */
  readonly receiveShadow?: boolean;
  readonly signal?: AbortSignal;
}

const DEFAULT_CLONE_LIMIT = 100;
/** About 75 pixels of 1,080: the far mesh can no longer be told from the near one. */
const DEFAULT_FAR_BELOW = 0.07;

const UNEVEN_SCALES =
  'three-crowd: a bone of this rig is scaled unevenly, so poses are taken from the baked matrices as they are: ' +
  'a little off between frames, and without fades. Give every bone one scale for all axes to have both.';

/**
 * A crowd from loaded assets and resolved characters.
 *
 * @throws {InvalidResponseError} for no characters or a malformed colour
 * @throws {UnknownPartError} {@link UnknownClipError} where a character names what the assets lack
 * @throws {UnsupportedError} where the renderer is none of three's
 */
export async function buildCrowd(options: BuildCrowdOptions): Promise<Crowd> {
  const { assets, characters, sharedParts, signal } = options;
  if (characters.length === 0) {
    throw new InvalidResponseError('The crowd has no characters: there is nothing to draw.', 'characters');
  }
  const clips = assets.boneTexture.manifest.clipInfo;
  const resolved = characters.map((character) => resolveCharacter(character, options));
  const parts = listParts(characters, sharedParts, assets.parts);
  const backend = await loadBackend(options.renderer);
  const tier = chooseTier(options);
  const table = fillTable(resolved, parts);
  const drawing =
    tier === 'clones'
      ? await drawClones(resolved, parts, backend, options)
      : await drawInstances(table, parts, backend, options);
  if (signal?.aborted) {
    drawing.dispose();
    throw signal.reason;
  }
  const triangles = parts.lists.reduce((sum, list) => sum + triangleCount(list) * list.count, 0);
  return new Crowd({
    drawing,
    table,
    clips,
    farBelow: options.farBelow ?? DEFAULT_FAR_BELOW,
    release: () => assets.dispose(),
    stats: {
      characters: characters.length,
      tier,
      backend: backend.name,
      drawCalls: drawing.drawCalls,
      triangles,
      parts: parts.lists.length,
    },
  });
}

function chooseTier({
  mode = 'auto',
  cloneLimit = DEFAULT_CLONE_LIMIT,
  characters,
}: BuildCrowdOptions): CrowdTier {
  if (mode !== 'auto') return mode;
  return characters.length <= cloneLimit ? 'clones' : 'instanced';
}

function fillTable(resolved: readonly ResolvedCharacter[], { worn }: PartLists): CharacterTable {
  const table = new CharacterTable(resolved.length);
  resolved.forEach(({ character, clip, start, speed, y, colors }, i) => {
    table.setPlace(i, character.x, y, character.z, character.rot_y, character.scale);
    table.setPlayback(i, { clip, start, speed });
    table.setColors(i, colors.garment, colors.skin, colors.hair);
    table.setParts(i, worn[i * 3], worn[i * 3 + 1], worn[i * 3 + 2]);
  });
  return table;
}

type CountedDrawing = CrowdDrawing & { readonly drawCalls: number };

async function drawInstances(
  table: CharacterTable,
  parts: PartLists,
  backend: Backend,
  {
    assets,
    farBelow = DEFAULT_FAR_BELOW,
    castShadow = true,
    receiveShadow = true,
    signal,
  }: BuildCrowdOptions,
): Promise<CountedDrawing> {
  const { boneTexture, skeleton, skin } = assets;
  const localPoses = deriveLocalPoses(boneTexture, skeleton, skin);
  if (!localPoses) console.warn(UNEVEN_SCALES);
  const farParts = farBelow > 0 ? await assets.loadFarParts(signal ? { signal } : {}) : undefined;
  return backend.createInstancedCrowd({
    table,
    boneTexture,
    localPoses,
    parts,
    castShadow,
    receiveShadow,
    ...(farParts ? { farParts } : {}),
  });
}

async function drawClones(
  resolved: readonly ResolvedCharacter[],
  { lists, worn, shared }: PartLists,
  backend: Backend,
  { assets, castShadow = true, receiveShadow = true, signal }: BuildCrowdOptions,
): Promise<CountedDrawing> {
  const names = [...new Set(resolved.map(({ info }) => info.name as ClipName))];
  const clips = await assets.loadClips(names, signal ? { signal } : {});
  const animations = new Map([...clips].map(([name, clip]) => [name, toAnimationClip(clip, assets.scene)]));
  const sources = resolved.map(({ character, info, start, speed, y, colors }, i): CloneSource => {
    const clip = animations.get(info.name);
    if (!clip)
      throw new UnknownClipError(`The clip "${info.name}" has no address in assets.animations.`, info.name);
    return {
      parts: [worn[i * 3], worn[i * 3 + 1], worn[i * 3 + 2], ...shared].map((number) => lists[number]),
      place: [character.x, y, character.z],
      heading: character.rot_y,
      scale: character.scale,
      colors,
      clip,
      info,
      start,
      speed,
    };
  });
  return createClonedCrowd({
    scene: assets.scene,
    characters: sources,
    castShadow,
    receiveShadow,
    createTintedMaterial: backend.createTintedMaterial,
  });
}

function triangleCount({ part }: PartList): number {
  return (part.geometry.index?.count ?? part.geometry.getAttribute('position').count) / 3;
}
