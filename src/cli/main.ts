#!/usr/bin/env node
import { run } from './run.js';

process.exitCode = await run(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  environment: process.env,
  home: new URL('.', import.meta.url),
  stopped: () =>
    new Promise((resolve) => {
      // Only once: a second Ctrl+C ends the process the hard way.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    }),
});
