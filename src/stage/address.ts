/**
 * Value of a setting in the page's address: `?time-scale=2`.
 *
 * @param label of the control, such as "Time scale"
 */
export function readAddress(label: string): string | undefined {
  return new URLSearchParams(location.search).get(keyOf(label)) ?? undefined;
}

/** Writes a setting into the page's address, so that a shared address shows the same. */
export function writeAddress(label: string, value: string): void {
  // The address of a page without an origin, such as a sandboxed frame, cannot be changed.
  if (origin === 'null') return;
  const address = new URL(location.href);
  address.searchParams.set(keyOf(label), value);
  history.replaceState(history.state, '', address);
}

const keyOf = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
