import { buildManifest } from './manifest.js';

/** Raise it with every change to a mesh or a clip, so that kits made before are not taken for this one. */
const REVISION = 4;

/** Tells this kit from others: the version of its catalogue and a count of its revisions. */
export const KIT_VERSION = `${buildManifest().version}-${REVISION}`;
