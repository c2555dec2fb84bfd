import { describe, expect, test, vi } from 'vitest';
import { AssetCache, type AssetLoader, type LoadContext } from '../../../src/assets/fetch/asset-cache.js';
import type { Progress } from '../../../src/assets/index.js';

/** A loader that is finished by hand. */
function manualLoader(key = 'thing') {
  const contexts: LoadContext[] = [];
  const free = vi.fn();
  let finish: (value: string) => void = () => {};
  let fail: (reason: Error) => void = () => {};
  const loader: AssetLoader<string> = {
    key,
    free,
    load: (context) => {
      contexts.push(context);
      return new Promise((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
    },
  };
  return {
    loader,
    contexts,
    free,
    finish: (value: string) => finish(value),
    fail: (reason: Error) => fail(reason),
  };
}

describe('AssetCache', () => {
  test('loads once for all references, and frees once when all are released', async () => {
    const cache = new AssetCache();
    const { loader, contexts, free, finish } = manualLoader();
    const asked = [cache.acquire(loader), cache.acquire(loader)];
    finish('value');
    const references = [...(await Promise.all(asked)), await cache.acquire(loader)];
    expect(references.map((reference) => reference.value)).toEqual(['value', 'value', 'value']);
    expect(contexts).toHaveLength(1);
    for (const reference of references.slice(1)) reference.release();
    references[1].release();
    expect(free).not.toHaveBeenCalled();
    references[0].release();
    expect(free.mock.calls).toEqual([['value']]);
    expect(cache.size).toBe(0);
  });

  test('one abort leaves the others, the last one ends the load', async () => {
    const cache = new AssetCache();
    const { loader, contexts, free, finish } = manualLoader();
    const controllers = [new AbortController(), new AbortController()];
    const asked = controllers.map(({ signal }) => cache.acquire(loader, { signal }));
    controllers[0].abort(new Error('first'));
    await expect(asked[0]).rejects.toThrow('first');
    expect(contexts[0].signal.aborted).toBe(false);
    controllers[1].abort(new Error('second'));
    await expect(asked[1]).rejects.toThrow('second');
    expect(contexts[0].signal.aborted).toBe(true);
    expect(cache.size).toBe(0);
    finish('made all the same');
    await vi.waitFor(() => expect(free).toHaveBeenCalledExactlyOnceWith('made all the same'));
  });

  test('a call after the last abort starts a new load', async () => {
    const cache = new AssetCache();
    const { loader, contexts, finish } = manualLoader();
    const controller = new AbortController();
    const aborted = cache.acquire(loader, { signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toThrow();
    const again = cache.acquire(loader);
    expect(contexts).toHaveLength(2);
    finish('second');
    expect((await again).value).toBe('second');
    expect(cache.size).toBe(1);
  });

  test('a failure rejects all calls and is not kept', async () => {
    const cache = new AssetCache();
    const { loader, contexts, free, finish, fail } = manualLoader();
    const asked = [cache.acquire(loader), cache.acquire(loader)];
    fail(new Error('broken'));
    for (const one of asked) await expect(one).rejects.toThrow('broken');
    expect(cache.size).toBe(0);
    expect(free).not.toHaveBeenCalled();
    const again = cache.acquire(loader);
    finish('fine');
    expect((await again).value).toBe('fine');
    expect(contexts).toHaveLength(2);
  });

  test('an abort in the progress listener of a late call ends that call alone', async () => {
    const cache = new AssetCache();
    const { loader, contexts, finish } = manualLoader();
    const first = cache.acquire(loader);
    contexts[0].onProgress({ loaded: 5, total: 10, fraction: 0.5 });
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error('joined'));
    const second = cache.acquire(loader, { signal: controller.signal, onProgress });
    finish('value');
    await expect(second).rejects.toThrow('joined');
    expect((await first).value).toBe('value');
  });

  test('a late call gets the progress so far', async () => {
    const cache = new AssetCache();
    const { loader, contexts, finish } = manualLoader();
    const seen: Progress[][] = [[], []];
    const first = cache.acquire(loader, { onProgress: (progress) => seen[0].push(progress) });
    const half = { loaded: 5, total: 10, fraction: 0.5 };
    const whole = { loaded: 10, total: 10, fraction: 1 };
    contexts[0].onProgress(half);
    const second = cache.acquire(loader, { onProgress: (progress) => seen[1].push(progress) });
    contexts[0].onProgress(whole);
    finish('value');
    await Promise.all([first, second]);
    contexts[0].onProgress(half);
    expect(seen).toEqual([
      [half, whole],
      [half, whole],
    ]);
  });
});
