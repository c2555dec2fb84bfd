import { Matrix4, type Object3D, OrthographicCamera, Vector3, Vector4 } from 'three';
import { CameraView, type Planes, type View, type ViewCamera } from '../poses/camera-view.js';
import {
  type CastingLight,
  castsShadow,
  hasOwnShadowCamera,
  updateLightMatrices,
  updateShadowCamera,
} from './three-internals.js';

/** A shadow whose texels are unknown: its levels of detail are those of the camera. */
function withoutTexels(planes: Planes): View {
  return { planes, depth: new Vector4(0, 0, 0, 0), focal: 0 };
}

/** No planes: everything is inside. */
const EVERYTHING = withoutTexels([]);

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
  readonly #found: View[] = [];
  #count = 0;

  /**
   * Views of the next frame's shadows, valid until the next call.
   *
   * @param object parent of the crowd's meshes, its world matrix up to date
   * @param camera view of the camera
   */
  find(object: Object3D, camera: CameraView): readonly View[] {
    let root = object;
    while (root.parent) root = root.parent;
    this.#count = 0;
    this.#search(root, object, camera);
    this.#found.length = this.#count;
    // Meshes that are added to their scene after the update have no lights yet.
    if (this.#count === 0 && !('isScene' in root)) this.#found[0] = EVERYTHING;
    return this.#found;
  }

  #search(candidate: Object3D, object: Object3D, camera: CameraView): void {
    if (!candidate.visible || candidate === object) return;
    if (castsShadow(candidate)) {
      this.#views[this.#count] ??= new LightView();
      this.#found[this.#count] = this.#views[this.#count].set(candidate, object.matrixWorld, camera);
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
  readonly #cubeView = withoutTexels(this.#view.planes);
  readonly #planes: Planes[number][] = [];
  readonly #swept = withoutTexels(this.#planes);

  /** @param world the crowd's world matrix */
  set(light: CastingLight, world: Matrix4, camera: CameraView): View {
    updateLightMatrices(light);
    if (light.isPointLight) return this.#setCube(light, world);
    if (hasOwnShadowCamera(light)) {
      // The colour pass reads this matrix, which has to stay the same while the shadow map is not drawn again.
      savedMatrix.copy(light.shadow.matrix);
      updateShadowCamera(light);
      light.shadow.matrix.copy(savedMatrix);
      return this.#view.set(light.shadow.camera, world, light.shadow.mapSize.y);
    }
    return light.isDirectionalLight ? this.#setSwept(light, world, camera) : EVERYTHING;
  }

  /** A cube around the six frusta of a point light's shadow. */
  #setCube({ matrixWorld, distance, shadow }: CastingLight, world: Matrix4): View {
    const far = distance || (shadow.camera as Partial<OrthographicCamera>).far || 0;
    const { projectionMatrix, matrixWorldInverse, coordinateSystem } = this.#cube;
    projectionMatrix.makeOrthographic(-far, far, far, -far, -far, far, coordinateSystem);
    direction.setFromMatrixPosition(matrixWorld);
    matrixWorldInverse.makeTranslation(-direction.x, -direction.y, -direction.z);
    this.#view.set(this.#cube, world);
    return this.#cubeView;
  }

  /**
   * The volume that can cast a shadow into the camera's view: the view, swept towards the light. For shadows whose cameras
   * are private to their node, such as cascades. Keeps the planes of the view that the sweep does not cross.
   */
  #setSwept({ matrixWorld, target }: CastingLight, world: Matrix4, camera: CameraView): View {
    if (!target) return EVERYTHING;
    direction
      .setFromMatrixPosition(matrixWorld)
      .sub(targetPosition.setFromMatrixPosition(target.matrixWorld));
    direction.transformDirection(crowdFromWorld.copy(world).invert());
    this.#planes.length = 0;
    for (const plane of camera.planes) if (plane.normal.dot(direction) >= 0) this.#planes.push(plane);
    return this.#swept;
  }
}
