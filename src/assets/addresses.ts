import { AssetError } from '../errors/index.js';
import { type Assets, CLIP_NAMES, type ClipName } from '../protocol/index.js';

/** The addresses of a crowd's files, absolute. */
export interface Addresses {
  readonly skeleton: string;
  readonly far: string;
  readonly restReference: string;
  /** Undefined where the texture is to be baked from the clips. */
  readonly boneTexture: { readonly bin: string; readonly manifest: string } | undefined;
  readonly clips: ReadonlyMap<ClipName, string>;
}

/**
 * @param baseUrl what relative addresses are relative to
 * @throws {AssetError} where an address is none, or is relative and there is nothing to be relative to
 */
export function resolveAddresses(assets: Assets, baseUrl: string | undefined): Addresses {
  const base = baseUrl ?? (typeof document === 'undefined' ? undefined : document.baseURI);
  const resolve = (field: string, address: string): string => {
    try {
      return new URL(address, base).href;
    } catch (cause) {
      const advice =
        base === undefined ? 'Give a baseUrl for relative addresses' : `It was read against ${base}`;
      throw new AssetError(`assets.${field} is "${address}", which is no address. ${advice}.`, address, {
        cause,
      });
    }
  };
  const { bone_tex_bin: bin, bone_tex_manifest: manifest, animations } = assets;
  return {
    skeleton: resolve('skeleton_glb', assets.skeleton_glb),
    far: resolve('lod_glb', assets.lod_glb),
    restReference: resolve('rest_reference_glb', assets.rest_reference_glb),
    boneTexture:
      bin && manifest
        ? { bin: resolve('bone_tex_bin', bin), manifest: resolve('bone_tex_manifest', manifest) }
        : undefined,
    clips: new Map(
      CLIP_NAMES.flatMap((name) => {
        const address = animations[name];
        return address ? [[name, resolve(`animations.${name}`, address)] as const] : [];
      }),
    ),
  };
}
