import { createHash } from 'node:crypto';
import type { Content } from './content/content.js';
import { VERSION } from './version.js';

/** The script files of a service: where each is for ever, and its hash for a page's `integrity` attribute. */
export interface Integrity {
  /** The package's, which is part of the addresses. */
  readonly version: string;
  readonly files: Readonly<Record<string, { readonly url: string; readonly integrity: string }>>;
}

/** @param files by their paths under `/sdk/`; addresses in the list are relative to it */
export function listIntegrity(files: ReadonlyMap<string, Content>): Integrity {
  const listed = [...files].map(([name, { bytes }]) => {
    const hash = createHash('sha384').update(bytes).digest('base64');
    return [name, { url: `${VERSION}/${name}`, integrity: `sha384-${hash}` }] as const;
  });
  return { version: VERSION, files: Object.fromEntries(listed) };
}
