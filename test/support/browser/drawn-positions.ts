import type { Mesh } from 'three';
import type { Crowd } from 'three-crowd';
import type { TestRenderer } from './backends.js';
import { readClonePositions } from './clone-positions.js';
import { readPosedPositions } from './posed-positions.js';

/**
 * Vertex positions of a part of each visible character, in the crowd's space. Instances come in any order.
 *
 * @param count characters that wear the part
 */
export async function readDrawnPositions(
  renderer: TestRenderer,
  crowd: Crowd,
  part: string,
  count: number,
): Promise<Float32Array[]> {
  if (crowd.stats.mode === 'clones') {
    const shown = crowd.children[0].children.filter(({ visible }) => visible);
    return shown.map((clone) => readClonePositions(crowd, clone, part));
  }
  const all = await readPosedPositions(renderer, crowd.getObjectByName(part) as Mesh, count);
  const size = all.length / count;
  return Array.from({ length: count }, (_, k) => all.subarray(k * size, (k + 1) * size));
}
