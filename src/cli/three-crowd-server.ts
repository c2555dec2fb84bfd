import { VERSION } from '../server/index.js';
import { crowd } from './commands/crowd.js';
import { key } from './commands/key.js';
import { kit } from './commands/kit.js';
import { serve } from './commands/serve.js';
import type { Program } from './run.js';

/** The command line of the package with the service. */
export const THREE_CROWD_SERVER: Program = {
  name: 'three-crowd-server',
  summary: 'the service that crowds for three.js come from',
  version: VERSION,
  commands: { serve, key, crowd, kit },
};
