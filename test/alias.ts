import { fileURLToPath } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Where the packages' public names lead in tests: to the source. */
export const alias = [
  { find: /^three-crowd$/, replacement: path('../src/index.ts') },
  {
    find: /^three-crowd\/(assets|generate|protocol|rig|simulate|stage)$/,
    replacement: path('../src/$1/public.ts'),
  },
  { find: /^three-crowd\/([a-z]+)$/, replacement: path('../src/$1/index.ts') },
  { find: /^three-crowd-server$/, replacement: path('../src/server/public.ts') },
  { find: /^three-crowd-server\/kit$/, replacement: path('../src/kit/public.ts') },
];
