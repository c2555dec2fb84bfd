import type { Manifest } from '../protocol/index.js';
import { BUCKETS } from './buckets.js';
import { PARTS } from './parts.js';

/** The catalogue of the kit. Its version is made from its content. */
export function buildManifest(): Manifest {
  const parts = PARTS.map(({ id, label, kind, tint }) => ({ id, label, kind, tint }));
  const content = {
    parts,
    buckets: structuredClone(BUCKETS) as Manifest['buckets'],
    shared: parts.filter(({ kind }) => kind === 'shared').map(({ id }) => id),
  };
  return { version: `song-street-${fingerprint(JSON.stringify(content))}`, ...content };
}

/** FNV-1a (Fowler, Noll, Vo), 32 bits in hex: tells versions apart, proves nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Raise it with every change to a mesh or a clip, so that kits made before are not taken for this one. */
const REVISION = 4;

/** Tells this kit from others: the version of its catalogue and a count of its revisions. */
export const KIT_VERSION = `${buildManifest().version}-${REVISION}`;
