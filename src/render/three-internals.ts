import { type Box3, BufferGeometry, Object3D } from 'three';

/**
 * Undocumented behaviour of three that the crowd as an object of a scene relies on. Each entry names the release it was last
 * tried on. `drawing/three-internals.ts` has the entries of drawing.
 */

/**
 * Stops `Raycaster` from descending to the meshes below an object. A crowd's meshes are stored in their bind pose;
 * `Crowd.raycast` tests the posed triangles instead.
 *
 * Relies on three (r187) calling `raycast` only on objects that share a layer with the raycaster, and on its not
 * descending below an object whose `raycast` returns false, although the types say that it returns nothing.
 */
export function disableRaycast(object: Object3D): void {
  object.layers.enableAll();
  object.raycast = () => false;
}

/**
 * An object without anything to draw that gives `Box3.setFromObject` the box of a crowd.
 *
 * Relies on `Box3.expandByObject` of three (r187) taking the `boundingBox` of any object that has a `geometry`.
 */
export class MeasuredBounds extends Object3D {
  readonly geometry = new BufferGeometry();
  readonly #measure: () => Box3;

  /** @param measure the box in this object's space; called at each access */
  constructor(measure: () => Box3) {
    super();
    this.#measure = measure;
  }

  get boundingBox(): Box3 {
    return this.#measure();
  }
}

/**
 * True if an event of an object has a listener; three's own `hasEventListener` needs the listener.
 *
 * Relies on `EventDispatcher` of three (r187) keeping its listeners by type in `_listeners`. Without that, it
 * returns false.
 */
export function hasListener(object: Object3D, type: string): boolean {
  const { _listeners: listeners } = object as { _listeners?: Readonly<Record<string, readonly unknown[]>> };
  return (listeners?.[type]?.length ?? 0) > 0;
}
