import { createRequire } from 'node:module';

/** Version of this package. */
export const VERSION: string = createRequire(import.meta.url)('three-crowd-server/package.json').version;
