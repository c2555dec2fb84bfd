import type { Colors } from 'picocolors/types.js';

/** Input and output of a command; tests pass their own. */
export interface Terminal {
  /** One line of results, to standard output. */
  print(line: string): void;
  /** One line of progress, a warning or an error, to standard error. */
  printError(line: string): void;
  /** Colours for printed text; no colours if standard output is no terminal. */
  readonly printColors: Colors;
  /** Colours for standard error, likewise. */
  readonly errorColors: Colors;
  /** True if output goes to a screen. A pipe or a file gets rows without a heading. */
  readonly isScreen: boolean;
  /** Shows that work goes on, in a line that changes; undefined where lines cannot change. */
  readonly startSpinner: ((text: string) => Spinner) | undefined;
  /** All bytes of standard input. */
  readInput(): Promise<Uint8Array>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The directory that the program lies in, with a slash at the end; templates and built pages lie beside it. */
  readonly home: URL;
  /**
   * Resolves when a running server has to stop: with `SIGINT` from a user, with `SIGTERM` from a process manager. Without a
   * call, these signals end the process.
   */
  stopped(): Promise<'SIGINT' | 'SIGTERM'>;
  /** Calls `reload` whenever the settings are to be read again: on SIGHUP, for a process without a terminal. */
  onReload(reload: () => void): void;
}

/** A line that changes while work goes on. */
export interface Spinner {
  text: string;
  /** Ends with a line that stays. */
  success(text: string): void;
  error(text: string): void;
}

/** Control characters, including those that reverse the direction of a text: with them, a name could forge other lines. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text that a customer wrote, safe to print in an operator's terminal: control characters as JSON writes them, such as `\u001b`, so
 * that no text can move the cursor, rename the window or end its line.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON, indented, likewise. */
export function toTerminalJson(data: unknown): string {
  return JSON.stringify(data, null, 2).split('\n').map(escapeControls).join('\n');
}
