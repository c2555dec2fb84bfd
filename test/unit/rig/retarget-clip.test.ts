import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { isCrowdError } from '../../../src/errors/index.js';
import { mulberry32 } from '../../../src/math/index.js';
import {
  type Clip,
  type RetargetConvention,
  retargetClip,
  type Skeleton,
  samplePose,
  type Track,
  worldMatrices,
} from '../../../src/rig/index.js';
import { dance, danceClip, HumanRig } from '../../support/rig/human-rig.js';

const UPRIGHT = new Quaternion();
const Z_UP = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
const CONVENTIONS: readonly RetargetConvention[] = ['pose-matched', 'rest-relative'];
const METRES = { unit: 1, root: UPRIGHT };
const CENTIMETRES = { unit: 0.01, root: Z_UP };

function posed(skeleton: Skeleton, clip: Clip, seconds: number): Map<string, Matrix4> {
  const pose = new Float32Array(skeleton.rest.length);
  const world = new Float32Array(skeleton.names.length * 12);
  samplePose(skeleton, clip, seconds, pose);
  worldMatrices(skeleton, pose, world);
  return new Map(
    skeleton.names.map((name, bone) => {
      const rows = [...world.slice(bone * 12, bone * 12 + 12), 0, 0, 0, 1];
      return [name, new Matrix4().fromArray(rows).transpose()];
    }),
  );
}

/** The largest distance between points 10 cm from each joint, as two sets of bone matrices put them. */
function distance(actual: Map<string, Matrix4>, expected: Map<string, Matrix4>, unit: number): number {
  let worst = 0;
  for (const [name, matrix] of expected) {
    for (const x of [-1, 1]) {
      for (const y of [-1, 1]) {
        const point = new Vector3(x, y, 0.5).setLength(0.1 / unit);
        const other = point.clone().applyMatrix4(actual.get(name) ?? new Matrix4());
        worst = Math.max(worst, other.distanceTo(point.applyMatrix4(matrix)));
      }
    }
  }
  return worst;
}

/** What a convention means for the dance, from how the rigs were made. */
function ideal(source: HumanRig, target: HumanRig, convention: RetargetConvention, seed: number, at: number) {
  const { turns, travel } = dance(seed, at);
  const turned = new Map(
    [...turns].map(([name, turn]) => {
      const change = source.loweredOf(name).clone().invert().multiply(target.loweredOf(name));
      return [name, convention === 'pose-matched' ? turn : turn.clone().multiply(change)];
    }),
  );
  return target.matrices(turned, travel.clone().multiplyScalar(target.hipHeight));
}

function worstOf(source: HumanRig, target: HumanRig, convention: RetargetConvention, unit: number): number {
  const { clip } = retargetClip(danceClip(source, 7, 1), source.skeleton, target.skeleton, { convention });
  let worst = 0;
  for (let key = 0; key < 30; key++) {
    const expected = ideal(source, target, convention, 7, key / 30);
    worst = Math.max(worst, distance(posed(target.skeleton, clip, key / 30), expected, unit));
  }
  return worst;
}

describe.each([1, 2, 3, 4])('between rigs with a known result (seed %i)', (seed) => {
  const tPose = new HumanRig({ seed, armsDown: 0, size: 1, proportions: 0, ...CENTIMETRES });
  const same = new HumanRig({ seed, armsDown: 0, size: 1, proportions: 0, ...CENTIMETRES });
  const rolled = new HumanRig({ seed: seed + 10, armsDown: 0, size: 1, proportions: 0, ...METRES });
  const child = new HumanRig({ seed: seed + 20, armsDown: 0, size: 0.6, proportions: 0.3, ...METRES });
  const aPose = new HumanRig({ seed: seed + 30, armsDown: 58, size: 1.1, proportions: 0.2, ...METRES });
  const aPoseCm = new HumanRig({
    seed: seed + 40,
    armsDown: 45,
    size: 0.9,
    proportions: 0.2,
    ...CENTIMETRES,
  });

  describe.each(CONVENTIONS)('%s', (convention) => {
    test.each([
      ['the same rig', tPose, same, 0.01],
      ['roll, centimetres to metres', tPose, rolled, 1],
      ['roll and proportions', tPose, child, 1],
      ['a T-pose to an A-pose', tPose, aPose, 1],
      ['an A-pose to a T-pose, metres to centimetres', aPose, tPose, 0.01],
      ['an A-pose to another', aPose, aPoseCm, 0.01],
    ])('%s', (_, source, target, unit) => {
      expect(worstOf(source, target, convention, unit)).toBeLessThan(0.002);
    });
  });

  test('the conventions agree but for the arms of an A-pose', () => {
    const apart = (target: HumanRig): number => {
      const clip = danceClip(tPose, 7, 1);
      const [a, b] = CONVENTIONS.map((convention) =>
        posed(target.skeleton, retargetClip(clip, tPose.skeleton, target.skeleton, { convention }).clip, 0.3),
      );
      return distance(a, b, 1);
    };
    expect(apart(child)).toBeLessThan(1e-5);
    expect(apart(aPose)).toBeGreaterThan(0.3);
  });
});

