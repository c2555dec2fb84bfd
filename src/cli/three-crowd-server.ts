import { VERSION } from '../server/index.js';
import { createAccountCommand } from './commands/account.js';
import { createCrowdCommand } from './commands/crowd.js';
import { createKeyCommand } from './commands/key.js';
import { createKit } from './commands/kit.js';
import { createServe } from './commands/serve.js';
import { createWebhookCommand } from './commands/webhook.js';
import type { Program } from './program/run.js';

/** The command line of the package with the service. */
export const THREE_CROWD_SERVER: Program = {
  name: 'three-crowd-server',
  summary: 'The reference service for crowds in three.js.',
  version: VERSION,
  createCommands: (terminal) => [
    createServe(terminal),
    createKeyCommand(terminal),
    createAccountCommand(terminal),
    createCrowdCommand(terminal),
    createWebhookCommand(terminal),
    createKit(terminal),
  ],
};
