import type { Material, Mesh, Object3D, SkinnedMesh, Texture } from 'three';

/**
 * Frees what the scene holds on the GPU and in decoded images.
 *
 * @param kept textures of somebody else, whose images stay open
 */
export function disposeScene(scene: Object3D, kept: ReadonlySet<Texture> = new Set()): void {
  scene.traverse((object) => {
    const mesh = object as Partial<Mesh & SkinnedMesh>;
    mesh.geometry?.dispose();
    mesh.skeleton?.dispose();
    for (const material of materialsOf(object)) disposeMaterial(material, kept);
  });
}

/** The textures of all materials of a scene. */
export function texturesOf(scene: Object3D): Texture[] {
  const textures: Texture[] = [];
  scene.traverse((object) => {
    for (const material of materialsOf(object)) textures.push(...Object.values(material).filter(isTexture));
  });
  return textures;
}

function materialsOf(object: Object3D): Material[] {
  return [(object as Partial<Mesh>).material ?? []].flat();
}

function disposeMaterial(material: Material, kept: ReadonlySet<Texture>): void {
  for (const value of Object.values(material)) {
    if (isTexture(value) && !kept.has(value)) disposeTexture(value);
  }
  material.dispose();
}

/** Frees a texture with its decoded image. */
export function disposeTexture(texture: Texture): void {
  const image: unknown = texture.image;
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
  texture.dispose();
}

function isTexture(value: unknown): value is Texture {
  return (value as Partial<Texture> | null | undefined)?.isTexture === true;
}
