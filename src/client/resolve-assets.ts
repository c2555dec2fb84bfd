import { InvalidResponseError } from '../errors/index.js';
import type { Assets } from '../protocol/index.js';

const ADDRESSES = [
  'skeleton_glb',
  'lod_glb',
  'rest_reference_glb',
  'manifest_json',
  'bone_tex_bin',
  'bone_tex_manifest',
] as const satisfies readonly (keyof Assets)[];

/**
 * The same assets with every address made absolute.
 *
 * @param base address of the answer that the assets came in
 * @throws {InvalidResponseError} naming the address that is none
 */
export function resolveAssets(assets: Assets, base: string): Assets {
  const resolved: Assets = { ...assets, animations: {} };
  for (const name of ADDRESSES) {
    const address = assets[name];
    if (address !== undefined) resolved[name] = resolve(address, base, `assets.${name}`);
  }
  for (const [clip, address] of Object.entries(assets.animations)) {
    resolved.animations[clip as keyof Assets['animations']] = resolve(
      address,
      base,
      `assets.animations.${clip}`,
    );
  }
  return resolved;
}

function resolve(address: string, base: string, path: string): string {
  if (!URL.canParse(address, base)) {
    throw new InvalidResponseError(`This is no CrowdResponse: ${path}: "${address}" is no address.`, path);
  }
  return new URL(address, base).href;
}
