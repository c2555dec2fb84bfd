import { createHash } from 'node:crypto';

/**
 * A name for a set of files that changes with any byte of them, so that what an address with it gives never does.
 *
 * @param hashes SHA-256 of each file in hex, by name
 */
export function contentVersion(hashes: ReadonlyMap<string, string>): string {
  const lines = [...hashes].map(([name, hash]) => `${name} ${hash}\n`).sort();
  return createHash('sha256').update(lines.join('')).digest('hex').slice(0, 16);
}
