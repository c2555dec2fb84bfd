import { Group, InstancedMesh, Matrix4, type Mesh, type Object3D, PropertyBinding, Vector3 } from 'three';
import type { SceneThing } from '../protocol/index.js';
import { listNames } from '../rig/index.js';
import { resolveAddress } from './fetch/addresses.js';
import { pageCache } from './fetch/asset-cache.js';
import { createWarn, type WarnOptions } from './fetch/warn.js';
import { glbLoader } from './model/glb.js';

/** A model that moves. */
export interface HeldModel {
  readonly type: string;
  /** Writes the present world matrix to `target`; returns false if the model is not to be drawn. */
  place(target: Matrix4): boolean;
}

/** The instances of one mesh of the held models of a type. */
interface HeldMesh {
  readonly instances: InstancedMesh;
  /** From the mesh to the origin of the model. */
  readonly offset: Matrix4;
  readonly models: readonly HeldModel[];
}

/**
 * Models of the things of a scene: an `InstancedMesh` for each mesh of each type, with the type as its name; further ones for
 * what characters hold, which follow the hands before each picture.
 */
export class InstancedModels extends Group {
  readonly #release: () => void;
  readonly #held: readonly HeldMesh[];
  readonly #toGroup = new Matrix4();
  readonly #matrix = new Matrix4();

  /** @internal */
  constructor(held: readonly HeldMesh[] = [], release = (): void => {}) {
    super();
    this.#held = held;
    this.#release = release;
  }

  /**
   * Called by three before each picture.
   *
   * @internal
   */
  override updateMatrixWorld(force?: boolean): void {
    super.updateMatrixWorld(force);
    const matrix = this.#matrix;
    this.#toGroup.copy(this.matrixWorld).invert();
    for (const { instances, offset, models } of this.#held) {
      for (let k = 0; k < models.length; k++) {
        if (models[k].place(matrix)) matrix.premultiply(this.#toGroup).multiply(offset);
        else matrix.makeScale(0, 0, 0);
        instances.setMatrixAt(k, matrix);
      }
      instances.instanceMatrix.needsUpdate = true;
      // Computed anew by the next ray.
      instances.boundingSphere = null;
    }
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
  readonly held?: readonly HeldModel[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** `createInstancedModels`, with a ground that is read. */
export async function loadInstancedModels(
  models: string | { readonly scene: Object3D },
  things: readonly SceneThing[],
  { groundAt = () => 0, held = [], signal, ...problems }: LoadModelsOptions,
): Promise<InstancedModels> {
  if (things.length + held.length === 0) return new InstancedModels();
  const { scene, url, release } = await openModels(models, signal);
  try {
    scene.updateWorldMatrix(true, true);
    const types = [...new Set([...things, ...held].map(({ type }) => type))];
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
    const standing = types.flatMap((type) => {
      const places = placed.flatMap((thing) => (thing.type === type ? thing.matrix : []));
      return instancesOf(meshes.get(type)!, places, type);
    });
    const moving = types.flatMap((type) => {
      const models = held.filter((model) => model.type === type);
      const places = models.map(() => new Matrix4());
      return instancesOf(meshes.get(type)!, places, type).map((made) => ({ ...made, models }));
    });
    for (const { instances } of moving) instances.frustumCulled = false;
    return new InstancedModels(moving, release).add(
      ...[...standing, ...moving].map(({ instances }) => instances),
    );
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
  const address = resolveAddress('The file of models', models);
  const { value, release } = await pageCache.acquire(glbLoader(address, {}), { signal });
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

/** Instances of each mesh of a model; none without places. */
function instancesOf(
  meshes: readonly [Mesh, Matrix4][],
  places: readonly Matrix4[],
  name: string,
): Pick<HeldMesh, 'instances' | 'offset'>[] {
  if (places.length === 0) return [];
  return meshes.map(([{ geometry, material }, offset]) => {
    const instances = new InstancedMesh(geometry, material, places.length);
    for (const [k, place] of places.entries()) instances.setMatrixAt(k, place.clone().multiply(offset));
    return { instances: Object.assign(instances, { name, castShadow: true, receiveShadow: true }), offset };
  });
}

function namesIn(scene: Object3D): string {
  const names: string[] = [];
  scene.traverse(({ name }) => name && names.push(name));
  return listNames(names) || 'no names';
}
