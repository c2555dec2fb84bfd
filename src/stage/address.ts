/**
 * What the page's address says of a setting: `?time-scale=2`.
 *
 * @param label of the control, such as "Time scale"
 */
export function readAddress(label: string): string | undefined {
  return new URLSearchParams(location.search).get(keyOf(label)) ?? undefined;
}

/** Writes a setting into the page's address, so that whoever gets the address sees the same. */
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
