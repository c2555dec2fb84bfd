import { createHash } from 'node:crypto';
import type { Content } from './content/content.js';
import { contentVersion } from './content/content-version.js';

/** The script files of a service: where each is for ever, and its hash for a page's `integrity` attribute. */
export interface Integrity {
  readonly version: string;
  readonly files: Readonly<Record<string, { readonly url: string; readonly integrity: string }>>;
}

/** @param files by their paths under `/sdk/`; addresses in the list are relative to it */
export function listIntegrity(files: ReadonlyMap<string, Content>): Integrity {
  const hash = (name: string, algorithm: string) =>
    createHash(algorithm).update(files.get(name)?.bytes ?? new Uint8Array());
  const names = [...files.keys()].sort();
  const version = contentVersion(new Map(names.map((name) => [name, hash(name, 'sha256').digest('hex')])));
  return {
    version,
    files: Object.fromEntries(
      names.map((name) => [
        name,
        { url: `${version}/${name}`, integrity: `sha384-${hash(name, 'sha384').digest('base64')}` },
      ]),
    ),
  };
}
