import {
  BufferAttribute,
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  IntType,
} from 'three';
import { ownGeometry, surfaceAttributes } from './own-geometry.js';
import { packSkin } from './pack-skin.js';
import type { PartSource } from './part-source.js';
import type { InstanceList } from './visible-lists.js';

/**
 * A part's geometry with its skin packed into `crowdSkin`, drawn once for each pair of `instances` as `crowdInstance`
 * (palette slot, row of the character table). Any renderer of three draws it as a plain `Mesh`.
 */
export function createInstancedGeometry(part: PartSource, instances: InstanceList): InstancedBufferGeometry {
  const geometry = ownGeometry(
    part.geometry,
    surfaceAttributes(part.geometry),
    new InstancedBufferGeometry(),
  );
  addSkinAttribute(geometry, part);
  geometry.setAttribute('crowdInstance', createInstanceAttribute(instances.pairs));
  geometry.instanceCount = 0;
  return geometry;
}

/** Adds `crowdSkin`, four words a vertex. */
export function addSkinAttribute(geometry: BufferGeometry, part: PartSource): void {
  geometry.setAttribute('crowdSkin', asIntegers(new BufferAttribute(packSkin(part), 4)));
}

/** Pairs of slot and character that change with every frame. */
export function createInstanceAttribute(pairs: Uint32Array): InstancedBufferAttribute {
  return asIntegers(new InstancedBufferAttribute(pairs, 2).setUsage(DynamicDrawUsage));
}

/** Uploads the first `count` pairs before the next draw. */
export function uploadInstances(attribute: InstancedBufferAttribute, count: number): void {
  if (count === 0) return;
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, count * 2);
  attribute.needsUpdate = true;
}

// WebGL2 reads an attribute as integers only when told to.
function asIntegers<T extends BufferAttribute>(attribute: T): T {
  attribute.gpuType = IntType;
  return attribute;
}
