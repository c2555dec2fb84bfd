import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { type Interpolation, samplePose, skinMatrices } from '../../../src/rig/index.js';
import { greatestDistance } from '../../support/browser/greatest-distance.js';
import { posedByMatrices, posedByThree, randomClip, randomRig } from '../../support/rig/three-rig.js';

const INTERPOLATIONS: readonly Interpolation[] = ['STEP', 'LINEAR', 'CUBICSPLINE'];

describe('posed vertices are where three puts them', () => {
  const cases = INTERPOLATIONS.flatMap((interpolation) =>
    [true, false].map((loop) => ({ interpolation, loop })),
  );

  test.each(cases)('$interpolation, loop $loop, 50 poses (seeds 1 to 50)', ({ interpolation, loop }) => {
    let worst = 0;
    let moved = 0;
    for (let seed = 1; seed <= 50; seed++) {
      const rig = randomRig(seed);
      const clip = randomClip(rig.skeleton, seed + 1000, interpolation, loop);
      const seconds = mulberry32(seed + 2000)() * clip.duration * 2.5;
      const pose = new Float32Array(rig.skeleton.rest.length);
      const matrices = new Float32Array(rig.skin.joints.length * 12);
      skinMatrices(rig.skeleton, rig.skin, rig.skeleton.rest, matrices);
      const atRest = posedByMatrices(rig.vertices, matrices);
      samplePose(rig.skeleton, clip, seconds, pose);
      skinMatrices(rig.skeleton, rig.skin, pose, matrices);
      const posed = posedByMatrices(rig.vertices, matrices);
      worst = Math.max(worst, greatestDistance(posed, 0, posedByThree(rig, clip, seconds)));
      moved = Math.max(moved, greatestDistance(posed, 0, atRest));
    }
    expect(moved).toBeGreaterThan(0.1);
    expect(worst).toBeLessThan(1e-4);
  });
});
