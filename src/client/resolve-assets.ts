import { InvalidResponseError } from '../errors/index.js';
import type { Assets, ReadOptions } from '../protocol/index.js';

/** No service has its files there: what they lead to is this machine's, or this page's. */
const UNSAFE_SCHEMES = ['file:', 'javascript:', 'vbscript:'];

/**
 * Makes every address absolute, in place. One that is none is left out, with one warning for all, where a crowd can be
 * drawn without it.
 *
 * @param base address of the answer that the assets came in
 * @throws {InvalidResponseError} naming the address that is none
 */
export function resolveAssets(assets: Assets, base: string, { strict, onWarning }: ReadOptions): void {
  const broken: string[] = [];
  /** The address made absolute; undefined where it is none that files can be fetched from. */
  const resolve = (address: string, path: string): string | undefined => {
    const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
    if (url && (url.protocol === new URL(base).protocol || !UNSAFE_SCHEMES.includes(url.protocol)))
      return url.href;
    if (strict || path === 'assets.skeleton_glb') {
      throw new InvalidResponseError(
        `This is no CrowdResponse: ${path}: "${address}" is no address of a file.`,
        path,
      );
    }
    broken.push(`${path} is "${address}"`);
    return undefined;
  };
  /** Makes addresses absolute that may be absent, and removes those that are none. */
  const resolveAll = <Name extends string>(
    owner: { [name in Name]?: string | undefined },
    names: readonly Name[],
    path: string,
  ): void => {
    for (const name of names) {
      const address = owner[name];
      if (typeof address !== 'string') continue;
      const resolved = resolve(address, `${path}.${name}`);
      if (resolved === undefined) delete owner[name];
      else owner[name] = resolved;
    }
  };
  const skeleton = resolve(assets.skeleton_glb, 'assets.skeleton_glb') as string;
  assets.skeleton_glb = skeleton;
  assets.lod_glb = resolve(assets.lod_glb, 'assets.lod_glb') ?? skeleton;
  assets.rest_reference_glb = resolve(assets.rest_reference_glb, 'assets.rest_reference_glb') ?? skeleton;
  if (assets.manifest_json) {
    assets.manifest_json = resolve(assets.manifest_json, 'assets.manifest_json') ?? '';
  }
  resolveAll(assets, ['bone_tex_bin', 'bone_tex_manifest'], 'assets');
  resolveAll(assets.animations, Object.keys(assets.animations), 'assets.animations');
  if (broken.length === 0) return;
  onWarning?.(
    `These are no addresses of files: ${broken.join('; ')}. Without lod_glb or rest_reference_glb, skeleton_glb is taken.`,
  );
}