const source = new HumanRig({ seed: 1, armsDown: 0, size: 1, proportions: 0, ...CENTIMETRES });
const target = new HumanRig({ seed: 2, armsDown: 40, size: 0.8, proportions: 0.1, ...METRES });
const clip = danceClip(source, 3, 1);

/** The skeleton with a bone put in between a bone and its parent, turned and moved but changing nothing at rest. */
function withHelper(skeleton: Skeleton, below: string, helper: string): Skeleton {
  const at = skeleton.names.indexOf(below);
  const parent = skeleton.parents[at];
  const compose = (numbers: ArrayLike<number>, i: number): Matrix4 => {
    const n = Array.from(numbers).slice(i, i + 10);
    return new Matrix4().compose(
      new Vector3(...n.slice(0, 3)),
      new Quaternion(...n.slice(3, 7)),
      new Vector3(...n.slice(7)),
    );
  };
  const turned = [0.3, -0.5, 0.2, 0.5, 0.5, -0.5, 0.5, 1, 1, 1];
  const local = compose(turned, 0)
    .invert()
    .multiply(compose(skeleton.rest, at * 10));
  const [place, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  local.decompose(place, rotation, scale);
  const rest = Array.from(skeleton.rest);
  rest.splice(at * 10, 10, ...turned, ...place.toArray(), ...rotation.toArray(), ...scale.toArray());
  const shift = (bone: number): number => (bone >= at ? bone + 1 : bone);
  const parents = Array.from(skeleton.parents, shift);
  parents.splice(at, 1, parent, at);
  return {
    names: skeleton.names.toSpliced(at, 0, helper),
    parents: Int16Array.from(parents),
    rest: Float32Array.from(rest),
  };
}

describe('bones of one side only', () => {
  const helped = withHelper(target.skeleton, 'ForeArmL', 'ArmTwistL');

  test.each(CONVENTIONS)(
    'ride along between matched ones and change nothing below them (%s)',
    (convention) => {
      const plain = retargetClip(clip, source.skeleton, target.skeleton, { convention });
      const result = retargetClip(clip, source.skeleton, helped, { convention });
      expect(result.unmatched).toEqual(['ArmTwistL']);
      expect(plain.unmatched).toEqual([]);
      for (const seconds of [0, 0.2, 0.5, 0.9]) {
        const expected = posed(target.skeleton, plain.clip, seconds);
        expect(distance(posed(helped, result.clip, seconds), expected, 1)).toBeLessThan(1e-4);
      }
      expect(result.clip.tracks.some((track) => track.bone === 'ArmTwistL')).toBe(false);
    },
  );

  test('are named once each, whichever side has them', () => {
    const tail = { ...clip.tracks[0], bone: 'Tail' };
    const withTail = {
      ...clip,
      tracks: [
        ...clip.tracks,
        tail,
        { ...tail, path: 'scale' as const, values: new Float32Array(tail.times.length * 3) },
      ],
    };
    const other = withHelper(source.skeleton, 'LegR', 'KneeR');
    expect(retargetClip(withTail, other, helped).unmatched).toEqual(['ArmTwistL', 'KneeR', 'Tail']);
  });

  test('are matched through what a loader does to names', () => {
    const dotted = { ...target.skeleton, names: target.skeleton.names.map((name) => `rig:${name}.x`) };
    const cleaned = { ...source.skeleton, names: source.skeleton.names.map((name) => `rig${name}x`) };
    const renamed = {
      ...clip,
      tracks: clip.tracks.map((track) => ({ ...track, bone: `rig${track.bone}x` })),
    };
    const result = retargetClip(renamed, cleaned, dotted);
    expect(result.unmatched).toEqual([]);
    expect(result.clip.tracks[1].bone).toBe('rig:Hips.x');
    expect(result.clip.tracks[1].values).toEqual(
      retargetClip(clip, source.skeleton, target.skeleton).clip.tracks[1].values,
    );
  });
});

describe('the new clip', () => {
  const result = retargetClip({ ...clip, duration: 0.99, speed: 2 }, source.skeleton, target.skeleton, {
    fps: 20,
  });

  test('has keys at the rate asked for, those of the clip between them, and one at the exact end', () => {
    const whole = Array.from({ length: 20 }, (_, k) => k / 20);
    // The clip has 30 a second, every third of which is one of the 20.
    const own = Array.from({ length: 30 }, (_, k) => k / 30).filter((_, k) => k % 3 !== 0);
    const expected = [...whole, ...own, 0.99].sort((a, b) => a - b);
    for (const { times, interpolation } of result.clip.tracks) {
      expect(interpolation).toBe('LINEAR');
      expect(times).toHaveLength(expected.length);
      for (const [k, time] of expected.entries()) expect(times[k]).toBeCloseTo(time, 6);
    }
  });

  test('ends where the clip ends, not where the loop starts', () => {
    const open = { ...danceClip(source, 3, 0.5), loop: true };
    const held = { ...retargetClip(open, source.skeleton, target.skeleton).clip, loop: false };
    const expected = ideal(source, target, 'pose-matched', 3, 0.5);
    expect(distance(posed(target.skeleton, held, 0.5), expected, 1)).toBeLessThan(0.002);
  });

  test('turns every matched bone and moves the hips alone', () => {
    const moved = result.clip.tracks.filter((track) => track.path !== 'rotation');
    expect(moved.map(({ bone, path }) => `${bone} ${path}`)).toEqual(['Hips translation']);
    expect(result.clip.tracks).toHaveLength(target.skeleton.names.length + 1);
  });

  test('has unit rotations whose signs do not jump', () => {
    let compared = 0;
    for (const { path, values } of result.clip.tracks) {
      if (path !== 'rotation') continue;
      for (let i = 4; i < values.length; i += 4) {
        const [a, b] = [values.slice(i - 4, i), values.slice(i, i + 4)];
        expect(Math.hypot(...b)).toBeCloseTo(1, 5);
        expect(a.reduce((sum, value, k) => sum + value * b[k], 0)).toBeGreaterThan(0);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(500);
  });

  test('covers ground in proportion to the body', () => {
    expect(result.clip.speed).toBeCloseTo((2 * target.hipHeight) / source.hipHeight, 5);
    expect(retargetClip(clip, source.skeleton, target.skeleton).clip).not.toHaveProperty('speed');
  });

  test('of a clip without length has one key', () => {
    const still = retargetClip({ ...clip, duration: 0 }, source.skeleton, target.skeleton);
    expect(still.clip.tracks[0].times).toEqual(Float32Array.of(0));
  });
});

describe('a spline that turns an arm to and fro', () => {
  const seconds = 2;
  /** Turns by `angle` radians and back, `times` in the whole clip, with keys at both ends of each way. */
  const swing = (angle: number, times: number): Clip => {
    const keys = Array.from({ length: 2 * times + 1 }, (_, key) => key);
    const still = [0, 0, 0, 0];
    const turn = (key: number) => [
      0,
      0,
      Math.sin((angle * (key % 2)) / 2),
      Math.cos((angle * (key % 2)) / 2),
    ];
    const track: Track = {
      bone: source.skeleton.names[source.skeleton.names.length - 1],
      path: 'rotation',
      interpolation: 'CUBICSPLINE',
      times: Float32Array.from(keys, (key) => (key * seconds) / (2 * times)),
      values: Float32Array.from(keys.flatMap((key) => [...still, ...turn(key), ...still])),
    };
    return { name: 'swing', duration: seconds, loop: true, tracks: [track] };
  };
  const worstBetween = (a: Clip, b: Clip) =>
    Math.max(
      ...Array.from({ length: 240 }, (_, i) => (i + 0.5) / 120).map((at) =>
        distance(posed(target.skeleton, a, at), posed(target.skeleton, b, at), 1),
      ),
    );
  const retarget = (clip: Clip, fps: number) =>
    retargetClip(clip, source.skeleton, target.skeleton, { fps }).clip;

  test.each([
    ['slowly, at the rate asked for', 0.5, 1, 61],
    ['fast, four times as often', 2, 5, 241],
  ])('is sampled: %s, within 2 mm', (_, angle, times, keys) => {
    const clip = swing(angle, times);
    const sampled = retarget(clip, 30);
    expect(sampled.tracks[0].times).toHaveLength(keys);
    expect(worstBetween(sampled, retarget(clip, 960))).toBeLessThan(0.002);
  });

  test('fast, at 30 keys a second, would be elsewhere', () => {
    const clip = swing(2, 5);
    const dense = retarget(clip, 960);
    const thin: Clip = {
      ...dense,
      tracks: dense.tracks.map((track) => {
        const size = track.path === 'rotation' ? 4 : 3;
        const keys = Array.from({ length: 61 }, (_, key) =>
          dense.tracks[0].times.findIndex((t) => t > key / 30 - 1e-4),
        );
        return {
          ...track,
          times: Float32Array.from(keys, (key) => track.times[key]),
          values: Float32Array.from(
            keys.flatMap((key) => [...track.values.slice(key * size, (key + 1) * size)]),
          ),
        };
      }),
    };
    expect(worstBetween(thin, dense)).toBeGreaterThan(0.002);
  });
});

test('bones of the target in another order change nothing', () => {
  const { names, parents, rest } = target.skeleton;
  // Depth first instead of the torso before the limbs, so that indices and parents differ.
  const order: number[] = [];
  const visit = (bone: number): void => {
    order.push(bone);
    for (let child = names.length - 1; child > bone; child--) if (parents[child] === bone) visit(child);
  };
  visit(0);
  const shuffled: Skeleton = {
    names: order.map((bone) => names[bone]),
    parents: Int16Array.from(order, (bone) => order.indexOf(parents[bone])),
    rest: Float32Array.from(order.flatMap((bone) => Array.from(rest.slice(bone * 10, bone * 10 + 10)))),
  };
  const expected = posed(target.skeleton, retargetClip(clip, source.skeleton, target.skeleton).clip, 0.4);
  const actual = posed(shuffled, retargetClip(clip, source.skeleton, shuffled).clip, 0.4);
  expect(order).not.toEqual(order.toSorted((a, b) => a - b));
  expect(distance(actual, expected, 1)).toBeLessThan(1e-5);
});

/** A track with one key. */
function placed(bone: string, ...place: [x: number, y: number, z: number]): Track {
  const [times, values] = [Float32Array.of(0), Float32Array.of(...place)];
  return { bone, path: 'translation', interpolation: 'LINEAR', times, values };
}

describe('rest directions that decide nothing', () => {
  const chain = (ys: readonly number[]): Skeleton => ({
    names: ['a', 'b', 'c'],
    parents: Int16Array.of(-1, 0, 1),
    rest: Float32Array.from(ys.flatMap((y) => [0, y, 0, 0, 0, 0, 1, 1, 1, 1])),
  });
  const still: Clip = { name: 'still', duration: 1, loop: true, tracks: [] };

  test('opposite ones turn by half a turn', () => {
    const { clip: turned } = retargetClip(still, chain([1, 1, 1]), chain([1, -1, -1]));
    const places = posed(chain([1, -1, -1]), turned, 0.5);
    expect(places.get('c')?.elements[13]).toBeCloseTo(3, 5);
    expect(turned.tracks.every((track) => track.values.every(Number.isFinite))).toBe(true);
  });

  test('joints in one place take their parent’s swing', () => {
    const { clip: turned } = retargetClip(still, chain([1, 1, 0]), chain([1, -1, 1]));
    const rotation = turned.tracks.filter((track) => track.path === 'rotation').map((track) => track.values);
    // The second is handed the first's half turn whole: none of it is left in its own rotation.
    expect(Math.abs(rotation[0][3])).toBeCloseTo(0, 5);
    expect(Math.abs(rotation[1][3])).toBeCloseTo(1, 5);
  });

  test('hips on the ground travel as far as the source’s', () => {
    const hop: Clip = { ...still, tracks: [placed('a', 1, 2, 3)] };
    const { clip: moved } = retargetClip(hop, chain([0, 0, 0]), chain([0, 0, 0]));
    expect([...(moved.tracks.at(-1)?.values.slice(0, 3) ?? [])]).toEqual([1, 2, 3]);
  });
});

test('a prop that alone is translated is not taken for the hips', () => {
  const jaw: Clip = { name: 'chew', duration: 1, loop: true, tracks: [placed('Head', 0, 9, 0)] };
  const { clip: chewed } = retargetClip(jaw, source.skeleton, target.skeleton);
  expect(chewed.tracks.at(-1)).toMatchObject({ bone: 'Hips', path: 'translation' });
  // The T-pose, on a rig whose arms hang at rest.
  const expected = target.matrices(new Map(), new Vector3());
  expect(distance(posed(target.skeleton, chewed, 0), expected, 1)).toBeLessThan(1e-4);
});

test('skeletons without a name in common are a RigError that shows both', () => {
  const other = { ...target.skeleton, names: target.skeleton.names.map((name) => `x${name}`) };
  const failing = (): unknown => retargetClip(clip, source.skeleton, other);
  expect(failing).toThrow(/No bone of the skeleton \(xRoot, xHips, .*clip "dance" was made for \(Root, Hips/);
  expect(failing).toThrow(expect.toSatisfy((error) => isCrowdError(error, 'RigError')));
  expect(() => retargetClip(clip, source.skeleton, target.skeleton, { fps: 0 })).toThrow(/fps is 0/);
});

test.each(CONVENTIONS)('onto a skeleton of the same rest pose, %s changes nothing (seed 5)', (convention) => {
  const authored = danceClip(source, 5, 1);
  const [{ times }] = authored.tracks;
  const random = mulberry32(5);
  const moving = (bone: string, path: 'translation' | 'scale', size: number, base: number): Track => ({
    bone,
    path,
    interpolation: 'LINEAR',
    times,
    values: Float32Array.from({ length: times.length * 3 }, () => base + (random() - 0.5) * size),
  });
  const last = source.skeleton.names.at(-1)!;
  const clip: Clip = {
    ...authored,
    tracks: [...authored.tracks, moving(last, 'translation', 10, 5), moving(last, 'scale', 0.4, 1)],
  };
  const target = { ...source.skeleton, rest: Float32Array.from(source.skeleton.rest) };
  const retargeted = retargetClip(clip, source.skeleton, target, { convention }).clip;
  // Between keys too.
  for (let at = 0; at < 1; at += 0.0123) {
    const expected = posed(source.skeleton, clip, at);
    expect(distance(posed(target, retargeted, at), expected, 0.01)).toBeLessThan(0.00001);
  }
});

test('a rest pose whose quaternions have the other sign is the same one', () => {
  const clip = danceClip(source, 6, 1);
  const isRotation = (_: number, k: number): boolean => k % 10 >= 3 && k % 10 < 7;
  const rest = source.skeleton.rest.map((value, k) => (isRotation(value, k) ? -value : value));
  const { clip: kept } = retargetClip(clip, { ...source.skeleton, rest }, source.skeleton);
  expect(kept.tracks).toEqual(clip.tracks);
  // Of other rest poses, every clip is made anew.
  const turned = Float32Array.from(rest);
  [turned[13], turned[14]] = [turned[14], turned[13]];
  expect(retargetClip(clip, { ...source.skeleton, rest: turned }, source.skeleton).clip.tracks).not.toEqual(
    clip.tracks,
  );
});
