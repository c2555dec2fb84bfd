import type { BodyBuild, Manifest } from '../protocol/index.js';
import { BUCKETS, BUILDS } from './buckets.js';
import { ACTIVITIES } from './motion/clips/index.js';
import { PARTS } from './parts.js';
import { SCENES } from './scenes.js';

/** Name of the file that contains {@link ACTIVITIES}, an animation for each. */
export const ACTIVITIES_FILE = 'clips/activities.glb';

/** Builds the manifest of the kit. Its version is a hash of its content. */
export function buildManifest(): Manifest {
  const parts = PARTS.map(({ id, label, kind, tint }) => ({ id, label, kind, tint }));
  const content = {
    parts,
    buckets: structuredClone(BUCKETS) as Manifest['buckets'],
    builds: structuredClone(BUILDS) as BodyBuild[],
    shared: parts.filter(({ kind }) => kind === 'shared').map(({ id }) => id),
    scenes: structuredClone(SCENES) as NonNullable<Manifest['scenes']>,
    clips: Object.fromEntries(ACTIVITIES.map(({ name }) => [name, ACTIVITIES_FILE])),
  };
  return { version: `song-street-${fingerprint(JSON.stringify(content))}`, ...content };
}

/** 32-bit FNV-1a hash in hex; not cryptographic. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Increment with every change to a mesh or clip, so that files of older kits are not reused. */
const REVISION = 10;

/** Version of the kit: the manifest's version and the revision. */
export const KIT_VERSION = `${buildManifest().version}-${REVISION}`;
