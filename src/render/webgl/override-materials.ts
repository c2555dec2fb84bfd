import type { InstancedBufferGeometry, Material, Mesh } from 'three';
import type { PoseProgram } from './pose-source.js';
import { poseShader } from './shader-patches.js';
import { deriveMaterial, replaceOverride } from './three-internals.js';
import { describeUnposable } from './three-shaders.js';

/**
 * Poses people where a material that is not theirs is drawn in place of their own: a scene's `overrideMaterial`, or what a
 * pass puts on every mesh. three does so for a `SkinnedMesh`; here the mesh has no bones for three to see.
 */
export class OverrideMaterials {
  readonly #pose: PoseProgram;
  /** Posed materials by the ones they stand for; undefined for what cannot be posed. */
  readonly #posed = new Map<Material, Material | undefined>();

  constructor(pose: PoseProgram) {
    this.#pose = pose;
  }

  /** Has a mesh drawn posed with whatever material. */
  attachTo(mesh: Mesh<InstancedBufferGeometry, Material>): void {
    replaceOverride(mesh, (override) => {
      if (!this.#posed.has(override)) this.#add(override);
      return this.#posed.get(override);
    });
  }

  dispose(): void {
    for (const override of [...this.#posed.keys()]) this.#remove(override);
  }

  #add(override: Material): void {
    const problem = describeUnposable(override);
    if (problem)
      console.warn(
        `three-crowd: people are left out where a scene is drawn with another material. ${problem}`,
      );
    this.#posed.set(override, problem ? undefined : createPosedMaterial(override, this.#pose));
    override.addEventListener('dispose', this.#onDispose);
  }

  #remove(override: Material): void {
    this.#posed.get(override)?.dispose();
    this.#posed.delete(override);
    override.removeEventListener('dispose', this.#onDispose);
  }

  readonly #onDispose = ({ target }: { target: Material }): void => this.#remove(target);
}

/** Another material, posed; neither tinted nor otherwise changed. */
function createPosedMaterial(source: Material, pose: PoseProgram): Material {
  const material = deriveMaterial(source);
  material.onBeforeCompile = (shader, renderer) => {
    source.onBeforeCompile(shader, renderer);
    Object.assign(shader.uniforms, pose.uniforms);
    poseShader(shader, pose);
  };
  material.customProgramCacheKey = () =>
    `crowd override ${pose.dithers} ${source.customProgramCacheKey()} ${pose.declarations}`;
  return material;
}
