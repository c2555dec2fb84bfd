import { Matrix4, type Object3D, OrthographicCamera, Vector3 } from 'three';
import { CameraView, type Planes, type ViewCamera } from '../poses/camera-view.js';
import {
  type CastingLight,
  castsShadow,
  hasOwnShadowCamera,
  updateLightMatrices,
  updateShadowCamera,
} from './three-internals.js';

/** No planes: everything is inside. */
const EVERYTHING: Planes = [];

/**
 * Frusta of the scene's shadows. Each update searches the scene for lights, so that a light that was added, switched on
 * or moved since the last frame has its whole shadow in the next one.
 *
 * Notes: in a scene of 10,000 objects the search takes 0.27 of the time in which three updates their matrices
 * (`npm run bench:micro -- shadow`). Rejected: recording the shadow cameras as three draws with them. It needs no search,
 * but lacks a light in its first frame, and has the cascades of the frame before.
 */
export class ShadowViews {
  readonly #views: LightView[] = [];
  readonly #planes: Planes[] = [];
  #count = 0;

  /**
   * Views of the next frame's shadows, one list of planes for each shadow. The lists are valid until the next call.
   *
   * @param object parent of the crowd's meshes, its world matrix up to date
   * @param camera view of the camera
   */
  find(object: Object3D, camera: CameraView): readonly Planes[] {
    let root = object;
    while (root.parent) root = root.parent;
    this.#count = 0;
    this.#search(root, object, camera);
    this.#planes.length = this.#count;
    // Meshes that are added to their scene after the update have no lights yet.
    if (this.#count === 0 && !('isScene' in root)) this.#planes[0] = EVERYTHING;
    return this.#planes;
  }

  #search(candidate: Object3D, object: Object3D, camera: CameraView): void {
    if (!candidate.visible || candidate === object) return;
    if (castsShadow(candidate)) {
      this.#views[this.#count] ??= new LightView();
      this.#planes[this.#count] = this.#views[this.#count].set(candidate, object.matrixWorld, camera);
      this.#count += 1;
    }
    const { children } = candidate;
    for (let k = 0; k < children.length; k++) this.#search(children[k], object, camera);
  }
}

const savedMatrix = new Matrix4();
const crowdFromWorld = new Matrix4();
const direction = new Vector3();
const targetPosition = new Vector3();

/** Views of one light that casts shadows. */
class LightView {
  readonly #view = new CameraView();
  readonly #cube: ViewCamera = new OrthographicCamera();
  readonly #planes: Planes[number][] = [];

  /** @param world the crowd's world matrix */
  set(light: CastingLight, world: Matrix4, camera: CameraView): Planes {
    updateLightMatrices(light);
    if (light.isPointLight) return this.#setCube(light, world);
    if (hasOwnShadowCamera(light)) {
      // The colour pass reads this matrix, which has to stay the same while the shadow map is not drawn again.
      savedMatrix.copy(light.shadow.matrix);
      updateShadowCamera(light);
      light.shadow.matrix.copy(savedMatrix);
      return this.#view.set(light.shadow.camera, world).planes;
    }
    return light.isDirectionalLight ? this.#setSwept(light, world, camera) : EVERYTHING;
  }

  /** A cube around the six frusta of a point light's shadow. */
  #setCube({ matrixWorld, distance, shadow }: CastingLight, world: Matrix4): Planes {
    const far = distance || (shadow.camera as Partial<OrthographicCamera>).far || 0;
    const { projectionMatrix, matrixWorldInverse, coordinateSystem } = this.#cube;
    projectionMatrix.makeOrthographic(-far, far, far, -far, -far, far, coordinateSystem);
    direction.setFromMatrixPosition(matrixWorld);
    matrixWorldInverse.makeTranslation(-direction.x, -direction.y, -direction.z);
    return this.#view.set(this.#cube, world).planes;
  }

  /**
   * The volume that can cast a shadow into the camera's view: the view, swept towards the light. For shadows whose cameras
   * are private to their node, such as cascades. Keeps the planes of the view that the sweep does not cross.
   */
  #setSwept({ matrixWorld, target }: CastingLight, world: Matrix4, camera: CameraView): Planes {
    if (!target) return EVERYTHING;
    direction
      .setFromMatrixPosition(matrixWorld)
      .sub(targetPosition.setFromMatrixPosition(target.matrixWorld));
    direction.transformDirection(crowdFromWorld.copy(world).invert());
    this.#planes.length = 0;
    for (const plane of camera.planes) if (plane.normal.dot(direction) >= 0) this.#planes.push(plane);
    return this.#planes;
  }
}
