import { expect, test } from 'vitest';
import {
  type ControlView,
  drawByte,
  farDrawByte,
  initialControl,
} from '../../../src/render/webgpu/compute-buffers.js';

const DRAWS = [
  { indexCount: 30, firstIndex: 6, first: 0 },
  { indexCount: 12, firstIndex: 0, first: 5 },
  { indexCount: 9, firstIndex: 36, first: 11 },
];
const INSTANCES = 20;
const FAR = { vertices: 144, batches: 7 };

/** The arguments of `drawIndexedIndirect` as the WebGPU standard lists them. */
const INDEXED = ['indexCount', 'instanceCount', 'firstIndex', 'baseVertex', 'firstInstance'];
/** Those of `drawIndirect`. */
const PLAIN = ['vertexCount', 'instanceCount', 'firstVertex', 'firstInstance'];

function argumentsAt(control: Uint32Array, byte: number, names: readonly string[]): object {
  return Object.fromEntries(names.map((name, k) => [name, control[byte / 4 + k]]));
}

test.each<[ControlView, number, number]>([
  ['camera', 0, 0],
  ['shadow', INSTANCES, FAR.batches],
  ['kept', 2 * INSTANCES, 2 * FAR.batches],
])('before the first frame every draw for the %s has no instances', (view, list, batch) => {
  const control = initialControl(DRAWS, INSTANCES, FAR);
  DRAWS.forEach(({ indexCount, firstIndex, first }, n) => {
    expect(argumentsAt(control, drawByte(view, n, DRAWS.length), INDEXED)).toEqual({
      indexCount,
      instanceCount: 0,
      firstIndex,
      baseVertex: 0,
      firstInstance: list + first,
    });
  });
  expect(argumentsAt(control, farDrawByte(view, DRAWS.length), PLAIN)).toEqual({
    vertexCount: FAR.vertices,
    instanceCount: 0,
    firstVertex: 0,
    firstInstance: batch,
  });
});

test('a wireframe has two indices for each corner, and the instances of the camera', () => {
  const control = initialControl(DRAWS, INSTANCES, FAR);
  DRAWS.forEach(({ indexCount, firstIndex, first }, n) => {
    expect(argumentsAt(control, drawByte('wireframe', n, DRAWS.length), INDEXED)).toEqual({
      indexCount: 2 * indexCount,
      instanceCount: 0,
      firstIndex: 2 * firstIndex,
      baseVertex: 0,
      firstInstance: first,
    });
  });
  // three makes an index for it, which the merged far draw has none of.
  expect(argumentsAt(control, farDrawByte('wireframe', DRAWS.length), INDEXED)).toEqual({
    indexCount: 2 * FAR.vertices,
    instanceCount: 0,
    firstIndex: 0,
    baseVertex: 0,
    firstInstance: 0,
  });
});

test('draws lie one behind the other, and the buffer ends with the last', () => {
  const views = ['camera', 'shadow', 'kept', 'wireframe'] as const;
  const begins = views.flatMap((view) =>
    DRAWS.map((_, n) => ({ byte: drawByte(view, n, DRAWS.length), words: INDEXED.length })),
  );
  const far = views.map((view) => ({
    byte: farDrawByte(view, DRAWS.length),
    words: view === 'wireframe' ? INDEXED.length : PLAIN.length,
  }));
  const all = [...begins, ...far];
  const ends = all.map(({ byte, words }) => byte + 4 * words);
  expect(all.slice(1).map(({ byte }) => byte)).toEqual(ends.slice(0, -1));
  expect(ends.at(-1)).toBe(initialControl(DRAWS, INSTANCES, FAR).byteLength);
});
