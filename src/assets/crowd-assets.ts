import type { Object3D } from 'three';
import { CrowdError, UnknownClipError } from '../errors/index.js';
import type { ClipName } from '../protocol/index.js';
import type { BoneTexture, Clip, RetargetConvention, Skeleton, Skin } from '../rig/index.js';
import { matchRetargetConvention, retargetClip } from '../rig/index.js';
import type { Addresses } from './addresses.js';
import type { FetchOptions } from './fetch-bytes.js';
import { glbSource } from './glb.js';
import type { Holder } from './holder.js';
import { checkSameRig, type Model, modelOf } from './model.js';
import type { Part } from './part.js';
import type { OnProgress } from './progress.js';
import { loadSourceClips, type SourceClips } from './source-clips.js';

/** How clips are retargeted where no bone texture shows how its author did. */
export const DEFAULT_CONVENTION: RetargetConvention = 'pose-matched';

/** Metres that a retargeted clip may be away from the bone texture without a warning. */
const CONVENTION_TOLERANCE = 0.02;

/** What can be said of fetching further files. */
export interface LoadOptions {
  /** Aborts this call alone. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

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
  /** How clips are retargeted: chosen, used by the baker, or measured against the texture by `loadClips`. */
  readonly convention: RetargetConvention | undefined;
  /**
   * Clips, retargeted onto `skeleton`. Each file is fetched once.
   *
   * @param names @default all that have an address
   * @throws {UnknownClipError} for a name without an address
   */
  loadClips(names?: readonly ClipName[], options?: LoadOptions): Promise<ReadonlyMap<string, Clip>>;
  /**
   * The parts of `lod_glb`, fetched when first asked for. A part that the file lacks is not in the map.
   *
   * @throws {RigError} where they don't hang on the same skeleton in the same way as the near ones
   */
  loadFarParts(options?: LoadOptions): Promise<ReadonlyMap<string, Part>>;
  /** Lets go; the last holder's call frees geometries, materials and textures. */
  dispose(): void;
}

/** What {@link HeldAssets} is made from. */
export interface HeldAssetsParts {
  readonly addresses: Addresses;
  readonly holder: Holder;
  readonly fetch: FetchOptions['fetch'];
  readonly sample: readonly string[];
  readonly model: Model;
  readonly boneTexture: BoneTexture;
  /** Undefined where it is to be measured. */
  readonly convention: RetargetConvention | undefined;
}

export class HeldAssets implements CrowdAssets {
  readonly scene: Object3D;
  readonly parts: ReadonlyMap<string, Part>;
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  readonly bones: readonly Object3D[];
  readonly boneTexture: BoneTexture;
  readonly #made: HeldAssetsParts;
  readonly #clips = new Map<ClipName, Clip>();
  readonly #unmatched = new Set<string>();
  #convention: RetargetConvention | undefined;

  constructor(made: HeldAssetsParts) {
    this.#made = made;
    this.#convention = made.convention;
    this.scene = made.model.scene;
    this.parts = made.model.parts;
    this.skeleton = made.model.skeleton;
    this.skin = made.model.skin;
    this.bones = made.model.bones;
    this.boneTexture = made.boneTexture;
  }

  get convention(): RetargetConvention | undefined {
    return this.#convention;
  }

  async loadClips(
    names?: readonly ClipName[],
    options: LoadOptions = {},
  ): Promise<ReadonlyMap<string, Clip>> {
    const { addresses, holder, fetch } = this.#made;
    const wanted = names ?? [...addresses.clips.keys()];
    const unknown = wanted.find((name) => !addresses.clips.has(name));
    if (unknown !== undefined) {
      const known = [...addresses.clips.keys()].join(', ') || 'none';
      throw new UnknownClipError(`assets.animations has no "${unknown}"; it has ${known}.`, unknown);
    }
    const fresh = wanted.filter((name) => !this.#clips.has(name));
    if (fresh.length > 0) {
      this.#retarget(await loadSourceClips(holder, addresses, fresh, { ...options, fetch }), fresh);
    }
    return new Map(wanted.map((name) => [name, this.#clips.get(name)!]));
  }

  async loadFarParts({ signal, onProgress }: LoadOptions = {}): Promise<ReadonlyMap<string, Part>> {
    const { addresses, holder, fetch, sample, model } = this.#made;
    const glb = await holder.get(glbSource(addresses.far, { fetch }), { signal, onProgress });
    const far = modelOf(glb, sample);
    checkSameRig(far, model);
    return far.parts;
  }

  dispose(): void {
    this.#made.holder.release(new CrowdError('These assets were disposed of. Load them again.'));
  }

  #retarget(loaded: SourceClips, names: readonly ClipName[]): void {
    this.#convention ??= this.#measureConvention(loaded);
    const options = { convention: this.#convention ?? DEFAULT_CONVENTION };
    const strangers = new Set<string>();
    const { clipInfo } = this.boneTexture.manifest;
    for (const [index, authored] of loaded.clips.entries()) {
      // Clones must loop where instances do.
      const loop = clipInfo.find((info) => info.name === authored.name)?.loop ?? authored.loop;
      const { clip, unmatched } = retargetClip({ ...authored, loop }, loaded.source, this.skeleton, options);
      this.#clips.set(names[index], clip);
      for (const bone of unmatched) if (!this.#unmatched.has(bone)) strangers.add(bone);
    }
    if (strangers.size === 0) return;
    for (const bone of strangers) this.#unmatched.add(bone);
    console.warn(
      `These bones are on one side of the retargeting only and keep their rest pose: ${[...strangers].join(', ')}.`,
    );
  }

  /** The convention that reproduces the texture; undefined where it has none of these clips. */
  #measureConvention({ source, clips }: SourceClips): RetargetConvention | undefined {
    const baked = new Set(this.boneTexture.manifest.clipInfo.map((clip) => clip.name));
    const comparable = clips.filter((clip) => baked.has(clip.name));
    if (comparable.length === 0) return undefined;
    const { boneTexture, skin, skeleton } = this;
    const { convention, error } = matchRetargetConvention(boneTexture, skin, source, skeleton, comparable);
    if (error > CONVENTION_TOLERANCE) {
      console.warn(
        `The clips, retargeted, are up to ${error.toFixed(3)} m away from the bone texture, so that clones and instances will differ. The nearest convention, ${convention}, is used. Bake the texture anew from these clips.`,
      );
    }
    return convention;
  }
}
