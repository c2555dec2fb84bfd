import {
  Box3,
  type BufferGeometry,
  type Camera,
  Group,
  type Material,
  Mesh,
  type Object3D,
  Sphere,
} from 'three';
import type { CameraView, Planes } from '../poses/camera-view.js';
import { CrowdViews } from './crowd-views.js';
import { HiddenColor, onShadowPass } from './three-internals.js';

/** How the meshes of a crowd take part in shadows. */
export interface ShadowOptions {
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
}

const NO_SHADOWS: readonly Planes[] = [];
/** A page may switch shadows off and on later than at the making, mesh by mesh. */
const isCaster = ({ castShadow }: Object3D): boolean => castShadow;

/**
 * Says, before each pass, which instances a mesh draws. With the camera's instances alone, shadows of those out of its
 * sight are missing: 2 to 8 % of the bytes of a picture were wrong.
 */
export interface InstanceSelector {
  forCamera(): void;
  /** Also those who are out of the camera's sight and cast a shadow into it. */
  forShadow(): void;
}

/** The meshes of a crowd, one draw each. three's own frustum culling is off, since instances are culled one by one. */
export class CrowdMeshes {
  readonly object = new Group();
  readonly #views = new CrowdViews(this.object);
  readonly #options: ShadowOptions;

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.object.children.length;
  }

  /** What a camera sees; undefined without a camera. */
  viewOf(camera: Camera | undefined): CameraView | undefined {
    return this.#views.viewOf(camera);
  }

  /** What each shadow that these meshes cast will see beside `view`, which is the last result of {@link viewOf}. */
  shadowsOf(view: CameraView | undefined): readonly Planes[] {
    return this.object.children.some(isCaster) ? this.#views.shadowsOf(view) : NO_SHADOWS;
  }

  add<G extends BufferGeometry, M extends Material>(
    name: string,
    geometry: G,
    material: M,
    instances: InstanceSelector,
  ): Mesh<G, M> {
    const mesh = new Mesh(geometry, material);
    mesh.name = name;
    mesh.frustumCulled = false;
    // The stored vertices do not tell where characters are. Empty bounds keep three from measuring and sorting by them.
    geometry.boundingBox = new Box3();
    geometry.boundingSphere = new Sphere();
    mesh.castShadow = this.#options.castShadow;
    mesh.receiveShadow = this.#options.receiveShadow;
    const color = new HiddenColor();
    onShadowPass(
      mesh,
      () => {
        instances.forShadow();
        color.hide(mesh.material);
      },
      () => {
        instances.forCamera();
        color.show();
      },
    );
    this.object.add(mesh);
    return mesh;
  }

  dispose(): void {
    for (const { geometry, material } of this.object.children as Mesh<BufferGeometry, Material>[]) {
      geometry.dispose();
      material.dispose();
    }
  }
}
