import {
  Box3,
  BufferAttribute,
  type BufferGeometry,
  type Camera,
  Group,
  InstancedBufferGeometry,
  type Material,
  Mesh,
  MeshBasicMaterial,
  Sphere,
} from 'three';
import { CameraView, type Planes } from './camera-view.js';
import { ShadowViews } from './shadow-views.js';
import { onShadowPass } from './three-internals.js';

/** How the meshes of a crowd take part in shadows. */
export interface ShadowOptions {
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
}

/** Says, before each pass, which instances a mesh draws. */
export interface InstanceSelector {
  forCamera(): void;
  /** Also those who are out of the camera's sight and cast a shadow into it. */
  forShadow(): void;
}

/**
 * The meshes of a crowd, one draw each. three's own frustum culling is off, since instances are culled one by one; for
 * that, the shadow cameras are recorded as three draws with them.
 */
export class CrowdMeshes {
  readonly object = new Group();
  readonly shadowViews = new ShadowViews();
  readonly #options: ShadowOptions;
  readonly #view = new CameraView();

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.object.children.length;
  }

  add<G extends BufferGeometry, M extends Material>(
    name: string,
    geometry: G,
    material: M,
    instances: InstanceSelector,
  ): Mesh<G, M> {
    const { object, shadowViews } = this;
    const mesh = new Mesh(geometry, material);
    mesh.name = name;
    mesh.frustumCulled = false;
    // Stored vertices say nothing of where people are: for what three measures and sorts by, they take no room.
    geometry.boundingBox = new Box3();
    geometry.boundingSphere = new Sphere();
    mesh.castShadow = this.#options.castShadow;
    mesh.receiveShadow = this.#options.receiveShadow;
    onShadowPass(
      mesh,
      (shadowCamera) => {
        // Each mesh records, since any of them may be hidden by its material; a view that is known already is skipped.
        shadowViews.record(shadowCamera, object.matrixWorld);
        instances.forShadow();
      },
      () => instances.forCamera(),
    );
    object.add(mesh);
    return mesh;
  }

  /** Adds a mesh that draws nothing, for crowds that are drawn with other meshes: three tells it of every shadow. */
  addShadowListener(): void {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3));
    geometry.instanceCount = 0;
    this.add('shadow listener', geometry, new MeshBasicMaterial(), {
      forCamera: () => {},
      forShadow: () => {},
    });
  }

  /** What a camera sees of the crowd, from where its parents are now; undefined without a camera. */
  viewOf(camera: Camera | undefined): CameraView | undefined {
    this.object.updateWorldMatrix(true, false);
    camera?.updateWorldMatrix(true, false);
    return camera && this.#view.set(camera, this.object.matrixWorld);
  }

  /** What each shadow will see of the crowd. To be called after {@link viewOf}, once an update. */
  shadows(): readonly Planes[] {
    return this.shadowViews.take(this.object);
  }

  dispose(): void {
    for (const { geometry, material } of this.object.children as Mesh<BufferGeometry, Material>[]) {
      geometry.dispose();
      material.dispose();
    }
  }
}
