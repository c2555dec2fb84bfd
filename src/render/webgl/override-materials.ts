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
  readonly #onWarning: (message: string) => void;
  /** Posed materials, by the one that they stand for and by how they are posed; none for what cannot be posed. */
  readonly #posed = new Map<Material, Map<PoseProgram, Material> | undefined>();

  /** @param onWarning told once of each material that people cannot be posed in */
  constructor(onWarning: (message: string) => void) {
    this.#onWarning = onWarning;
  }

  /** Has a mesh drawn posed with whatever material. */
  attachTo(mesh: Mesh<InstancedBufferGeometry, Material>, pose: PoseProgram): void {
    replaceOverride(mesh, (override) => this.#materialFor(override, pose));
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
