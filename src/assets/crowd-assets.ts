import type { Object3D } from 'three';
import { CrowdError, UnknownClipError } from '../errors/index.js';
import type { ClipName } from '../protocol/index.js';
import type { BoneTexture, Clip, LocalPoses, RetargetConvention, Skeleton, Skin } from '../rig/index.js';
import { matchRetargetConvention, retargetClip } from '../rig/index.js';
import type { BakedPoses } from './bake/bone-texture.js';
import { decideConvention } from './bake/decide-convention.js';
import { loadSourceClips, type SourceClip } from './bake/source-clips.js';
import type { Addresses } from './fetch/addresses.js';
import { abortOnThrow, type LoadOptions } from './fetch/progress.js';
import type { ReferenceSet } from './fetch/reference-set.js';
import type { Warn } from './fetch/warn.js';
import { matchFarParts } from './model/far-parts.js';
import { type Glb, type GlbOptions, glbLoader } from './model/glb.js';
import { type Model, modelOf } from './model/model.js';
import type { Part } from './model/part.js';
import { loadSimplifier } from './model/simplifier.js';

/** Metres that a retargeted clip may be away from the bone texture without a warning. */
const CONVENTION_TOLERANCE = 0.02;

/** A crowd's files as three objects and plain arrays, shared with every other crowd of the same addresses. */
export interface CrowdAssets {
  /** The master scene, loaded once and never added to a page; clones come from it. In metres. */
  readonly scene: Object3D;
  /** By node name of the file. */
  readonly parts: ReadonlyMap<string, Part>;
  /** With the file's names, and the unit correction, if there was one, in its root. */
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  /** The master scene's object of each bone of `skeleton`; its `name` is what three's loader made of the file's. */
  readonly bones: readonly Object3D[];
  readonly boneTexture: BoneTexture;
  /**
   * The bone texture taken apart, where whoever baked it did that, too.
   *
   * @default none
   * @internal
   */
  readonly localPoses?: LocalPoses | undefined;
  /**
   * Names of clips that have an address and that {@link boneTexture} lacks, since nobody plays them. To have one later,
   * load assets again with it: the texture, the box of all poses and the numbers of clips are made once, from all clips.
   *
   * @default none
   */
  readonly unloadedClips?: readonly string[];
  /** Convention of retargeting: the chosen one, that of the baker, or the one that `loadClips` measured against the texture. */
  readonly convention: RetargetConvention | undefined;
  /**
   * Clips, retargeted onto `skeleton`. Each file is fetched once.
   *
   * @param names @default all that the crowd may play; of these, one that cannot be had is left out with a warning, unless
   * a character plays it
   * @throws {UnknownClipError} for a name without an address
   */
  loadClips(names?: readonly ClipName[], options?: LoadOptions): Promise<ReadonlyMap<string, Clip>>;
  /**
   * The parts of `lod_glb`, fetched when first asked for. A part that the file lacks is not in the map, and a file that
   * cannot be used gives none, with a warning.
   */
  loadFarParts(options?: LoadOptions): Promise<ReadonlyMap<string, Part>>;
  /**
   * Downloads and starts meshoptimizer's simplifier, which makes the levels of detail that `lod_glb` lacks.
   *
   * @default none: the parts of {@link loadFarParts} are the only level
   * @internal
   */
  loadSimplifier?(): ReturnType<typeof loadSimplifier>;
  /** Lets go; the last holder's call frees geometries, materials and textures. */
  dispose(): void;
}

/** Inputs of {@link HeldAssets}. */
export interface HeldAssetsOptions {
  readonly addresses: Addresses;
  readonly holder: ReferenceSet;
  readonly files: GlbOptions;
  /** The file of the far parts, where it is on its way already. */
  readonly far: Promise<Glb> | undefined;
  readonly sample: readonly string[];
  readonly played: readonly ClipName[];
  /** Names of the clips to load where none are named. */
  readonly clips: readonly ClipName[];
  readonly model: Model;
  readonly poses: BakedPoses;
  /** As the user wants it. */
  readonly retarget: RetargetConvention | undefined;
  readonly warn: Warn;
}

export class HeldAssets implements CrowdAssets {
  readonly scene: Object3D;
  readonly parts: ReadonlyMap<string, Part>;
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  readonly bones: readonly Object3D[];
  readonly boneTexture: BoneTexture;
  readonly localPoses: LocalPoses | undefined;
  readonly unloadedClips: readonly string[];
  readonly #options: HeldAssetsOptions;
  readonly #clips = new Map<string, Clip>();
  readonly #unmatched = new Set<string>();
  #convention: RetargetConvention | undefined;

