import type { Object3D } from 'three';
import { AssetError, isCrowdError, RigError } from '../errors/index.js';
import { findAnimation, movedNodes, readClips, readSkeleton } from '../gltf/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import {
  type BoneTexture,
  listNames,
  type RetargetConvention,
  skinMatrices,
  skinnedRadius,
  startAtFirstKey,
} from '../rig/index.js';
import type { Baked } from './bake/bake-in-worker.js';
import { bakePoses } from './bake/bone-texture.js';
import type { BuildsInput } from './bake/create-builds.js';
import { decideConvention } from './bake/decide-convention.js';
import { findGaits, type Gaits } from './bake/find-gaits.js';
import { findStance, type Stance, type StanceOptions } from './bake/find-stance.js';
import { movesBones, type SourceClip } from './bake/source-clips.js';
import type { CrowdAssets } from './crowd-assets.js';
import { resolveAddress } from './fetch/addresses.js';
import { fetchBytes } from './fetch/fetch-bytes.js';
import { abortOnThrow, type OnProgress, ProgressSum } from './fetch/progress.js';
import { createWarn, type Warn, type WarnOptions } from './fetch/warn.js';
import type { DecoderOptions } from './model/decoders.js';
import { disposeScene, disposeTexture, texturesOf } from './model/dispose-scene.js';
import { matchFarParts } from './model/far-parts.js';
import { type Glb, parseGlb } from './model/glb.js';
import { describeHands, findHeld, type Held, oneInEachHand } from './model/hands.js';
import { measureHeight } from './model/height.js';
import { allVertices, createModel, describeDropped, type Model } from './model/model.js';
import {
  checkTints,
  chooseParts,
  countDraws,
  isOfLook,
  joinLook,
  type LookInput,
  type TintsInput,
  tintedBy,
  type ZonesInput,
} from './model/outfits.js';
import type { Part } from './model/part.js';
import { facesBack, placeGlb } from './model/place-glb.js';
import { type GLTFSource, type LoadedGltf, sceneGlb } from './model/scene-glb.js';
import type { NamedVariants } from './model/texture-variants.js';
import type { AttachedThings, DressedLook, GLTFThingOptions } from './model/things.js';
import { simplify } from './simplify/simplify-in-worker.js';

