import { Box3, type BufferGeometry, Group, type Material, Mesh, Sphere } from 'three';
import { CrowdViews } from './crowd-views.js';
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
  readonly views = new CrowdViews(this.object);
  readonly #options: ShadowOptions;

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
    const { object, views } = this;
    const mesh = new Mesh(geometry, material);
    mesh.name = name;
    mesh.frustumCulled = false;
    // The stored vertices do not tell where characters are. Empty bounds keep three from measuring and sorting by them.
    geometry.boundingBox = new Box3();
    geometry.boundingSphere = new Sphere();
    mesh.castShadow = this.#options.castShadow;
    mesh.receiveShadow = this.#options.receiveShadow;
    onShadowPass(
      mesh,
      (shadowCamera) => {
        // Each mesh records, since any of them may be hidden by its material; a view that is known already is skipped.
        views.recordShadow(shadowCamera);
        instances.forShadow();
      },
      () => instances.forCamera(),
    );
    object.add(mesh);
    return mesh;
  }

  dispose(): void {
    for (const { geometry, material } of this.object.children as Mesh<BufferGeometry, Material>[]) {
      geometry.dispose();
      material.dispose();
    }
  }
}
