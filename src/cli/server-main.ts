#!/usr/bin/env node
import { openTerminal } from './program/open-terminal.js';
import { run } from './program/run.js';
import { THREE_CROWD_SERVER } from './three-crowd-server.js';

process.exitCode = await run(
  THREE_CROWD_SERVER,
  process.argv.slice(2),
  openTerminal(new URL('.', import.meta.url)),
);
