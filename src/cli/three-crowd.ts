import { createRequire } from 'node:module';
import { createBake } from './commands/bake.js';
import { createDelete } from './commands/delete.js';
import { createInit } from './commands/init.js';
import { createInspect } from './commands/inspect.js';
import { createLevels } from './commands/levels.js';
import type { Program } from './program/run.js';

/** The command line of `three-crowd`: the commands that need no service. */
export const THREE_CROWD: Program = {
  name: 'three-crowd',
  summary: 'Crowds of animated characters for three.js.',
  version: createRequire(import.meta.url)('three-crowd/package.json').version,
  createCommands: (terminal) => [
    createInit(terminal),
    createInspect(terminal),
    createBake(terminal),
    createLevels(terminal),
    createDelete(terminal),
  ],
};
