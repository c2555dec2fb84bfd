import type { Material, Mesh, Object3D, Texture } from 'three';

/**
 * Scales textures before it turns them, as glTF asks for (KHR_texture_transform: translation · rotation · scale). three's
 * `Texture.updateMatrix` turns first; three's own loader mends that in release 187, and the loader here does not.
 */
export function correctTextureTransforms(scene: Object3D): void {
  scene.traverse((object) => {
    for (const material of [(object as Partial<Mesh>).material ?? []].flat()) {
      for (const texture of texturesOf(material)) if (texture.rotation !== 0) correct(texture);
    }
  });
}

function correct(texture: Texture): void {
  const { offset, repeat, rotation } = texture;
  const cosine = Math.cos(rotation);
  const sine = Math.sin(rotation);
  texture.matrixAutoUpdate = false;
  texture.matrix.set(
    ...[repeat.x * cosine, repeat.y * sine, offset.x],
    ...[-repeat.x * sine, repeat.y * cosine, offset.y],
    ...[0, 0, 1],
  );
}

function texturesOf(material: Material): Texture[] {
  return Object.values(material).filter((value): value is Texture => value?.isTexture === true);
}
