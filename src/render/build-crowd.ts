import type { Material } from 'three';
import type { CrowdAssets } from '../assets/index.js';
import { InvalidResponseError } from '../errors/index.js';
import type { Character } from '../protocol/index.js';
import { type BoneTexture, type Clip, deriveLocalPoses, type LocalPoses } from '../rig/index.js';
import { Characters, ClipRegistry, type Part, PartRegistry, resolveCharacter } from './characters/index.js';
import { CloneClips, type CloneOptions, createClonedCrowd } from './clones/index.js';
import { Crowd, type CrowdDrawing, type DrawMode } from './crowd.js';
import type { Backend, CrowdRenderer, FarDraws } from './drawing/index.js';
import { FrameBudget, type FrameBudgetOptions } from './frame-budget.js';
import { Heroes } from './heroes.js';
import { createInstancedDrawing } from './instanced-drawing.js';
import { loadBackend } from './load-backend.js';
import { type BoundedClip, type BoundedTexture, boundClips, PoseQueries } from './poses/index.js';

/** `auto` clones small crowds and instances the others. */
export type CrowdMode = 'auto' | 'instanced' | 'clones';

/** What a crowd is made from, and how it is drawn. */
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
  readonly lodScreenHeight?: number;
  /**
   * How far characters are drawn: `merged` in one draw for all parts that differ in colour and roughness at most, or
   * `parts` in one draw a part. The first takes fewer commands, the second fewer vertices. Where poses are taken from
   * the baked matrices as they are, only the second draws anybody far.
   *
   * @default 'merged'
   */
  readonly farDraws?: FarDraws;
  /**
   * Keeps a frame within a time by moving `lodScreenHeight`.
   *
   * @default none: `lodScreenHeight` stays as it is set
   */
  readonly frameBudget?: FrameBudgetOptions;
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
  /**
   * Replaces the material of a part, near and far, or gives it back with changes: a three material with hooks of its
   * own, such as three's `CSM` sets up, or a node material for `WebGPURenderer`. Posing and tint are added to a copy of
   * whatever it is.
   *
   * A transparent part is drawn after everything opaque, like any transparent mesh, in one draw for all who wear it:
   * between them there is no order. Hair and veils look best with `alphaTest` or `alphaHash`, which need none.
   *
   * @default the part's own material
   */
  readonly material?: (part: string, material: Material) => Material;
  readonly signal?: AbortSignal;
}

const DEFAULT_CLONE_LIMIT = 100;
/** About 75 pixels of 1,080: the far mesh can no longer be told from the near one. */
const DEFAULT_FAR_BELOW = 0.07;

const SHEARED =
  'three-crowd: a bone of this rig is sheared, flat or mirrored at times, so poses are taken from the baked matrices as ' +
  'they are: a little off between frames, and without fades. To have both, give nodes that are no joints one scale for ' +
  'all axes, and joints no scale that is 0 or changes its sign.';

/**
 * A crowd from loaded assets and resolved characters.
 *
 * @throws {InvalidResponseError} for no characters or a malformed colour
 * @throws {UnknownPartError} {@link UnknownClipError} where a character names what the assets lack
 * @throws {UnsupportedError} where the renderer is none of three's
 */
export async function buildCrowd(options: BuildCrowdOptions): Promise<Crowd> {
  const { assets, characters, sharedParts, signal, lodScreenHeight = DEFAULT_FAR_BELOW } = options;
  const dressed = replaceMaterials(assets.parts, options.material);
  if (characters.length === 0) {
    throw new InvalidResponseError('The crowd has no characters: there is nothing to draw.', 'characters');
  }
  const tier = chooseTier(options);
  const played = tier === 'clones' ? await loadClips(assets, signal) : undefined;
  const boneTexture = boundClips(assets.boneTexture, assets.parts);
  const clips = new ClipRegistry(boneTexture.manifest, (clip) => !played || played[clip] !== undefined);
  const everyone = new Characters(
    characters.length,
    new PartRegistry(dressed, sharedParts),
    clips,
    (character) => resolveCharacter(character, clips, options),
  );
  everyone.add(characters, 0);
  const renders = { backend: await loadBackend(options.renderer) };
  const posed: PosedAssets = {
    boneTexture: withClips(boneTexture, clips),
    localPoses: () => localPosesOf(assets),
  };
  const drawing = played
    ? drawClones(everyone, played, renders, options)
    : await drawInstances(everyone, posed, renders, lodScreenHeight, options);
  if (signal?.aborted) {
    drawing.dispose();
    throw signal.reason;
  }
  return new Crowd({
    characters: everyone,
    drawing,
    tier,
    current: renders,
    lodScreenHeight,
    frameBudget: options.frameBudget && new FrameBudget(options.frameBudget, lodScreenHeight),
    heroes: new Heroes({
      characters: everyone,
      clone: cloneOptions(renders, options),
      bones: new Map(assets.skeleton.names.map((name, bone) => [name, assets.bones[bone]])),
      loadClips: async () => new CloneClips(clips.infos, played ?? (await loadClips(assets)), assets.scene),
    }),
    queries: new PoseQueries({
      ...posed,
      table: everyone.table,
      clips: clips.infos,
      parts: assets.parts,
      partRegistry: everyone.parts,
      skin: assets.skin,
      rig: assets,
    }),
    release: () => assets.dispose(),
  });
}

