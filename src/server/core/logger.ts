/** Log of the service, such as a pino logger. It never receives keys. */
export interface ServiceLogger {
  /** Every request and its answer. */
  info(fields: object, message: string): void;
  /** Problems that the service recovered from. */
  warn(fields: object, message: string): void;
  /** Failures that are the service's own; `err` holds the error. */
  error(fields: object, message: string): void;
  /** True if messages of a level are written: composing one takes time with every request. @default true */
  isLevelEnabled?(level: 'info'): boolean;
}

/** Writes failures to the console, and nothing else. */
export const CONSOLE_LOGGER: ServiceLogger = {
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.error(message, fields),
  isLevelEnabled: () => false,
};

/** Wraps a logger so that it never throws: a log that cannot be written changes no answer. */
export function guardLogger(logger: ServiceLogger): ServiceLogger {
  const guard = (level: 'info' | 'warn' | 'error') => (fields: object, message: string) => {
    try {
      logger[level](fields, message);
    } catch {
      // There is no other place to report it.
    }
  };
  return {
    info: guard('info'),
    warn: guard('warn'),
    error: guard('error'),
    isLevelEnabled: (level) => logger.isLevelEnabled?.(level) ?? true,
  };
}
