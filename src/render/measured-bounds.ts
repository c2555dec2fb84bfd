import { type Box3, BufferGeometry, Object3D } from 'three';

/**
 * Answers `Box3.setFromObject` for an object that measures itself: three takes the box of whatever has a geometry. It
 * draws nothing.
 */
export class MeasuredBounds extends Object3D {
  readonly geometry = new BufferGeometry();
  readonly #measure: () => Box3;

  /** @param measure the box in this object's space, called whenever somebody asks */
  constructor(measure: () => Box3) {
    super();
    this.#measure = measure;
  }

  get boundingBox(): Box3 {
    return this.#measure();
  }
}
