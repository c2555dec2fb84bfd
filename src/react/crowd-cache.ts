import { type Crowd, CrowdError } from '../index.js';

/** Milliseconds for which a crowd waits to be shown: React may give a tree up before it is on the screen. */
const UNCLAIMED_FOR = 30_000;

export interface CachedCrowd {
  readonly promise: Promise<Crowd>;
  /**
   * Claims the crowd for one mounted component; the returned function lets go, and frees the crowd unless it is claimed
   * again at once, as React's strict mode does.
   *
   * @throws {CrowdError} where another component shows it
   */
  claim(): () => void;
}

type Load = (signal: AbortSignal) => Promise<Crowd>;

const caches = new WeakMap<object, Map<string, CachedCrowd>>();

/**
 * The crowd of a renderer by its key, loading since it was first asked for. React forgets all that a suspended
 * component has made, so it is kept here.
 */
export function cacheCrowd(renderer: object, key: string, load: Load): CachedCrowd {
  const crowds = caches.get(renderer) ?? new Map<string, CachedCrowd>();
  caches.set(renderer, crowds);
  const crowd = crowds.get(key) ?? startLoading(load, () => crowds.delete(key));
  crowds.set(key, crowd);
  return crowd;
}

function startLoading(load: Load, forget: () => void): CachedCrowd {
  const controller = new AbortController();
  const promise = load(controller.signal);
  let isClaimed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const free = (): void => {
    forget();
    controller.abort();
    promise.then((crowd) => crowd.dispose()).catch(() => {});
  };
  const startTimer = (): void => {
    if (!isClaimed) timer = setTimeout(free, UNCLAIMED_FOR);
  };
  promise.then(startTimer, startTimer);

  const claim = (): (() => void) => {
    if (isClaimed) {
      throw new CrowdError(
        'Two <Crowd> show the same crowd in one canvas. Give each an `instance` of its own, such as instance="second".',
      );
    }
    isClaimed = true;
    clearTimeout(timer);
    return () => {
      isClaimed = false;
      timer = setTimeout(free);
    };
  };
  return { promise, claim };
}
