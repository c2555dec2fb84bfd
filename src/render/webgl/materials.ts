import { Color, type Material, MeshDistanceMaterial } from 'three';
import { UnsupportedError } from '../../errors/index.js';
import { type Part, type TextureGrid, textureGrid, type Weave, weaveOf } from '../characters/index.js';
import {
  baseColor,
  dropFineMaps,
  type FarMesh,
  hasVertexOpacity,
  type ShadowMaterials,
  type TintedMaterial,
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
  weaveSurface,
} from './shader-patches.js';
import {
  cloneWithDefines,
  createShadowDepthMaterial,
  deriveMaterial,
  isShaderMaterial,
  type PatchShader,
  type ProgramPatch,
  patchProgram,
} from './three-internals.js';
import { addSkinning, appliesVertexColor, describeUnposable, type ShaderSource } from './three-shaders.js';

/**
 * The part's own material, posed, and tinted by the colour that each instance brings.
 *
 * @throws {UnsupportedError} for a shader of the user's own that cannot be posed
 */
export function createInstancedMaterial(part: Part, pose: PoseProgram): Material {
  const grid = textureGrid(part.material);
  const weave = weaveOf(part);
  return patchProgram(copyToTint(part), part.material, {
    key: `crowd ${pose.dithers} ${tintKey(part)} ${hasVertexOpacity(part)} ${keyOf(grid)} ${pose.declarations}`,
    uniforms: (material) => ({
      ...pose.uniforms,
      ...weaveUniforms(weave),
      crowdBaseColor: shownBase(part, material),
    }),
    patch: (shader) => {
      poseShader(shader, pose);
      if (grid) showCell(shader, grid, '', INSTANCE_CELL);
      if (!canTint(part.material, shader)) return;
      if (weave) weaveSurface(shader, '', INSTANCE_CELL);
      tintSurface(shader, 'crowdColor( crowdInstance.y )', part);
    },
  });
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
export function createFarMaterial({ material: source, grid }: FarMesh, pose: PoseProgram): Material {
  const material = dropFineMaps(whiten(cloneWithDefines(source)));
  material.vertexColors = false;
  return patchProgram(material, source, {
    key: `crowd far ${pose.dithers} ${keyOf(grid)} ${pose.declarations}`,
    uniforms: () => pose.uniforms,
    patch: (shader) => {
      poseShader(shader, pose);
      if (grid) showCell(shader, grid, '', 'crowdFarCell');
      showSurface(shader, 'vCrowdSurface = crowdFarTinted();');
    },
  });
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
  return patchedShadows(part, {
    key: `crowd posed ${pose.dithers} ${keyOf(grid)} ${pose.declarations}`,
    uniforms: () => pose.uniforms,
    patch: (shader) => {
      poseShader(shader, pose);
      if (grid) showCell(shader, grid, '', INSTANCE_CELL);
    },
  });
}

function patchedShadows(part: Part | undefined, patch: ProgramPatch): ShadowMaterials {
  const { customDepthMaterial, customDistanceMaterial } = part?.mesh ?? {};
  const patched = (own: Material | undefined, create: () => Material): Material =>
    patchProgram(own ? copyToPose(own) : create(), own, patch);
  return {
    depth: patched(customDepthMaterial, createShadowDepthMaterial),
    distance: patched(customDistanceMaterial, () => new MeshDistanceMaterial()),
  };
}

/** Part of the program's cache key for the tint and the patterns. */
function tintKey(part: Part): string {
  return `${part.tintMask} ${part.keepsColor} ${weaveOf(part) !== undefined}`;
}

function weaveUniforms(weave: Weave | undefined) {
  return weave && { crowdMotifs: { value: weave.motifs }, crowdPatterns: { value: weave.patterns } };
}

/** Part of the program's cache key for the texture atlas. */
function keyOf(grid: TextureGrid | undefined): string {
  return grid ? `${grid.columns} ${grid.rows} ${grid.stride} ${grid.texture.flipY}` : '';
}

/**
 * The material of one part of one clone. All of them share a program and differ in uniforms.
 *
 * @throws {UnsupportedError} for a shader of the user's own that cannot be posed
 */
export function createTintedMaterial(part: Part, dithers: boolean): TintedMaterial {
  const tint = { value: new Color(1, 1, 1) };
  const grid = textureGrid(part.material);
  const weave = weaveOf(part);
  const opacity = { value: 1 };
  const cell = { value: 0 };
  const shown = { crowdShownOpacity: opacity, crowdShownCell: cell };
  const hasOwnShadow = part.mesh.customDepthMaterial ?? part.mesh.customDistanceMaterial;
  const show: PatchShader = (shader) => {
    if (dithers) ditherSurface(shader, 'uniform float crowdShownOpacity;', 'crowdShownOpacity');
    if (grid) showCell(shader, grid, 'uniform uint crowdShownCell;', 'crowdShownCell');
  };
  const key = `crowd clone ${dithers} ${keyOf(grid)}`;
  return {
    material: patchProgram(copyToTint(part), part.material, {
      key: `${key} ${tintKey(part)}`,
      uniforms: (material) => ({
        ...shown,
        ...weaveUniforms(weave),
        crowdBaseColor: shownBase(part, material),
        crowdTintColor: tint,
      }),
      patch: (shader) => {
        if (isShaderMaterial(part.material)) shader.vertexShader = addSkinning(shader.vertexShader);
        if (canTint(part.material, shader)) {
          if (weave) weaveSurface(shader, 'uniform uint crowdShownCell;', 'crowdShownCell');
          tintPixels(shader, part);
        }
        show(shader);
      },
    }),
    shadow:
      dithers || grid || hasOwnShadow
        ? patchedShadows(part, { key, uniforms: () => shown, patch: show })
        : undefined,
    setTint: (r, g, b) => tint.value.setRGB(r, g, b),
    setOpacity: (value) => {
      opacity.value = value;
    },
    setTextureCell: (value) => {
      cell.value = value;
    },
  };
}
