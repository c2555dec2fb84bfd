import pino from 'pino';
import type { ServiceLogger } from '../server/index.js';
import type { LogLevel } from './settings.js';
import type { Terminal } from './terminal.js';

/** Logs as JSON lines to standard error, as standard output is for results. */
export function createLogger(level: LogLevel, { printError }: Terminal): ServiceLogger {
  return pino(
    { level, timestamp: pino.stdTimeFunctions.isoTime, base: null },
    { write: (line: string) => printError(line.trimEnd()) },
  );
}
