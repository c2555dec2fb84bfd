import type { Material, Mesh, Object3D, SkinnedMesh, Texture } from 'three';

/** Frees what the scene holds on the GPU and in decoded images. */
export function disposeScene(scene: Object3D): void {
  scene.traverse((object) => {
    const mesh = object as Partial<Mesh & SkinnedMesh>;
    mesh.geometry?.dispose();
    mesh.skeleton?.dispose();
    for (const material of [mesh.material ?? []].flat()) disposeMaterial(material);
  });
}

function disposeMaterial(material: Material): void {
  for (const value of Object.values(material)) {
    if (!isTexture(value)) continue;
    const image: unknown = value.image;
    if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
    value.dispose();
  }
  material.dispose();
}

function isTexture(value: unknown): value is Texture {
  return (value as Partial<Texture> | null | undefined)?.isTexture === true;
}
