import {
  BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  IntType,
  type Sphere,
} from 'three';
import { ownGeometry, surfaceAttributes } from './own-geometry.js';
import { packSkin } from './pack-skin.js';
import type { PartList } from './part-source.js';

/**
 * A part's geometry with its skin packed into `crowdSkin` and one instance for each character, told apart by
 * `crowdId`. It draws with every renderer of three as a plain `Mesh`.
 */
export function createInstancedGeometry(list: PartList, bounds: Sphere): InstancedBufferGeometry {
  const source = list.part.geometry;
  const geometry = ownGeometry(source, surfaceAttributes(source), new InstancedBufferGeometry());
  geometry.setAttribute('crowdSkin', integerAttribute(new BufferAttribute(packSkin(list.part), 4)));
  geometry.setAttribute('crowdId', integerAttribute(new InstancedBufferAttribute(list.characters, 1)));
  geometry.instanceCount = list.characters.length;
  geometry.boundingSphere = bounds.clone();
  return geometry;
}

// WebGL2 reads an attribute as integers only when told to.
function integerAttribute<T extends BufferAttribute>(attribute: T): T {
  attribute.gpuType = IntType;
  return attribute;
}
