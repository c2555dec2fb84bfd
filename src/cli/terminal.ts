/** What a command knows of the world around it; tests give their own. */
export interface Terminal {
  /** One line of results, to standard output. */
  print(line: string): void;
  /** One line of progress or complaint, to standard error. */
  complain(line: string): void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The directory that the program lies in, with a slash at the end; built pages lie beside it. */
  readonly home: URL;
  /**
   * Resolves when a running server is to stop: with `SIGINT` where a user says so, with `SIGTERM` where what runs it
   * does. Until it is called, the process just ends.
   */
  stopped(): Promise<'SIGINT' | 'SIGTERM'>;
}
