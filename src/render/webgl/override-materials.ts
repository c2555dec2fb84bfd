import type { InstancedBufferGeometry, Material, Mesh } from 'three';
import type { PoseProgram } from './pose-source.js';
import { poseShader } from './shader-patches.js';
import { deriveMaterial, patchProgram, replaceOverride } from './three-internals.js';
import { describeUnposable } from './three-shaders.js';

/**
 * Poses characters that are drawn with another material than their own: a scene's `overrideMaterial`, or the material that
 * a pass assigns to every mesh. three does so for a `SkinnedMesh`, but these meshes have no bones.
 */
export class OverrideMaterials {
  readonly #onWarning: (message: string) => void;
  /** Posed materials by the replaced material and by pose; undefined for a material that cannot be posed. */
  readonly #posed = new Map<Material, Map<PoseProgram, Material> | undefined>();

  constructor(onWarning: (message: string) => void) {
    this.#onWarning = onWarning;
  }

  /** Poses a mesh in every material that it is drawn with, other than `own`. */
  attachTo(mesh: Mesh<InstancedBufferGeometry, Material>, own: Material, pose: PoseProgram): void {
    replaceOverride(mesh, own, (override) => this.#materialFor(override, pose));
  }

  dispose(): void {
    for (const override of [...this.#posed.keys()]) this.#remove(override);
  }

  #materialFor(override: Material, pose: PoseProgram): Material | undefined {
    if (!this.#posed.has(override)) this.#add(override);
    const posed = this.#posed.get(override);
    if (!posed) return undefined;
    const material = posed.get(pose) ?? createPosedMaterial(override, pose);
    posed.set(pose, material);
    return material;
  }

  #add(override: Material): void {
    const problem = describeUnposable(override);
    if (problem)
      this.#onWarning(
        `three-crowd: people are left out where a scene is drawn with another material. ${problem}`,
      );
    this.#posed.set(override, problem ? undefined : new Map());
    override.addEventListener('dispose', this.#onDispose);
  }

  #remove(override: Material): void {
    for (const material of this.#posed.get(override)?.values() ?? []) material.dispose();
    this.#posed.delete(override);
    override.removeEventListener('dispose', this.#onDispose);
  }

  readonly #onDispose = ({ target }: { target: Material }): void => this.#remove(target);
}

/** A posed copy of another material, without a tint. */
function createPosedMaterial(source: Material, pose: PoseProgram): Material {
  return patchProgram(deriveMaterial(source), source, {
    key: `crowd override ${pose.dithers} ${pose.declarations}`,
    uniforms: () => pose.uniforms,
    patch: (shader) => poseShader(shader, pose),
  });
}
