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
import type { InstanceList } from './visible-lists.js';

/**
 * A part's geometry drawn once for each pair of `instances` as `crowdInstance` (palette slot, packed colour). Any
 * renderer of three draws it as a plain `Mesh`.
 */
export function createInstancedGeometry(
  part: Part,
  renderer: object,
  instances: InstanceList,
): PartGeometry<InstancedBufferGeometry> {
  const made = createPartGeometry(part, renderer, new InstancedBufferGeometry());
  addInstances(made.geometry, instances);
  return made;
}

/** The far draw's geometry with an instance for each pair. */
export function createFarGeometry(instances: InstanceList): InstancedBufferGeometry {
  return addInstances(addClusterVertices(new InstancedBufferGeometry()), instances);
}

/** Adds the instances of a list as an attribute of two words, which is uploaded in every frame. */
function addInstances(geometry: InstancedBufferGeometry, { pairs }: InstanceList): InstancedBufferGeometry {
  const attribute = createInstancedIntegerAttribute(pairs, 2).setUsage(DynamicDrawUsage);
  geometry.setAttribute('crowdInstance', attribute);
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
export function showInstances(
  geometry: InstancedBufferGeometry,
  { totalCount, viewCount, range }: InstanceList,
): void {
  geometry.instanceCount = viewCount;
  if (totalCount === 0) return;
  const attribute = geometry.getAttribute('crowdInstance') as InstancedBufferAttribute;
  range.start = 0;
  range.count = totalCount * 2;
  uploadRange(attribute, range);
}

/** Selects a list's instances for a pass: instances in view, or also instances that only cast a shadow. */
export function instancesOf(geometry: InstancedBufferGeometry, list: InstanceList): InstanceSelector {
  return {
    forCamera: () => {
      geometry.instanceCount = list.viewCount;
    },
    forShadow: () => {
      geometry.instanceCount = list.totalCount;
    },
  };
}
