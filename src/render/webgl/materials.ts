import { Color, type Material, MeshDistanceMaterial } from 'three';
import { UnsupportedError } from '../../errors/index.js';
import type { Part } from '../characters/index.js';
import {
  baseColor,
  dropFineMaps,
  hasVertexOpacity,
  type ShadowMaterials,
  type TextureGrid,
  type TintedMaterial,
  textureGrid,
  whiten,
} from '../drawing/index.js';
import { INSTANCE_CELL } from './crowd-chunk.js';
import type { PoseProgram } from './pose-source.js';
import {
  ditherSurface,
  poseShader,
  showCell,
  showSurface,
  tintPixels,
  tintSurface,
} from './shader-patches.js';
import {
  cloneWithDefines,
  createShadowDepthMaterial,
  deriveMaterial,
  isShaderMaterial,
  type PatchShader,
  patchProgram,
} from './three-internals.js';
import { addSkinning, appliesVertexColor, describeUnposable, type ShaderSource } from './three-shaders.js';

/**
 * The part's own material, posed, and tinted by the colour that each instance brings.
 *
 * @throws {UnsupportedError} for a shader of the user's own that cannot be posed
 */
export function createInstancedMaterial(part: Part, pose: PoseProgram): Material {
  const material = copyToTint(part);
  const base = shownBase(part, material);
  const grid = textureGrid(part.material);
  patchProgram(
    material,
    part.material,
    (shader) => {
      poseShader(shader, pose);
      shader.uniforms['crowdBaseColor'] = base;
      if (grid) showCell(shader, grid, '', INSTANCE_CELL);
      if (canTint(part.material, shader)) tintSurface(shader, 'crowdColor( crowdInstance.y )', part);
    },
    `crowd ${pose.dithers} ${tintKey(part)} ${hasVertexOpacity(part)} ${keyOf(grid)} ${pose.declarations}`,
  );
  return material;
}

/**
 * A copy of a part's material: in its own colour if the part keeps it, and white otherwise. A shader of the user's own stays
 * unchanged.
 *
 * @throws {UnsupportedError} for a shader of the user's own that cannot be posed
 */
function copyToTint({ material, keepsColor }: Part): Material {
  const copy = copyToPose(material);
  return keepsColor || isShaderMaterial(copy) ? copy : whiten(copy);
}

/**
 * A copy of a material; of a shader of the user's own with the same uniforms.
 *
 * @throws {UnsupportedError} for a shader of the user's own that cannot be posed
 */
function copyToPose(source: Material): Material {
  const problem = describeUnposable(source);
  if (problem) throw new UnsupportedError(problem);
  return isShaderMaterial(source) ? deriveMaterial(source) : cloneWithDefines(source);
}

const WHITE = new Color(1, 1, 1);

/** Uniform with the colour that a tint takes the place of. A page may change that of the drawn material. */
function shownBase({ material, keepsColor }: Part, drawn: Material): { readonly value: Color } {
  if (!keepsColor) return { value: baseColor(material) };
  return {
    get value() {
      return (drawn as { color?: Color }).color ?? WHITE;
    },
  };
}

/** True if a material is tinted; one without a colour, such as a `MeshNormalMaterial`, only if its shader has the chunks. */
function canTint(material: Material, shader: ShaderSource): boolean {
  return (!isShaderMaterial(material) && 'color' in material) || appliesVertexColor(shader);
}

/** The material of the merged far draw, whose vertices contain the tinted colours. */
export function createFarMaterial(source: Material, pose: PoseProgram): Material {
  const material = dropFineMaps(whiten(cloneWithDefines(source)));
  material.vertexColors = false;
  patchProgram(
    material,
    source,
    (shader) => {
      poseShader(shader, pose);
      showSurface(shader, 'vCrowdSurface = crowdFarTinted();');
    },
    `crowd far ${pose.dithers} ${pose.declarations}`,
  );
  return material;
}

/**
 * Materials of the shadow maps of directional and spot lights, and of point lights: those that a page has set on the part's
 * mesh, or three's own.
 *
 * @param part undefined for the merged far draw
 * @throws {UnsupportedError} for a shader of the user's own that cannot be posed
 */
export function createShadowMaterials(pose: PoseProgram, part?: Part): ShadowMaterials {
  const grid = part && textureGrid(part.material);
  return patchedShadows(
    part,
    (shader) => {
      poseShader(shader, pose);
      if (grid) showCell(shader, grid, '', INSTANCE_CELL);
    },
    `crowd posed ${pose.dithers} ${keyOf(grid)} ${pose.declarations}`,
  );
}

function patchedShadows(part: Part | undefined, patch: PatchShader, key: string): ShadowMaterials {
  const { customDepthMaterial, customDistanceMaterial } = part?.mesh ?? {};
  const patched = (own: Material | undefined, create: () => Material): Material =>
    patchProgram(own ? copyToPose(own) : create(), own, patch, key);
  return {
    depth: patched(customDepthMaterial, createShadowDepthMaterial),
    distance: patched(customDistanceMaterial, () => new MeshDistanceMaterial()),
  };
}

/** Part of the program's cache key for the tint. */
function tintKey({ tintMask, keepsColor }: Part): string {
  return `${tintMask} ${keepsColor}`;
}

/** Part of the program's cache key for the texture atlas. */
function keyOf(grid: TextureGrid | undefined): string {
  return grid ? `${grid.columns} ${grid.rows} ${grid.texture.flipY}` : '';
}

/**
 * The material of one part of one clone. All of them share a program and differ in uniforms.
 *
 * @throws {UnsupportedError} for a shader of the user's own that cannot be posed
 */
export function createTintedMaterial(part: Part, dithers: boolean): TintedMaterial {
  const material = copyToTint(part);
  const base = shownBase(part, material);
  const tint = { value: new Color(1, 1, 1) };
  const grid = textureGrid(part.material);
  const opacity = { value: 1 };
  const cell = { value: 0 };
  const key = `${dithers} ${keyOf(grid)}`;
  const hasOwnShadow = part.mesh.customDepthMaterial ?? part.mesh.customDistanceMaterial;
  const show: PatchShader = (shader) => {
    Object.assign(shader.uniforms, { crowdShownOpacity: opacity, crowdShownCell: cell });
    if (dithers) ditherSurface(shader, 'uniform float crowdShownOpacity;', 'crowdShownOpacity');
    if (grid) showCell(shader, grid, 'uniform uint crowdShownCell;', 'crowdShownCell');
  };
  patchProgram(
    material,
    part.material,
    (shader) => {
      Object.assign(shader.uniforms, { crowdBaseColor: base, crowdTintColor: tint });
      if (isShaderMaterial(part.material)) shader.vertexShader = addSkinning(shader.vertexShader);
      if (canTint(part.material, shader)) tintPixels(shader, part);
      show(shader);
    },
    `crowd clone ${key} ${tintKey(part)}`,
  );
  return {
    material,
    shadow: dithers || grid || hasOwnShadow ? patchedShadows(part, show, `crowd clone ${key}`) : undefined,
    setTint: (r, g, b) => tint.value.setRGB(r, g, b),
    setOpacity: (value) => {
      opacity.value = value;
    },
    setTextureCell: (value) => {
      cell.value = value;
    },
  };
}
