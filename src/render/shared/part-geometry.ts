import { BufferAttribute, BufferGeometry, IntType } from 'three';
import { ownGeometry, surfaceAttributes } from './own-geometry.js';
import { packSkin } from './pack-skin.js';
import type { PartSource } from './part-source.js';
import { type Lease, sharedResource } from './shared-resource.js';

/** A part's geometry as one crowd draws it. */
export interface PartGeometry<T extends BufferGeometry> {
  readonly geometry: T;
  /** To be called before the geometry is disposed of: leaves what other crowds still draw to them. */
  release(): void;
}

type LeasePart = (part: PartSource) => Lease<BufferGeometry>;

/** Of each renderer, since some rewrite an attribute's array when they upload it. */
const leases = new WeakMap<object, LeasePart>();

/**
 * A part's geometry with its skin packed into `crowdSkin`, four words a vertex. The crowds that a renderer draws have
 * its attributes in common; `target` is a crowd's own, for what else it needs.
 */
export function createPartGeometry<T extends BufferGeometry>(
  part: PartSource,
  renderer: object,
  target: T,
): PartGeometry<T> {
  const lease = leaseOf(renderer)(part);
  const { attributes, index } = lease.resource;
  for (const [name, attribute] of Object.entries(attributes)) target.setAttribute(name, attribute);
  target.setIndex(index);
  return {
    geometry: target,
    release: () => {
      // Renderers free what hangs on a geometry that is disposed of.
      if (lease.isShared) {
        for (const name of Object.keys(attributes)) target.deleteAttribute(name);
        target.setIndex(null);
      }
      lease.dispose();
    },
  };
}

function leaseOf(renderer: object): LeasePart {
  const known = leases.get(renderer) ?? sharedResource(createSharedGeometry, ({ geometry }) => geometry);
  leases.set(renderer, known);
  return known;
}

function createSharedGeometry(part: PartSource): BufferGeometry {
  const geometry = ownGeometry(part.geometry, surfaceAttributes(part.geometry), new BufferGeometry());
  const skin = new BufferAttribute(packSkin(part), 4);
  // WebGL2 reads an attribute as integers only when told to.
  skin.gpuType = IntType;
  geometry.setAttribute('crowdSkin', skin);
  // Draws that the GPU counts are of indices.
  if (!geometry.index) geometry.setIndex(Array.from({ length: skin.count }, (_, v) => v));
  return geometry;
}
