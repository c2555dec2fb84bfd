import type { Object3D } from 'three';
import type { InstancedModels } from './assets/index.js';
import { type Ground, readGround } from './motion/index.js';
import type { Scene } from './protocol/index.js';
import type { Crowd } from './render/index.js';

/** Options of {@link createInstancedModels}. */
export interface InstancedModelsOptions {
  /** The ground that the models stand on. @default even ground at height 0 */
  readonly ground?: Ground;
  /** The crowd of the scene, whose characters hold in their right hands what the slots say. @default none: only things are drawn */
  readonly crowd?: Crowd;
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
 * With `crowd`, it draws what characters hold, too: the model `held` of a slot, upright, with its origin in the right palm of the
 * character that was placed there, wherever it goes. The palm is a third of the forearm beyond the wrist. It is not drawn while the
 * character is not, and not for another one that has got the index.
 *
 * @param models address of a GLB file, which is shared by all that the page draws; or what three's `GLTFLoader` gave for one, for
 *   files compressed with Draco or KTX2
 * @param scene `response.scene` of a crowd, or one of your own: metres and radians
 *
 * @example
 * const models = await createInstancedModels('market.glb', response.scene, { crowd });
 * scene.add(models);
 *
 * @throws {AssetError} if the file cannot be loaded
 * @throws {CrowdError} if `ground` is none, or gives no height for a thing
 * @throws {RigError} if characters hold something, and no name of a bone says which one is the right hand
 * @throws the signal's reason
 */
export async function createInstancedModels(
  models: string | { readonly scene: Object3D },
  scene: Partial<Scene> = {},
  options: InstancedModelsOptions = {},
): Promise<InstancedModels> {
  const { slots = [], things = [] } = scene;
  const { ground, crowd, ...others } = options;
  const [{ loadInstancedModels }, groundAt, held] = await Promise.all([
    import('./assets/instanced-models.js'),
    ground && readGround(ground, options.onWarning),
    crowd?.heldModels(slots),
  ]);
  return loadInstancedModels(models, things, { ...others, groundAt, held });
}
