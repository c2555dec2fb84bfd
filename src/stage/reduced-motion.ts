/** True if the person prefers reduced motion. */
export function isMotionReduced(): boolean {
  return query().matches;
}

/** Calls back when the preference changes, until the signal aborts. */
export function watchReducedMotion(onChange: () => void, signal: AbortSignal): void {
  query().addEventListener('change', onChange, { signal });
}

function query(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)');
}
