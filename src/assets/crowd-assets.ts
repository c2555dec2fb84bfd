import type { Object3D } from 'three';
import { CrowdError } from '../errors/index.js';
import type { BoneTexture, Build, LocalPoses, Skeleton, Skin } from '../rig/index.js';
import type { BakedPoses } from './bake/bone-texture.js';
import type { Addresses } from './fetch/addresses.js';
import { abortOnThrow, type LoadOptions } from './fetch/progress.js';
import type { ReferenceSet } from './fetch/reference-set.js';
import type { Warn } from './fetch/warn.js';
import { matchFarParts } from './model/far-parts.js';
import { type Glb, type GlbOptions, glbLoader } from './model/glb.js';
import { type Model, modelOf } from './model/model.js';
import type { Part } from './model/part.js';
import { simplify } from './simplify/simplify-in-worker.js';

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
   * Local poses of the bone texture's frames, if baking has computed them already.
   *
   * @default none
   * @internal
   */
  readonly localPoses?: LocalPoses | undefined;
  /**
   * The 16 builds of the characters.
   *
   * @default all have the file's own
   * @internal
   */
  readonly builds?: readonly Build[] | undefined;
  /**
   * Clips that have an address and cannot be had, each with the reason in a sentence.
   *
   * @default none
   */
  readonly missingClips?: ReadonlyMap<string, string> | undefined;
  /**
   * The parts of `lod_glb`, fetched when first asked for. A part that the file lacks is not in the map, and a file that
   * cannot be used gives none, with a warning.
   */
  loadFarParts(options?: LoadOptions): Promise<ReadonlyMap<string, Part>>;
  /**
   * Simplifies meshes in a worker, for the levels of detail that `lod_glb` lacks. A mesh that cannot be simplified has a
   * reason in place of levels.
   *
   * @default none: the parts of {@link loadFarParts} are the only level
   * @internal
   */
  readonly simplify?: typeof simplify;
  /** Releases the assets. Geometries, materials and textures are freed when the last crowd that uses them has done so. */
  dispose(): void;
}

/** Inputs of {@link holdAssets}. */
interface HeldAssetsOptions {
  readonly addresses: Addresses;
  readonly holder: ReferenceSet;
  readonly files: GlbOptions;
  /** The file of the far parts, where it is on its way already. */
  readonly far: Promise<Glb> | undefined;
  readonly sample: readonly string[];
  readonly model: Model;
  readonly poses: BakedPoses;
  readonly warn: Warn;
}

/** The assets of a loaded model. */
export function holdAssets(options: HeldAssetsOptions): CrowdAssets {
  const { addresses, holder, files, far, sample, model, poses, warn } = options;
  const { scene, parts, skeleton, skin, bones } = model;
  return {
    ...{ scene, parts, skeleton, skin, bones, simplify },
    boneTexture: poses.texture,
    localPoses: poses.localPoses,
    missingClips: poses.missing,
    async loadFarParts(loading = {}) {
      const { signal, onProgress } = abortOnThrow(loading);
      if (addresses.far === undefined) return new Map();
      try {
        const glb = await (far ?? holder.get(glbLoader(addresses.far, files), { signal, onProgress }));
        const joints = Array.from(skin.joints, (bone) => skeleton.names[bone]);
        return matchFarParts(await modelOf(glb, sample, warn, joints), model);
      } catch (error) {
        signal?.throwIfAborted();
        holder.throwIfReleased();
        warn(
          `${(error as Error).message} Far characters are drawn with their near meshes (assets.lod_glb).`,
          error,
        );
        return new Map();
      }
    },
    dispose: () => holder.release(new CrowdError('These assets were disposed of. Load them again.')),
  };
}
