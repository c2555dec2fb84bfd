import { Group, InstancedMesh, Matrix4, type Mesh, type Object3D, PropertyBinding, Vector3 } from 'three';
import type { SceneThing } from '../protocol/index.js';
import { listNames } from '../rig/index.js';
import { pageCache } from './fetch/asset-cache.js';
import { createWarn, type WarnOptions } from './fetch/warn.js';
import { glbLoader } from './model/glb.js';

/** Models at the places of things: an `InstancedMesh` for each mesh of each type of thing, with the type as its name. */
export class InstancedModels extends Group {
  readonly #release: () => void;

  /** @internal */
  constructor(release = (): void => {}) {
    super();
    this.#release = release;
  }

  /**
   * Removes the models from the scene and frees the instances, and the file of an address unless others of the page use it.
   * Objects that the page has loaded stay.
   */
  override dispose(): void {
    this.removeFromParent();
    for (const mesh of this.children as InstancedMesh[]) mesh.dispose();
    this.#release();
  }
}

/** Options of {@link loadInstancedModels}. */
export interface LoadModelsOptions extends WarnOptions {
  /** Height of the ground, metres. @default 0 everywhere */
  readonly groundAt?: ((x: number, z: number) => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** `createInstancedModels`, with a ground that is read. */
export async function loadInstancedModels(
  models: string | { readonly scene: Object3D },
  things: readonly SceneThing[],
  { groundAt = () => 0, signal, ...problems }: LoadModelsOptions,
): Promise<InstancedModels> {
  if (things.length === 0) return new InstancedModels();
  const { scene, url, release } = await openModels(models, signal);
  try {
    scene.updateWorldMatrix(true, true);
    const types = [...new Set(things.map(({ type }) => type))];
    const meshes = new Map(types.map((type) => [type, meshesOf(scene, type)]));
    const missing = types.filter((type) => meshes.get(type)?.length === 0);
    if (missing.length > 0) {
      createWarn(
        problems,
        url,
      )(
        `three-crowd: ${url} has no mesh for things of type ${missing.join(', ')}, which are not drawn. Give a node of the ` +
          `file the name of the type; it has ${namesIn(scene)}.`,
      );
    }
    const placed = things.map(({ type, x, z, rot_y = 0 }) => ({
      type,
      matrix: new Matrix4().makeRotationY(rot_y).setPosition(x, groundAt(x, z), z),
    }));
    const instances = types.flatMap((type) => {
      const places = placed.flatMap((thing) => (thing.type === type ? thing.matrix : []));
      return meshes.get(type)!.map(([mesh, offset]) => instanceMesh(mesh, offset, places, type));
    });
    return new InstancedModels(release).add(...instances);
  } catch (error) {
    release();
    throw error;
  }
}

async function openModels(
  models: string | { readonly scene: Object3D },
  signal: AbortSignal | undefined,
): Promise<{ scene: Object3D; url: string; release: () => void }> {
  if (typeof models === 'object') return { scene: models.scene, url: 'The given GLTF', release: () => {} };
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  const { value, release } = await pageCache.acquire(glbLoader(new URL(models, base).href, {}), { signal });
  return { scene: value.scene, url: value.url, release };
}

/** The meshes of the node of a name, each with its matrix relative to the node's origin. */
function meshesOf(scene: Object3D, name: string): [Mesh, Matrix4][] {
  const model = scene.getObjectByName(name) ?? scene.getObjectByName(PropertyBinding.sanitizeNodeName(name));
  const meshes: [Mesh, Matrix4][] = [];
  if (!model) return meshes;
  const toModel = scene.matrixWorld.clone().invert();
  if (!hasIntegerPositions(model)) {
    const origin = new Vector3().setFromMatrixPosition(model.matrixWorld).applyMatrix4(toModel);
    toModel.premultiply(new Matrix4().makeTranslation(origin.negate()));
  }
  model.traverse((object) => {
    if (isMesh(object)) meshes.push([object, toModel.clone().multiply(object.matrixWorld)]);
  });
  return meshes;
}

/** True for quantized positions (KHR_mesh_quantization), which the translation of the node completes: it is no origin. */
function hasIntegerPositions(object: Object3D): boolean {
  return isMesh(object) && !(object.geometry.attributes['position']?.array instanceof Float32Array);
}

function isMesh(object: Object3D): object is Mesh {
  return (object as Partial<Mesh>).isMesh === true;
}

function instanceMesh(
  { geometry, material }: Mesh,
  offset: Matrix4,
  places: readonly Matrix4[],
  name: string,
): InstancedMesh {
  const instances = new InstancedMesh(geometry, material, places.length);
  for (const [k, place] of places.entries()) instances.setMatrixAt(k, place.clone().multiply(offset));
  return Object.assign(instances, { name, castShadow: true, receiveShadow: true });
}

function namesIn(scene: Object3D): string {
  const names: string[] = [];
  scene.traverse(({ name }) => name && names.push(name));
  return listNames(names) || 'no names';
}
