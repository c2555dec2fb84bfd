import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  type InstancedBufferAttribute,
  InstancedBufferGeometry,
} from 'three';
import type { Part } from '../characters/index.js';
import type { InstanceSelector } from './crowd-meshes.js';
import { CLUSTER_VERTICES } from './far-mesh.js';
import { createPartGeometry, type PartGeometry } from './part-geometry.js';
import { createInstancedIntegerAttribute, uploadRange } from './three-internals.js';
import type { DrawLists, InstanceList } from './visible-lists.js';

/** Attribute that shaders read, and the one that takes its place in shadow passes. */
const INSTANCE = 'crowdInstance';
const SHADOW_INSTANCE = 'crowdShadowInstance';

/**
 * A part's geometry drawn once for each pair of a list as `crowdInstance` (palette slot, packed colour). Any
 * renderer of three draws it as a plain `Mesh`.
 */
export function createInstancedGeometry(
  part: Part,
  renderer: object,
  lists: DrawLists,
): PartGeometry<InstancedBufferGeometry> {
  const made = createPartGeometry(part, renderer, new InstancedBufferGeometry());
  addInstances(made.geometry, lists);
  return made;
}

/** The far draw's geometry with an instance for each pair. */
export function createFarGeometry(lists: DrawLists): InstancedBufferGeometry {
  return addInstances(addClusterVertices(new InstancedBufferGeometry()), lists);
}

/** Adds the instances of each list as an attribute of two words, which is uploaded in every frame. */
function addInstances(geometry: InstancedBufferGeometry, lists: DrawLists): InstancedBufferGeometry {
  const add = (name: string, { pairs }: InstanceList): void => {
    geometry.setAttribute(name, createInstancedIntegerAttribute(pairs, 2).setUsage(DynamicDrawUsage));
  };
  add(INSTANCE, lists.camera);
  add(SHADOW_INSTANCE, lists.shadow);
  geometry.instanceCount = 0;
  return geometry;
}

/** The far draw's geometry where the GPU counts the instances. */
export function createClusterGeometry(): BufferGeometry {
  return addClusterVertices(new BufferGeometry());
}

/**
 * Empty vertices, as many as a cluster has: the shader reads the real ones by vertex number. There is a normal, since
 * three shades geometry without one flat.
 */
function addClusterVertices<T extends BufferGeometry>(geometry: T): T {
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(CLUSTER_VERTICES * 3), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(CLUSTER_VERTICES * 3), 3));
  return geometry;
}

/** Uploads the instances of a frame, and draws the ones in the camera's view. */
export function showInstances(geometry: InstancedBufferGeometry, { camera, shadow }: DrawLists): void {
  geometry.instanceCount = camera.count;
  upload(geometry, INSTANCE, camera);
  upload(geometry, SHADOW_INSTANCE, shadow);
}

function upload(geometry: InstancedBufferGeometry, name: string, { count, range }: InstanceList): void {
  if (count === 0) return;
  range.start = 0;
  range.count = count * 2;
  uploadRange(geometry.getAttribute(name) as InstancedBufferAttribute, range);
}

/** Selects the list of a pass. */
export function instancesOf(geometry: InstancedBufferGeometry, lists: DrawLists): InstanceSelector {
  const instances = geometry.getAttribute(INSTANCE);
  const shadowInstances = geometry.getAttribute(SHADOW_INSTANCE);
  return {
    forCamera: () => {
      geometry.instanceCount = lists.camera.count;
      geometry.attributes[INSTANCE] = instances;
    },
    forShadow: () => {
      geometry.instanceCount = lists.shadow.count;
      geometry.attributes[INSTANCE] = shadowInstances;
    },
  };
}
