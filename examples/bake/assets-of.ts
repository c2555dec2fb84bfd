import type { Assets } from 'three-crowd';
import { encodeBoneTexture } from 'three-crowd/rig';
import type { Baked } from './bake-files.js';

/** Object URLs for a file and its bone texture, in the service's format; valid until `revoke`. */
export function assetsOf({ file, texture }: Baked): { assets: Assets; revoke: () => void } {
  const manifest = { ...texture.manifest, walkClip: Math.max(texture.manifest.walkClip, 0) };
  const [glb, bin, json] = [
    file,
    new Blob([encodeBoneTexture(texture)]),
    new Blob([JSON.stringify(manifest)]),
  ].map((blob) => URL.createObjectURL(blob));
  const assets: Assets = {
    ...{ unit: 'm', unit_scale: 1, animations: {} },
    // Nothing requests far meshes, rest reference and catalogue; the file takes their places.
    ...{ skeleton_glb: glb, lod_glb: glb, rest_reference_glb: glb, manifest_json: glb },
    ...{ bone_tex_bin: bin, bone_tex_manifest: json },
  };
  return { assets, revoke: () => [glb, bin, json].forEach(URL.revokeObjectURL) };
}
