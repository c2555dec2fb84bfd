import { Color, type Material, type MeshStandardMaterial, type ShaderMaterial } from 'three';
import { type Part, textureGrid } from '../characters/index.js';
import { MAX_JOINTS } from './far-mesh.js';
import { baseColor, FINE_MAPS } from './part-material.js';
import { surfacesOf } from './surfaces.js';
import { texturesAndNodes } from './three-internals.js';

const WHITE = /* @__PURE__ */ new Color(1, 1, 1);

/**
 * Key that is equal for parts that can be merged into one far mesh: same texture, if any, and same settings. Colours may
 * differ, since the vertices contain them; roughness, metalness and normal maps may, since they are invisible at such
 * distances.
 *
 * @returns undefined for a part that cannot be merged with any other
 */
export function surfaceKey(part: Part): string | undefined {
  const [first, ...others] = surfacesOf(part).map((surface) => keyOf(surface.part));
  return others.every((key) => key === first) ? first : undefined;
}

function keyOf({ material, geometry, keepsColor, tintMask, mesh }: Part): string | undefined {
  if (!isPlain(material) || greatestJoint(geometry) >= MAX_JOINTS) return undefined;
  // The far draw has one order, and a shadow of its own.
  if (mesh.renderOrder !== 0 || mesh.layers.mask !== 1 || !mesh.castShadow || !mesh.receiveShadow)
    return undefined;
  if (mesh.customDepthMaterial || mesh.customDistanceMaterial) return undefined;
  // A far vertex cannot have both: a colour that a tint replaces, and a weight of the tint.
  if (keepsColor === 'untilTinted' && tintMask && !baseColor(material).equals(WHITE)) return undefined;
  const { emissive, emissiveIntensity, flatShading, map } = material as Partial<MeshStandardMaterial>;
  // The far vertices have the first texture coordinates.
  if (map && (map.channel !== 0 || !geometry.hasAttribute('uv'))) return undefined;
  const grid = textureGrid(material);
  const glow = emissive && new Color().copy(emissive).multiplyScalar(emissiveIntensity ?? 1);
  return JSON.stringify([
    material.type,
    material.side,
    material.visible,
    material.toneMapped,
    flatShading,
    glow?.toArray(),
    material.defines,
    // The loader makes one texture for each image and sampler of a file.
    map?.uuid,
    grid && [grid.columns, grid.rows, grid.stride],
    // Source of the hook, by which three distinguishes programs.
    material.customProgramCacheKey(),
  ]);
}

/**
 * True if a surface has a colour and at most a texture beside it, unlike a `MeshNormalMaterial`: no nodes or shaders of its own, no transparency, and no wireframe,
 * for which three would make an index that the merged draw lacks.
 */
function isPlain(material: Material): boolean {
  const { transparent, alphaTest, alphaHash, alphaToCoverage } = material;
  const { isShaderMaterial, wireframe } = material as Partial<ShaderMaterial>;
  if (isShaderMaterial || wireframe || !('color' in material)) return false;
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
