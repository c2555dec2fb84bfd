import { Box3, Vector3 } from 'three';
import type { PartSource } from './part-source.js';

/** The box of all stored vertices that hang on each joint; empty where none does. */
export function jointBoxes(parts: Iterable<PartSource>, joints: number): Box3[] {
  const boxes = Array.from({ length: joints }, () => new Box3());
  const vertex = new Vector3();
  for (const { geometry } of parts) {
    const { position, skinIndex, skinWeight } = geometry.attributes;
    for (let v = 0; v < position.count; v++) {
      vertex.fromBufferAttribute(position, v);
      for (let k = 0; k < 4; k++) {
        if (skinWeight.getComponent(v, k) > 0) boxes[skinIndex.getComponent(v, k)].expandByPoint(vertex);
      }
    }
  }
  return boxes;
}
