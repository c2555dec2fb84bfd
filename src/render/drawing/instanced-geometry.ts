import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  type InstancedBufferAttribute,
  InstancedBufferGeometry,
  type InterleavedBufferAttribute,
} from 'three';
import type { Part } from '../characters/index.js';
import type { InstanceSelector } from './crowd-meshes.js';
import { BATCH, CLUSTER_VERTICES } from './far-mesh.js';
import { createPartGeometry, type SharedGeometry, shareGeometry } from './part-geometry.js';
import { refCountedByRenderer } from './ref-counted.js';
import { createInstancedIntegerAttribute, uploadRange } from './three-internals.js';
import type { DrawLists, InstanceList } from './visible-lists.js';

/** The pairs that one instance of a draw shows, and the attributes that say which. */
export interface InstanceKind {
  /** Attribute that shaders read. */
  readonly name: string;
  /** Attribute that takes its place in shadow passes. */
  readonly shadowName: string;
  readonly pairs: number;
}

/** One pair of a list (palette slot, packed colour). */
export const PAIR: InstanceKind = { name: 'crowdInstance', shadowName: 'crowdShadowInstance', pairs: 1 };
/** The pairs of the far draw from a number on, which shaders read from a texture. */
export const PAIR_BATCH: InstanceKind = { name: 'crowdBatch', shadowName: 'crowdShadowBatch', pairs: BATCH };

/** A part's geometry drawn once for each pair of a list. Any renderer of three draws it as a plain `Mesh`. */
export function createInstancedGeometry(
  part: Part,
  renderer: object,
  lists: DrawLists,
): SharedGeometry<InstancedBufferGeometry> {
  const made = createPartGeometry(part, renderer, new InstancedBufferGeometry());
  addInstances(made.geometry, lists);
  return made;
}

/** The far draw's geometry with an instance for each batch of pairs. */
export function createFarGeometry(
  renderer: object,
  lists: DrawLists,
): SharedGeometry<InstancedBufferGeometry> {
  const made = createBatchGeometry(renderer, new InstancedBufferGeometry());
  const { geometry } = made;
  const add = (name: string, from: number, { pairs }: InstanceList): void => {
    const firsts = Uint32Array.from({ length: pairs.length / 2 / BATCH }, (_, k) => from + k * BATCH);
    geometry.setAttribute(name, createInstancedIntegerAttribute(firsts, 1));
  };
  add(PAIR_BATCH.name, 0, lists.camera);
  add(PAIR_BATCH.shadowName, lists.camera.pairs.length / 2, lists.shadow);
  geometry.instanceCount = 0;
  return made;
}

/**
 * The far draw's geometry before its instances: empty vertices, as many as a batch has, which all crowds of a renderer share. The
 * shader reads the real ones by vertex number. There is a normal, since three shades geometry without one flat.
 */
export function createBatchGeometry<T extends BufferGeometry>(
  renderer: object,
  target: T,
): SharedGeometry<T> {
  return shareGeometry(acquireBatch(renderer, ALL_CROWDS), target);
}

const ALL_CROWDS = {};
const acquireBatch = refCountedByRenderer(() => {
  const empty = new BufferAttribute(new Float32Array(BATCH * CLUSTER_VERTICES * 3), 3);
  return new BufferGeometry().setAttribute('position', empty).setAttribute('normal', empty);
});

/** Adds the instances of each list as an attribute of two words, which is uploaded in every frame. */
function addInstances(geometry: InstancedBufferGeometry, lists: DrawLists): InstancedBufferGeometry {
  const add = (name: string, { pairs }: InstanceList): void => {
    geometry.setAttribute(name, createInstancedIntegerAttribute(pairs, 2).setUsage(DynamicDrawUsage));
  };
  add(PAIR.name, lists.camera);
  add(PAIR.shadowName, lists.shadow);
  geometry.instanceCount = 0;
  return geometry;
}

/** Uploads the instances of a frame. */
export function uploadInstances(geometry: InstancedBufferGeometry, { camera, shadow }: DrawLists): void {
  upload(geometry, PAIR.name, camera);
  upload(geometry, PAIR.shadowName, shadow);
}

function upload(geometry: InstancedBufferGeometry, name: string, { count, range }: InstanceList): void {
  if (count === 0) return;
  range.start = 0;
  range.count = count * 2;
  uploadRange(geometry.getAttribute(name) as InstancedBufferAttribute, range);
}

/** Selects the list of a pass. */
export function instancesOf(
  geometry: InstancedBufferGeometry,
  { camera, shadow }: DrawLists,
  { name, shadowName, pairs }: InstanceKind,
): InstanceSelector {
  const show = (list: InstanceList, instances: BufferAttribute | InterleavedBufferAttribute): void => {
    geometry.instanceCount = Math.ceil(list.count / pairs);
    geometry.attributes[name] = instances;
  };
  const cameraInstances = geometry.getAttribute(name);
  const shadowInstances = geometry.getAttribute(shadowName);
  return {
    forCamera: () => show(camera, cameraInstances),
    forShadow: () => show(shadow, shadowInstances),
  };
}