  constructor(options: HeldAssetsOptions) {
    this.#options = options;
    this.#convention = options.retarget ?? options.poses.convention;
    this.scene = options.model.scene;
    this.parts = options.model.parts;
    this.skeleton = options.model.skeleton;
    this.skin = options.model.skin;
    this.bones = options.model.bones;
    this.boneTexture = options.poses.texture;
    this.localPoses = options.poses.localPoses;
    this.unloadedClips = [...options.addresses.clips.keys()].filter((name) => !options.clips.includes(name));
  }

  get convention(): RetargetConvention | undefined {
    return this.#convention;
  }

  async loadClips(
    names?: readonly ClipName[],
    options: LoadOptions = {},
  ): Promise<ReadonlyMap<string, Clip>> {
    const { addresses, holder, files, played, warn } = this.#options;
    const wanted = names ?? this.#options.clips;
    const unknown = wanted.find((name) => !addresses.clips.has(name));
    if (unknown !== undefined) {
      const known = [...addresses.clips.keys()].join(', ') || 'none';
      throw new UnknownClipError(`assets.animations has no "${unknown}"; it has ${known}.`, unknown);
    }
    const fresh = wanted.filter((name) => !this.#clips.has(name));
    if (fresh.length > 0) {
      const needed = names ?? played;
      this.#retarget(
        await loadSourceClips(holder, addresses, {
          ...abortOnThrow(options),
          files,
          names: fresh,
          needed,
          warn,
        }),
      );
    }
    return new Map(
      wanted.flatMap((name) => {
        const clip = this.#clips.get(name);
        return clip ? [[name, clip] as const] : [];
      }),
    );
  }

  readonly loadSimplifier = loadSimplifier;

  async loadFarParts(options: LoadOptions = {}): Promise<ReadonlyMap<string, Part>> {
    const { signal, onProgress } = abortOnThrow(options);
    const { addresses, holder, files, far, sample, model, warn } = this.#options;
    if (addresses.far === undefined) return new Map();
    try {
      const glb = await (far ?? holder.get(glbLoader(addresses.far, files), { signal, onProgress }));
      return matchFarParts(await modelOf(glb, sample, warn), model);
    } catch (error) {
      signal?.throwIfAborted();
      holder.throwIfReleased();
      warn(
        `${(error as Error).message} Far characters are drawn with their near meshes (assets.lod_glb).`,
        error,
      );
      return new Map();
    }
  }

  dispose(): void {
    this.#options.holder.release(new CrowdError('These assets were disposed of. Load them again.'));
  }

  #retarget(loaded: readonly SourceClip[]): void {
    const { model, played, addresses } = this.#options;
    this.#convention ??=
      this.#measureConvention(loaded) ??
      decideConvention(loaded, model, { played, reference: addresses.restReference });
    const options = { convention: this.#convention };
    const strangers = new Set<string>();
    const { clipInfo } = this.boneTexture.manifest;
    for (const { clip: authored, source } of loaded) {
      // Clones must loop where instances do.
      const loop = clipInfo.find((info) => info.name === authored.name)?.loop ?? authored.loop;
      const { clip, unmatched } = retargetClip({ ...authored, loop }, source, this.skeleton, options);
      this.#clips.set(authored.name, clip);
      for (const bone of unmatched) if (!this.#unmatched.has(bone)) strangers.add(bone);
    }
    if (strangers.size === 0) return;
    for (const bone of strangers) this.#unmatched.add(bone);
    this.#options.warn(
      `These bones are on one side of the retargeting only and keep their rest pose: ${[...strangers].join(', ')}.`,
    );
  }

  /** The convention that reproduces the texture; undefined where it has none of these clips. */
  #measureConvention(loaded: readonly SourceClip[]): RetargetConvention | undefined {
    const baked = new Set(this.boneTexture.manifest.clipInfo.map((clip) => clip.name));
    const comparable = loaded.filter(({ clip }) => baked.has(clip.name));
    if (comparable.length === 0) return undefined;
    const { boneTexture, skin, skeleton } = this;
    const { convention, error } = matchRetargetConvention(boneTexture, skin, skeleton, comparable);
    if (error > CONVENTION_TOLERANCE) {
      this.#options.warn(
        `The clips, retargeted, are up to ${error.toFixed(3)} m away from the bone texture, so that clones and instances will differ. The nearest convention, ${convention}, is used. Bake the texture anew from these clips.`,
      );
    }
    return convention;
  }
}
