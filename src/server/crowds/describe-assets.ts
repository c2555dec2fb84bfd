import { type Assets, CLIP_NAMES, type Manifest, type Tier } from '../../protocol/index.js';
import type { ListedKit } from './kit-versions.js';

/**
 * The addresses of a kit's files.
 *
 * @param manifest its catalogue
 * @param baseUrl where callers reach the service, without a slash at the end
 */
export function describeAssets(
  kit: ListedKit,
  { clips = {} }: Manifest,
  baseUrl: string,
  tier: Tier,
): Assets {
  const address = (name: string) => `${baseUrl}/assets/${kit.version}/${name}`;
  const assets: Assets = {
    unit: 'm',
    unit_scale: 1,
    skeleton_glb: address('skeleton.glb'),
    lod_glb: address('lod.glb'),
    rest_reference_glb: address('rest-reference.glb'),
    manifest_json: address('manifest.json'),
    animations: {},
  };
  if (tier !== 'untextured' && kit.files.has('bone-texture.bin')) {
    assets.bone_tex_bin = address('bone-texture.bin');
    assets.bone_tex_manifest = address('bone-texture.json');
  }
  if (tier === 'full' || tier === 'untextured') {
    const files = { ...Object.fromEntries(CLIP_NAMES.map((clip) => [clip, `clips/${clip}.glb`])), ...clips };
    for (const [clip, file] of Object.entries(files)) {
      if (kit.files.has(file)) assets.animations[clip] = address(file);
    }
  }
  return assets;
}
