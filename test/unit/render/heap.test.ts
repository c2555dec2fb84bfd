import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PerspectiveCamera } from 'three';
import type { Crowd } from 'three-crowd';
import { expect, test } from 'vitest';
import { createFigure, figureCharacters } from '../../support/browser/figure.js';
import { buildFigureCrowd } from '../../support/render/figure-crowd.js';

const FRAMES = 600;
const WINDOWS = 11;
/** Windows in which the engine still compiles what has become hot. */
const SETTLING = 6;
/** Bytes of one reference, the least that a frame can leave behind. */
const REFERENCE = 4;

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A crowd that has run long enough for the engine to have settled. */
async function createRunning(count: number): Promise<{ crowd: Crowd; run(frames: number): void }> {
  const crowd = await buildFigureCrowd(createFigure(), figureCharacters(count, 5), {
    mode: 'instanced',
    lodThreshold: 0.2,
  });
  const camera = new PerspectiveCamera(40, 16 / 9, 0.1, 50);
  camera.position.set(0, 3, 9);
  camera.lookAt(0, 0.8, 0);
  const run = (frames: number): void => {
    for (let frame = 0; frame < frames; frame++) crowd.update(1 / 60, camera);
  };
  run(FRAMES);
  return { crowd, run };
}

/** What frames do is in every window that has settled; what the engine does by itself is not. */
function middleOf(windows: readonly number[]): number {
  const settled = windows.slice(SETTLING).sort((a, b) => a - b);
  return settled[settled.length >> 1];
}

test(`${FRAMES} frames leave nothing on the heap`, async () => {
  const { crowd, run } = await createRunning(200);
  const growths = Array.from({ length: WINDOWS }, () => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    run(FRAMES);
    collectGarbage();
    return process.memoryUsage().heapUsed - before;
  });
  expect(middleOf(growths), `bytes in the middle of ${growths}`).toBeLessThan(FRAMES * REFERENCE);
  crowd.dispose();
});

test('what a frame allocates does not grow with the crowd', { tags: ['nightly'] }, async () => {
  const allocated = async (count: number): Promise<number> => {
    const { crowd, run } = await createRunning(count);
    const windows = Array.from({ length: WINDOWS }, () => {
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      run(100);
      return (process.memoryUsage().heapUsed - before) / 100;
    });
    crowd.dispose();
    return middleOf(windows);
  };
  const few = await allocated(50);
  const many = await allocated(1000);
  expect(many, `bytes a frame; ${few} for a small crowd`).toBeLessThan(few + 2000);
});
