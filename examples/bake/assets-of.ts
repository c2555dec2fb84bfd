import type { Assets } from 'three-crowd';
import { encodeBoneTexture } from 'three-crowd/rig';
import type { Baked } from './bake-files.js';

/** Addresses within the page for a file and its bone texture, as a service would give them; good until `revoke`. */
export function assetsOf({ file, texture }: Baked): { assets: Assets; revoke: () => void } {
  const manifest = { ...texture.manifest, walkClip: Math.max(texture.manifest.walkClip, 0) };
  const [glb, bin, json] = [
    file,
    new Blob([encodeBoneTexture(texture)]),
    new Blob([JSON.stringify(manifest)]),
  ].map((blob) => URL.createObjectURL(blob));
  const assets: Assets = {
    ...{ unit: 'm', unit_scale: 1, animations: {} },
    // Far meshes, rest reference and catalogue are not asked for: the file stands in for them.
    ...{ skeleton_glb: glb, lod_glb: glb, rest_reference_glb: glb, manifest_json: glb },
    ...{ bone_tex_bin: bin, bone_tex_manifest: json },
  };
  return { assets, revoke: () => [glb, bin, json].forEach(URL.revokeObjectURL) };
}
