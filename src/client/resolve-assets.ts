import { InvalidResponseError } from '../errors/index.js';
import type { Assets, ReadOptions } from '../protocol/index.js';

const FILES = [
  'skeleton_glb',
  'lod_glb',
  'rest_reference_glb',
  'manifest_json',
  'bone_tex_bin',
  'bone_tex_manifest',
] as const satisfies readonly (keyof Assets)[];

/** Without these, the master file serves. */
const REPLACED: readonly string[] = ['lod_glb', 'rest_reference_glb'];

/**
 * Makes every address absolute, in place. One that is none is left out, with one warning for all, where a crowd can be
 * drawn without it.
 *
 * @param base address of the answer that the assets came in
 * @throws {InvalidResponseError} naming the address that is none
 */
export function resolveAssets(assets: Assets, base: string, { strict, onWarning }: ReadOptions): void {
  const { skeleton_glb } = assets;
  const broken: string[] = [];
  const resolve = (owner: Record<string, string>, name: string, path: string): void => {
    const address = owner[name];
    if (!address) return;
    const isReplaced = REPLACED.includes(name);
    if (URL.canParse(address, base)) owner[name] = new URL(address, base).href;
    else if (strict || name === 'skeleton_glb') {
      throw new InvalidResponseError(`This is no CrowdResponse: ${path}: "${address}" is no address.`, path);
    } else {
      broken.push(`${path} is "${address}"${isReplaced ? ', skeleton_glb is taken' : ''}`);
      if (isReplaced) owner[name] = new URL(skeleton_glb, base).href;
      else if (name === 'manifest_json') owner[name] = '';
      else delete owner[name];
    }
  };
  for (const name of FILES) resolve(assets as never, name, `assets.${name}`);
  for (const clip of Object.keys(assets.animations)) {
    resolve(assets.animations, clip, `assets.animations.${clip}`);
  }
  if (broken.length > 0) onWarning?.(`These are no addresses, and are left out: ${broken.join('; ')}.`);
}
