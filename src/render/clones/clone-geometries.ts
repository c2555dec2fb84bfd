import { BufferGeometry } from 'three';
import { ownGeometry, type PartSource } from '../shared/index.js';

/** The geometries that clones draw: one a part, shared by all clones that wear it. */
export class CloneGeometries {
  readonly #geometries = new Map<PartSource, BufferGeometry>();

  of(part: PartSource): BufferGeometry {
    let geometry = this.#geometries.get(part);
    if (!geometry) {
      geometry = ownGeometry(part.geometry, Object.keys(part.geometry.attributes), new BufferGeometry());
      this.#geometries.set(part, geometry);
    }
    return geometry;
  }

  dispose(): void {
    for (const geometry of this.#geometries.values()) geometry.dispose();
  }
}
