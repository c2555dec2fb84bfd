import type { Object3D } from 'three';
import type { InstancedModels } from './assets/index.js';
import { type Ground, readGround } from './motion/index.js';
import type { SceneThing } from './protocol/index.js';

/** Options of {@link createInstancedModels}. */
export interface InstancedModelsOptions {
  /** The ground that the models stand on. @default even ground at height 0 */
  readonly ground?: Ground;
  readonly signal?: AbortSignal;
  /**
   * Throws for a type that the file lacks, which is otherwise left out with a warning.
   *
   * @default false
   */
  readonly strict?: boolean;
  /**
   * Called with one message for all types that the file lacks.
   *
   * @default console.warn
   */
  readonly onWarning?: (message: string) => void;
}

/**
 * Draws the things of a scene, such as stalls and tables, as instanced meshes: one `InstancedMesh` for each mesh of each type. The
 * model of a type is the node of that name, with all meshes below it. Its origin stands on the ground; turn and scale are as in
 * the file. Of quantized positions, the file's origin is the model's. Models cast and receive shadows.
 *
 * @param models address of a GLB file, which is shared by all that the page draws; or what three's `GLTFLoader` gave for one, for
 *   files compressed with Draco or KTX2
 * @param things `response.scene.things` of a crowd, or places of your own: metres and radians
 *
 * @example
 * const stalls = await createInstancedModels('market.glb', response.scene?.things ?? []);
 * scene.add(stalls);
 *
 * @throws {AssetError} if the file cannot be loaded
 * @throws {CrowdError} if `ground` is none, or gives no height for a thing
 * @throws the signal's reason
 */
export async function createInstancedModels(
  models: string | { readonly scene: Object3D },
  things: readonly SceneThing[],
  options: InstancedModelsOptions = {},
): Promise<InstancedModels> {
  const { ground, ...others } = options;
  const [{ loadInstancedModels }, groundAt] = await Promise.all([
    import('./assets/instanced-models.js'),
    ground && readGround(ground, options.onWarning),
  ]);
  return loadInstancedModels(models, things, { ...others, groundAt });
}