/** Options of assets from GLB files. */
export interface GLTFAssetsOptions extends WarnOptions {
  /**
   * Clips to have, each by the name that the crowd knows it by and the one in its file: `{ walk: 'Armature|Walking' }`. The
   * only clip of a file is called as the file is (`walk` of `walk.glb`) where another file has one of the same name. Of
   * several other clips of one name, the first is taken.
   * @default all of them, by those names
   */
  readonly clips?: Readonly<Record<string, string>> | undefined;
  /**
   * The kinds of characters: each a list of parts, whose names `three-crowd inspect` tells; `*` stands for any text.
   * `[['Knight_*', '1H_Sword', 'Round_Shield'], ['Knight_*', '2H_Sword']]` are knights of two kinds. Parts may come from
   * several files; a name that an earlier file has already is followed by ` of file 2`.
   * @default one for each file, of all its parts; with `vary`, one for each mesh that a hand can hold, at most 12 in all
   */
  readonly looks?: readonly LookInput[] | undefined;
  /**
   * Materials of the files that each colour of `setColors` tints, by their names; `*` stands for any text. `{ garment:
   * ['Shirt', 'Trousers'], skin: ['Skin'] }` leaves eyes and boots as they are. A tint takes the place of the colour of a
   * material; where several with different colours are drawn at once, it multiplies them. White leaves the file's own colours.
   * @default `garment` tints every material
   */
  readonly tints?: TintsInput | undefined;
  /**
   * Models that characters hold or wear, at most one a bone at a time. Each is dealt by its weight and by place, so that
   * neighbours of one look have different ones. Draws: one for each surface of a thing; where a look has three surfaces, or colours
   * of `vary`, one more for each combination with it.
   *
   * @default none
   */
  readonly things?: readonly GLTFThingOptions[] | undefined;
  /** Convention of retargeting for clips of other files. @default the one that fits best */
  readonly retarget?: RetargetConvention | undefined;
  /** Decoders for files compressed with Draco or KTX2. @default none; meshopt needs none */
  readonly decoders?: DecoderOptions | undefined;
  /** Address that relative addresses are resolved against. @default the page's address */
  readonly baseUrl?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** The options, and what `createCrowdFromGLTF` adds to them. */
interface LoadGltfOptions extends GLTFAssetsOptions {
  /** For characters with a colour of their own for each zone, in place of `tints`. @default undefined */
  readonly zones?: ZonesInput | undefined;
  /** Of zones. @default none */
  readonly textures?: readonly NamedVariants[] | undefined;
  /** For characters with a build of their own. @default undefined */
  readonly builds?: BuildsInput | undefined;
}

/** A look with things on bones. */
export interface DressedLookNames extends Omit<DressedLook, 'parts'> {
  /** As in `looks` of {@link GltfAssets}. */
  readonly parts: readonly string[];
}

/** The assets of a crowd whose files say themselves what a character is made of. */
export interface GltfAssets extends CrowdAssets {
  /** The names of the parts that make up each kind of character, one part for each surface. */
  readonly looks: readonly (readonly string[])[];
  /** The looks with each choice of things. */
  readonly dressed: readonly DressedLookNames[];
  /** For each bone with things, their indices in the option `things`. */
  readonly thingsOfBones: readonly (readonly number[])[];
  /** Names of the clips. */
  readonly clips: readonly string[];
  /** Which of them walk, stand and jog. */
  readonly gaits: Gaits;
  /** Of a character in its rest pose. */
  readonly height: number;
  /** Of the circle that holds each look while it stands, in its clip for that or in the first one, metres at scale 1. */
  readonly radius: number;
  /** True if characters face −Z and were not turned. */
  readonly facesBack: boolean;
  /** Number of builds of adults; the builds after them are of children. @default all */
  readonly adultBuilds?: number;
}

/** Name of a file without an address, in messages. */
const LOADED = 'The given GLTF';
/** Looks of all files that are made of what hands hold. */
const MOST_LOOKS = 12;
/** Parts of a character beside others of other looks: body, face and hair. */
const PARTS_OF_LOOK = 3;
/** Name of the only clip of files without an animation. */
const REST_CLIP = 'rest';

/**
 * Reads characters and clips from GLB files of any making, all on the skeleton of the first that has a character. Parts keep
 * their own colours.
 *
 * @param stance how characters stand; as in the file where it is left out
 * @throws {AssetError} {@link RigError} where a file cannot be read, or none of them has a character
 * @throws the signal's reason, or what `onProgress` throws
 */
export async function loadGltfAssets(
  sources: readonly GLTFSource[],
  options: LoadGltfOptions = {},
  stance?: StanceOptions,
): Promise<GltfAssets> {
  const { signal, onProgress } = abortOnThrow(options);
  const { things = [] } = options;
  const progress = new ProgressSum(onProgress);
  const all = [...sources, ...things.map(({ model }) => model)];
  const reports = [...all.map(() => progress.part()), progress.part()];
  const files = await Promise.all(
    all.map((source, k) => openSource(source, { ...options, signal }, reports[k])),
  );
  const opened = files.slice(0, sources.length);
  const warn = createWarn(options, opened[0]?.url ?? '');
  const { walk, ...place } = await stanceOf(opened, options, warn, stance);
  const isBack = stance?.turn !== 'front' && opened.some(facesBack);
  const facing = isBack ? Math.PI + place.angle : 0;
  const glbs = opened.map((glb) => placeGlb(glb, place));
  const owned = [...glbs, ...files.slice(sources.length)]
    .filter((_, k) => !isLoaded(all[k]))
    .map(({ scene }) => scene);
  const borrowed = new Set([
    ...all.flatMap((source) => (isLoaded(source) ? texturesOf(source.scene) : [])),
    ...(options.textures ?? []).flatMap(({ map }) => map ?? []),
  ]);
  const dispose = (): void => {
    for (const scene of owned) disposeScene(scene, borrowed);
    for (const { map, isFetched } of options.textures ?? []) if (map && isFetched) disposeTexture(map);
  };
  try {
    const attached =
      things.length > 0 ? await attachThings(things, glbs, files.slice(sources.length), facing) : undefined;
    const [first, ...others] = await createModels(attached?.glbs ?? glbs, warn);
    const model = attached?.without(first) ?? first;
    const models = [model, ...others] as const;
    const looks = await chooseLooks(models, options, warn);
    if (!options.looks && looks.length === models.length) hintAtHands(models, options);
    const authored = keepOwnClips(await chooseClips(glbs, options.clips, warn), model, warn);
    const gaits = findGaits(authored.map(({ clip }) => clip));
    const convention =
      options.retarget ?? (authored.length > 0 ? decideConvention(authored, model, warn) : 'pose-matched');
    const dressed = attached?.dress(first, looks) ?? [];
    const worn = [...looks, ...dressed.map((look) => look.parts)].flat();
    const parts = new Map(worn.map((part) => [part.name, part]));
    const baked = await bakePoses(model, authored.length > 0 ? authored : [restClip(model)], convention, {
      signal: signal ?? new AbortController().signal,
      vertices: allVertices(parts.values()),
      onProgress: (fraction) => reports.at(-1)?.({ loaded: 0, total: 0, fraction }),
    });
    progress.finish();
    signal?.throwIfAborted();
    const { builds } = options;
    const built = builds && (await import('./bake/create-builds.js')).dealBuilds(model, baked, builds);
    return {
      ...gltfAssets(model, parts, looks.map(namesOf), baked),
      ...built,
      dressed: dressed.map((look) => ({ ...look, parts: namesOf(look.parts) })),
      thingsOfBones: attached?.bones ?? [],
      radius: standingRadius(parts.values(), baked.texture, gaits.idle ?? gaits.walk),
      gaits:
        gaits.walk === undefined && walk !== undefined ? { walk, idle: undefined, jog: undefined } : gaits,
      facesBack: isBack,
      dispose,
    };
  } catch (error) {
    dispose();
    throw error;
  }
}

/** Attaches things to the first character of the files. */
async function attachThings(
  things: readonly GLTFThingOptions[],
  glbs: readonly Glb[],
  models: readonly Glb[],
  facing: number,
): Promise<AttachedThings> {
  const { attachToFirst } = await import('./model/things.js');
  return attachToFirst(
    glbs,
    things.map((options, k) => ({ options, glb: models[k] })),
    facing,
  );
}

const namesOf = (parts: readonly Part[]): string[] => parts.map(({ name }) => name);

/** Frames of the clip for standing at which the radius of characters is measured. */
const MEASURED_FRAMES = 8;

function standingRadius(
  parts: Iterable<Part>,
  { data, manifest: { clipInfo, nBones } }: BoneTexture,
  stand: string | undefined,
): number {
  const { startFrame, frameCount } = clipInfo.find(({ name }) => name === stand) ?? clipInfo[0];
  const vertices = allVertices(parts);
  const step = Math.ceil(frameCount / MEASURED_FRAMES);
  let radius = 0;
  for (let frame = startFrame; frame < startFrame + frameCount; frame += step) {
    radius = Math.max(radius, skinnedRadius(data, nBones, frame, vertices));
  }
  return radius;
}

async function stanceOf(
  glbs: readonly Glb[],
  { clips, looks }: GLTFAssetsOptions,
  warn: Warn,
  stance: StanceOptions | undefined,
): Promise<Stance> {
  if (!stance) return { angle: 0, scale: 1, walk: undefined };
  return findStance(glbs, await chooseClips(glbs, clips, warn), looks?.[0], stance);
}

async function openSource(
  source: GLTFSource,
  { decoders, signal, baseUrl }: GLTFAssetsOptions,
  onProgress: OnProgress,
): Promise<Glb> {
  if (isLoaded(source)) {
    const { clone } = await import('three/addons/utils/SkeletonUtils.js');
    return sceneGlb(source, clone(source.scene), LOADED);
  }
  if (source instanceof File) {
    return parseGlb(
      { url: source.name, bytes: await source.arrayBuffer(), contentType: source.type },
      decoders,
    );
  }
  const address = resolveAddress('The file of characters', source, baseUrl);
  return parseGlb(await fetchBytes(address, { signal, onProgress }), decoders);
}

function isLoaded(source: GLTFSource): source is LoadedGltf {
  return typeof source === 'object' && 'scene' in source;
}

/** The files that have characters; the others have clips alone, or meshes that nothing moves. */
async function createModels(glbs: readonly Glb[], warn: Warn): Promise<[Model, ...Model[]]> {
  const moved = glbs.flatMap(({ file }) => movedNodes(file));
  const models: Model[] = [];
  const unmoved: RigError[] = [];
  let reason: RigError | undefined;
  for (const glb of glbs) {
    try {
      models.push(await createModel(glb, moved));
    } catch (error) {
      if (!isCrowdError(error, 'RigError')) throw error;
      if (glb.file.json.nodes?.some(({ mesh }) => mesh !== undefined)) unmoved.push(error);
      reason ??= error;
    }
  }
  const [first, ...others] = models;
  if (!first && unmoved.length > 0) throw unmoved[0];
  if (!first && reason) {
    const advice =
      "Files of clips alone are given beside the one of the character: ['character.glb', 'walk.glb'].";
    throw new RigError(`${reason.message} ${advice}`, { cause: reason });
  }
  if (!first) throw new AssetError('There is no file to make a crowd of.', '');
  for (const error of unmoved) warn(`three-crowd: these meshes are left out. ${error.message}`, error);
  for (const { url, dropped } of models) {
    if (dropped.length === 0) continue;
    warn(describeDropped(url, dropped));
  }
  return [first, ...others];
}

function hintAtHands(models: readonly Model[], { onWarning = console.warn }: GLTFAssetsOptions): void {
  for (const model of models) {
    const hint = describeHands(model);
    if (hint) onWarning(hint);
  }
}

/** The parts of each kind of character, on the first file's skeleton. */
async function chooseLooks(
  models: readonly [Model, ...Model[]],
  { looks: wanted, tints, zones, textures = [] }: LoadGltfOptions,
  warn: Warn,
): Promise<Part[][]> {
  const [model] = models;
  const taken = new Set<string>();
  const { url } = model;
  const isShown = ({ name }: Part): boolean => !wanted || wanted.some((look) => isOfLook(name, look));
  const gear = new Map<string, Held>();
  const named = models.map((other, k) => {
    const parts = [...(k === 0 ? other.parts : matchFarParts(other, model)).values()];
    const held = findHeld(parts, model);
    return parts.flatMap((part) =>
      [part, ...(part.pieces ?? [])].map((piece) => {
        const name = taken.has(piece.name) ? `${piece.name} of file ${k + 1}` : piece.name;
        taken.add(name);
        const own = held.get(part);
        if (own) gear.set(name, own);
        return { ...piece, name };
      }),
    );
  });
  const files = zones
    ? (await import('./model/zones.js')).zoned(named, { zones, textures }, isShown, url, warn)
    : named.map((pieces) => pieces.map((piece) => tintedBy(piece, tints)));
  if (tints) checkTints(files.flat(), tints, url);
  const looks =
    wanted?.map((look, index) => chooseParts(files.flat(), look, { index, url })) ??
    (zones ? dealGear(files, gear) : files);
  const made = new Map<string, Part>();
  const { skeleton } = model.parts.values().next().value!.mesh;
  return looks.map((pieces) => joinLook(pieces, model.scene, skeleton, made));
}

/** Looks of each file with one mesh in every hand, where they are not too many, and few enough draws show them. */
function dealGear(files: readonly (readonly Part[])[], gear: ReadonlyMap<string, Held>): (readonly Part[])[] {
  const most = Math.max(1, Math.floor(MOST_LOOKS / files.length));
  const looks = files.flatMap((pieces) => oneInEachHand(pieces, ({ name }) => gear.get(name), most));
  return looks.every((look) => countDraws(look) <= PARTS_OF_LOOK) ? looks : [...files];
}

async function chooseClips(
  glbs: readonly Glb[],
  wanted: GLTFAssetsOptions['clips'],
  warn: Warn,
): Promise<SourceClip[]> {
  const lists = await Promise.all(
    glbs.map(async ({ file }) => {
      const clips = await readClips(file);
      const { skeleton } = readSkeleton(file);
      const still = clips.filter(({ tracks }) => tracks.length === 0).map(({ name }) => name);
      if (still.length > 0) {
        warn(
          `three-crowd: these clips of ${file.url} are left out, since they move no node (at most morph targets, which crowds do not play): ${still.join(', ')}.`,
        );
      }
      warnOfTracks(file, warn);
      return clips
        .filter(({ tracks }) => tracks.length > 0)
        .map((clip) => ({ clip: startAtFirstKey(clip), source: skeleton }));
    }),
  );
  const all = lists.flatMap((list, k) => (isNamedByFile(lists, k) ? [named(list[0], glbs[k].url, k)] : list));
  if (!wanted)
    return all.filter(({ clip }, k) => all.findIndex((other) => other.clip.name === clip.name) === k);
  const names = all.map(({ clip }) => clip.name);
  return Object.entries(wanted).map(([name, own]) => {
    const found = names.length === 1 && names[0] !== own ? -1 : findAnimation(names, own);
    if (found < 0) {
      throw new AssetError(
        `clips.${name} is "${own}", which none of the files has; they have ${names.join(', ') || 'none'}.`,
        glbs[0].url,
      );
    }
    return { ...all[found], clip: { ...all[found].clip, name } };
  });
}

/** Properties that tracks of a file may have: clips play all but the weights of morph targets. */
const TRACK_PATHS = ['translation', 'rotation', 'scale', 'weights'];

/** Names the tracks of other properties, such as those that a page has made: `hat.visible`. */
function warnOfTracks({ url, json: { animations = [] } }: Glb['file'], warn: Warn): void {
  const paths = animations.flatMap(({ channels }) => channels.map(({ target }) => target.path));
  const others = [...new Set(paths)].filter((path) => !TRACK_PATHS.includes(path));
  if (others.length === 0) return;
  warn(
    `three-crowd: these tracks of ${url} are not played: ${listNames(others)}. Crowds play whole positions, quaternions and scales.`,
  );
}

/**
 * The clips that move bones of the character: others would leave it in its rest pose.
 *
 * @throws {RigError} where there are clips, and none of them does
 */
function keepOwnClips(clips: readonly SourceClip[], { skeleton }: Model, warn: Warn): readonly SourceClip[] {
  const own = clips.filter(({ clip }) => movesBones(clip, skeleton));
  const [foreign, ...others] = clips.filter((clip) => !own.includes(clip));
  if (!foreign) return own;
  const names = [foreign, ...others].map(({ clip }) => clip.name).join(', ');
  const message =
    `three-crowd: these clips are for another skeleton and are left out: ${names}. They move ` +
    `${listNames([...new Set(foreign.clip.tracks.map(({ bone }) => bone))])}, and the character has ${listNames(skeleton.names)}. ` +
    'Rename the bones of one of them, or retarget the clips in the program that you export from.';
  const error = new RigError(message);
  if (own.length === 0) throw error;
  warn(message, error);
  return own;
}

/** True if a file has one clip, and another file has a clip of the same name. Mixamo calls all clips `mixamo.com`. */
function isNamedByFile(lists: readonly (readonly SourceClip[])[], k: number): boolean {
  const [first, ...others] = lists[k];
  const hasName = ({ clip }: SourceClip): boolean => clip.name === first?.clip.name;
  return others.length === 0 && lists.some((list, other) => other !== k && list.some(hasName));
}

/** The clip under the name of its file, without folders and ending. */
function named({ clip, source }: SourceClip, url: string, k: number): SourceClip {
  const file = /([^/]+?)(\.\w+)?([?#].*)?$/.exec(url === LOADED ? '' : url)?.[1];
  const own = URL.canParse(url) ? decodeName(file ?? '') : file;
  return { clip: { ...clip, name: own || `${clip.name} of file ${k + 1}` }, source };
}

/** Decoded where it can be: `100%` cannot. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function restClip({ skeleton }: Model): SourceClip {
  return { clip: { name: REST_CLIP, duration: 0, loop: true, tracks: [] }, source: skeleton };
}

function gltfAssets(
  model: Model,
  parts: ReadonlyMap<string, Part>,
  looks: readonly (readonly string[])[],
  { texture: boneTexture, localPoses }: Baked,
): Omit<GltfAssets, 'facesBack' | 'gaits' | 'radius' | 'dressed' | 'thingsOfBones' | 'dispose'> {
  const { scene, skeleton, skin, bones } = model;
  const rest = new Float32Array(skin.joints.length * AFFINE_SIZE);
  skinMatrices(skeleton, skin, skeleton.rest, rest);
  return {
    scene: scene as Object3D,
    parts,
    skeleton,
    skin,
    bones,
    boneTexture,
    localPoses,
    looks,
    clips: boneTexture.manifest.clipInfo.map(({ name }) => name),
    height: measureHeight(
      looks[0].map((name) => parts.get(name)!.vertices),
      rest,
    ),
    loadFarParts: async () => new Map(),
    simplify,
  };
}
