import { type Crowd, type CrowdResponse, createCrowd } from 'three-crowd';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestRenderer } from '../support/browser/backends.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';

/** More than anybody walks in a frame of a sixtieth of a second, metres; the states of a busy machine come late. */
const LONGEST_STEP = 0.5;

const nextTick = (): Promise<number> => new Promise(requestAnimationFrame);
const distance = (a: { x: number; z: number }, b: { x: number; z: number }): number =>
  Math.hypot(a.x - b.x, a.z - b.z);

let street: CrowdResponse;

beforeAll(async () => {
  street = await fetchSampleCrowd();
});

describe('a crowd that walks in a worker', () => {
  let renderer: TestRenderer;
  let crowd: Crowd;

  beforeEach(async () => {
    renderer = await sharedRenderer('webgl');
    crowd = await createCrowd({ response: street, renderer, mode: 'instanced', lodThreshold: 0 });
  });

  afterEach(() => {
    crowd.dispose();
  });

  /** Lets the crowd walk for seconds of its own time; a frame of a busy machine is a sixtieth of a second all the same. */
  async function walk(seconds: number): Promise<void> {
    const until = (crowd.motion?.time ?? 0) + seconds;
    for (let frame = 0; (crowd.motion?.time ?? 0) < until; frame++) {
      expect(frame).toBeLessThan(5000);
      const before = new Map<number, { x: number; z: number }>();
      crowd.forEach(({ x, z }, i) => {
        before.set(i, { x, z });
      });
      crowd.update(1 / 60);
      crowd.forEach((now, i) => {
        const then = before.get(i);
        if (then) expect(distance(now, then)).toBeLessThan(LONGEST_STEP);
      });
      await nextTick();
    }
  }

  /** A walker of the response, somewhere else. */
  function walkerAt(x: number, z: number): CrowdResponse['characters'][number] {
    const walker = street.characters.find(({ anim_clip }) => anim_clip === 'walk');
    if (!walker) throw new Error('Nobody of the crowd walks.');
    return { ...walker, index: street.characters.length, x, z };
  }

  test('characters who are added walk, and idle ones stand', async () => {
    await walk(0.5);
    const [walker, idler] = crowd.addCharacters([
      walkerAt(0.5, 0.5),
      { ...walkerAt(-1.5, 0.5), anim_clip: 'idle' },
    ]);
    const start = crowd.get(walker);
    expect(start).toMatchObject({ x: expect.closeTo(0.5, 5), z: expect.closeTo(0.5, 5) });
    await walk(4);
    expect(distance(crowd.get(walker), start)).toBeGreaterThan(1);
    expect(crowd.get(walker).clip).toBe('walk');
    expect(distance(crowd.get(idler), { x: -1.5, z: 0.5 })).toBeLessThan(1);
    crowd.setTransform(walker, { x: 0, z: 0, heading: 1 });
    crowd.update(1 / 60);
    expect(crowd.get(walker)).toMatchObject({ x: 0, z: 0, heading: expect.closeTo(1, 3) });
  });
});
