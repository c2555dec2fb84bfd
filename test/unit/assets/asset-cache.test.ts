import { describe, expect, test, vi } from 'vitest';
import { AssetCache, type Source, type Work } from '../../../src/assets/asset-cache.js';
import type { Progress } from '../../../src/assets/index.js';

/** A source that is finished by hand. */
function manualSource(key = 'thing') {
  const works: Work[] = [];
  const free = vi.fn();
  let finish: (value: string) => void = () => {};
  let fail: (reason: Error) => void = () => {};
  const source: Source<string> = {
    key,
    free,
    load: (work) => {
      works.push(work);
      return new Promise((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
    },
  };
  return {
    source,
    works,
    free,
    finish: (value: string) => finish(value),
    fail: (reason: Error) => fail(reason),
  };
}

describe('AssetCache', () => {
  test('loads once for all who ask, and frees once when all have let go', async () => {
    const cache = new AssetCache();
    const { source, works, free, finish } = manualSource();
    const asked = [cache.acquire(source), cache.acquire(source)];
    finish('value');
    const leases = [...(await Promise.all(asked)), await cache.acquire(source)];
    expect(leases.map((lease) => lease.value)).toEqual(['value', 'value', 'value']);
    expect(works).toHaveLength(1);
    for (const lease of leases.slice(1)) lease.release();
    leases[1].release();
    expect(free).not.toHaveBeenCalled();
    leases[0].release();
    expect(free.mock.calls).toEqual([['value']]);
    expect(cache.size).toBe(0);
  });

  test('one abort leaves the others, the last one ends the load', async () => {
    const cache = new AssetCache();
    const { source, works, free, finish } = manualSource();
    const controllers = [new AbortController(), new AbortController()];
    const asked = controllers.map(({ signal }) => cache.acquire(source, { signal }));
    controllers[0].abort(new Error('first'));
    await expect(asked[0]).rejects.toThrow('first');
    expect(works[0].signal.aborted).toBe(false);
    controllers[1].abort(new Error('second'));
    await expect(asked[1]).rejects.toThrow('second');
    expect(works[0].signal.aborted).toBe(true);
    expect(cache.size).toBe(0);
    finish('made all the same');
    await vi.waitFor(() => expect(free).toHaveBeenCalledExactlyOnceWith('made all the same'));
  });

  test('who asks after the last abort does not join the load that is ending', async () => {
    const cache = new AssetCache();
    const { source, works, finish } = manualSource();
    const controller = new AbortController();
    const aborted = cache.acquire(source, { signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toThrow();
    const again = cache.acquire(source);
    expect(works).toHaveLength(2);
    finish('second');
    expect((await again).value).toBe('second');
    expect(cache.size).toBe(1);
  });

  test('failures reach everyone and are not kept', async () => {
    const cache = new AssetCache();
    const { source, works, free, finish, fail } = manualSource();
    const asked = [cache.acquire(source), cache.acquire(source)];
    fail(new Error('broken'));
    for (const one of asked) await expect(one).rejects.toThrow('broken');
    expect(cache.size).toBe(0);
    expect(free).not.toHaveBeenCalled();
    const again = cache.acquire(source);
    finish('fine');
    expect((await again).value).toBe('fine');
    expect(works).toHaveLength(2);
  });

  test('who joins late is told the progress so far', async () => {
    const cache = new AssetCache();
    const { source, works, finish } = manualSource();
    const seen: Progress[][] = [[], []];
    const first = cache.acquire(source, { onProgress: (progress) => seen[0].push(progress) });
    const half = { loaded: 5, total: 10, fraction: 0.5 };
    const whole = { loaded: 10, total: 10, fraction: 1 };
    works[0].onProgress(half);
    const second = cache.acquire(source, { onProgress: (progress) => seen[1].push(progress) });
    works[0].onProgress(whole);
    finish('value');
    await Promise.all([first, second]);
    works[0].onProgress(half);
    expect(seen).toEqual([
      [half, whole],
      [half, whole],
    ]);
  });
});