/** The backend that draws now. */
interface CurrentBackend {
  backend: Backend;
}

/** What poses are made from: the frames under the clip numbers that rows use. */
interface PosedAssets {
  readonly boneTexture: BoundedTexture;
  /** Undefined where the rig cannot be taken apart into local turns and scales. */
  localPoses(): LocalPoses | undefined;
}

function chooseTier({
  mode = 'auto',
  cloneLimit = DEFAULT_CLONE_LIMIT,
  characters,
}: BuildCrowdOptions): DrawMode {
  if (mode !== 'auto') return mode;
  return characters.length <= cloneLimit ? 'clones' : 'instanced';
}

/** The clips of the bone texture as clones play them; undefined where one has no address. */
async function loadClips(assets: CrowdAssets, signal?: AbortSignal): Promise<readonly (Clip | undefined)[]> {
  const { clipInfo, walkClip } = assets.boneTexture.manifest;
  const clips = await assets.loadClips(undefined, signal ? { signal } : {});
  return clipInfo.map(({ name }, n) => clips.get(name) ?? (n === walkClip ? clips.get('walk') : undefined));
}

async function drawInstances(
  { table, parts: partRegistry }: Characters,
  { boneTexture, localPoses }: PosedAssets,
  renders: CurrentBackend,
  lodScreenHeight: number,
  {
    assets,
    farDraws = 'merged',
    material,
    castShadow = true,
    receiveShadow = true,
    signal,
  }: BuildCrowdOptions,
): Promise<CrowdDrawing> {
  if (!localPoses()) console.warn(SHEARED);
  const loaded = lodScreenHeight > 0 ? await assets.loadFarParts(signal ? { signal } : {}) : undefined;
  const farParts = loaded && replaceMaterials(loaded, material);
  const drawing = createInstancedDrawing(table, partRegistry, (parts) =>
    renders.backend.createInstancedCrowd({
      table,
      boneTexture,
      localPoses: localPoses(),
      parts,
      castShadow,
      receiveShadow,
      farDraws,
      ...(farParts ? { farParts } : {}),
    }),
  );
  try {
    await drawing.check();
  } catch (error) {
    drawing.dispose();
    throw error;
  }
  return drawing;
}

/** The same frames under the clip numbers that rows use. */
function withClips({ data, manifest }: BoundedTexture, { infos }: ClipRegistry<BoundedClip>): BoundedTexture {
  return { data, manifest: { ...manifest, clipInfo: [...infos] } };
}

function drawClones(
  { table, parts: partRegistry, clips }: Characters,
  played: readonly (Clip | undefined)[],
  renders: CurrentBackend,
  options: BuildCrowdOptions,
): CrowdDrawing {
  return createClonedCrowd({
    ...cloneOptions(renders, options),
    table,
    parts: partRegistry,
    clips: new CloneClips(clips.infos, played, options.assets.scene),
  });
}

/** What clones and heroes have in common. */
function cloneOptions(
  renders: CurrentBackend,
  { assets, castShadow = true, receiveShadow = true }: BuildCrowdOptions,
): Omit<CloneOptions, 'geometryOf'> {
  return {
    scene: assets.scene,
    castShadow,
    receiveShadow,
    createTintedMaterial: (part) => renders.backend.createTintedMaterial(part),
  };
}

/** The parts in the materials that the user wants for them. */
function replaceMaterials(
  parts: CrowdAssets['parts'],
  material: BuildCrowdOptions['material'],
): ReadonlyMap<string, Part> {
  if (!material) return parts;
  return new Map(
    [...parts].map(([name, part]) => [name, { ...part, material: material(name, part.material) }]),
  );
}

/** Derived once for all crowds of the same assets; kept as undefined where the rig cannot be taken apart. */
const derived = new WeakMap<BoneTexture, { readonly poses: LocalPoses | undefined }>();

function localPosesOf({ boneTexture, skeleton, skin }: CrowdAssets): LocalPoses | undefined {
  const known = derived.get(boneTexture) ?? { poses: deriveLocalPoses(boneTexture, skeleton, skin) };
  derived.set(boneTexture, known);
  return known.poses;
}
