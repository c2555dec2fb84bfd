import { AssetError } from '../../errors/index.js';
import { type Assets, CLIP_NAMES } from '../../protocol/index.js';

/** The addresses of a crowd's files, absolute. */
export interface Addresses {
  readonly skeleton: string;
  /** Undefined where there are no far meshes. */
  readonly far: string | undefined;
  /** Undefined where clips are authored for the skeleton in their own file. */
  readonly restReference: string | undefined;
  /** Undefined where poses are made from the clips. */
  readonly boneTexture: { readonly bin: string; readonly manifest: string } | undefined;
  /** Problems of the fields, one sentence and one warning each. */
  readonly warnings: readonly string[];
  readonly clips: ReadonlyMap<string, string>;
}

/**
 * @param name of the address in messages
 * @param baseUrl what a relative address is relative to. @default the page
 * @throws {AssetError} where the address is none, or is relative and there is nothing to be relative to
 */
export function resolveAddress(name: string, address: string, baseUrl?: string): string {
  const base = baseUrl ?? (typeof document === 'undefined' ? undefined : document.baseURI);
  try {
    return new URL(address, base).href;
  } catch (cause) {
    const advice =
      base === undefined ? 'Give a baseUrl for relative addresses' : `It was read against ${base}`;
    throw new AssetError(`${name} is "${address}", which is no address. ${advice}.`, address, { cause });
  }
}

/**
 * @param baseUrl what relative addresses are relative to
 * @throws {AssetError} as {@link resolveAddress}
 */
export function resolveAddresses(assets: Assets, baseUrl: string | undefined): Addresses {
  const resolve = (field: string, address: string): string =>
    resolveAddress(`assets.${field}`, address, baseUrl);
  // Services omit fields without a value or send null, although the types say otherwise.
  const { bone_tex_bin: bin, bone_tex_manifest: manifest, animations } = assets;
  const optional = (field: 'lod_glb' | 'rest_reference_glb'): string | undefined =>
    assets[field] ? resolve(field, assets[field]) : undefined;
  return {
    skeleton: resolve('skeleton_glb', assets.skeleton_glb),
    far: optional('lod_glb'),
    restReference: optional('rest_reference_glb'),
    boneTexture:
      bin && manifest
        ? { bin: resolve('bone_tex_bin', bin), manifest: resolve('bone_tex_manifest', manifest) }
        : undefined,
    warnings:
      bin && !manifest
        ? [loneHalf('bone_tex_bin', bin, 'bone_tex_manifest')]
        : manifest && !bin
          ? [loneHalf('bone_tex_manifest', manifest, 'bone_tex_bin')]
          : [],
    clips: new Map(
      [...new Set([...CLIP_NAMES, ...Object.keys(animations)])].flatMap((name) => {
        const address: unknown = animations[name];
        return typeof address === 'string' && address
          ? [[name, resolve(`animations.${name}`, address)] as const]
          : [];
      }),
    ),
  };
}

function loneHalf(given: string, address: string, missing: string): string {
  return `assets.${given} is "${address}", but assets.${missing} is missing: neither can be read without the other.`;
}
