import { createRequire } from 'node:module';
import { bake } from './commands/bake.js';
import { inspect } from './commands/inspect.js';
import type { Program } from './run.js';

/** The command line of the package that draws: what needs no service. */
export const THREE_CROWD: Program = {
  name: 'three-crowd',
  summary: 'crowds of animated characters for three.js',
  version: createRequire(import.meta.url)('three-crowd/package.json').version,
  commands: { bake, inspect },
};
