import { Color, type Material, type MeshStandardMaterial, type ShaderMaterial } from 'three';
import type { Part } from '../characters/index.js';
import { MAX_JOINTS } from './far-mesh.js';
import { FINE_MAPS } from './part-material.js';
import { surfacesOf } from './surfaces.js';
import { textureGrid } from './texture-grid.js';
import { texturesAndNodes } from './three-internals.js';

/**
 * A text that is equal for parts that can be drawn as one far mesh: what shows the same picture, if any, in the same way.
 * Colours may differ, since they are in the vertices; roughness and metalness may, since they cannot be seen at such
 * distances. Normal maps are left out for the same reason.
 *
 * @returns undefined for a part that cannot be merged with any other
 */
export function surfaceKey(part: Part): string | undefined {
  const [first, ...others] = surfacesOf(part).map((surface) => keyOf(surface.part));
  return others.every((key) => key === first) ? first : undefined;
}

function keyOf({ material, geometry }: Part): string | undefined {
  // An instance of the far draw has no room for a texture cell.
  if (textureGrid(material) || !isPlain(material) || greatestJoint(geometry) >= MAX_JOINTS) return undefined;
  const { emissive, emissiveIntensity, flatShading, map } = material as Partial<MeshStandardMaterial>;
  // The far vertices have the first texture coordinates.
  if (map && (map.channel !== 0 || !geometry.hasAttribute('uv'))) return undefined;
  const glow = emissive && new Color().copy(emissive).multiplyScalar(emissiveIntensity ?? 1);
  return JSON.stringify([
    material.type,
    material.side,
    material.visible,
    material.toneMapped,
    flatShading,
    glow?.toArray(),
    material.defines,
    // The loader has one texture for each picture and sampler of a file.
    map?.uuid,
    // The text of a hook: three tells programs apart by it.
    material.customProgramCacheKey(),
  ]);
}

/**
 * Whether a surface has a colour and a picture at most: no nodes or shaders of its own, and every pixel of it solid. Nor is it
 * a wireframe, for which three would make an index where the merged draw has none.
 */
function isPlain(material: Material): boolean {
  const { transparent, alphaTest, alphaHash, alphaToCoverage } = material;
  const { isShaderMaterial, wireframe } = material as Partial<ShaderMaterial>;
  if (isShaderMaterial || wireframe) return false;
  const isSolid = !transparent && alphaTest === 0 && !alphaHash && !alphaToCoverage;
  return isSolid && texturesAndNodes(material).every((name) => name === 'map' || FINE_MAPS.includes(name));
}

function greatestJoint(geometry: Part['geometry']): number {
  const joints = geometry.getAttribute('skinIndex');
  let greatest = 0;
  for (let v = 0; v < joints.count; v++) {
    for (let k = 0; k < 4; k++) greatest = Math.max(greatest, joints.getComponent(v, k));
  }
  return greatest;
}
