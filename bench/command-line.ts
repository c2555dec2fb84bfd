import { Command } from 'commander';

/**
 * A command line that answers `--help` with its usage. An unknown option or word, and any error that the program throws, ends
 * it with one line and status 1; `DEBUG=1` shows the stack as well.
 *
 * @param name command that a user types, such as `npm run bench --`
 */
export function commandLine(name: string, description: string): Command {
  process.on('uncaughtException', (error: unknown) => {
    const isError = error instanceof Error && !process.env['DEBUG'];
    console.error(isError ? `error: ${error.message}` : error);
    process.exit(1);
  });
  return new Command(name).description(description);
}

/** Adds the options of a plan, with the names that the benchmark page has in its address. */
export function addPlanOptions(program: Command): Command {
  return program
    .option('--counts <list>', 'numbers of characters, such as 150,1000')
    .option('--contenders <list>', 'names of contenders, or all')
    .option('--backends <list>', 'webgpu, webgpu-webgl2, webgl')
    .option('--view <name>', 'overview, street or close')
    .option('--size <pixels>', 'width and height of the picture, such as 1920x1080')
    .option('--rounds <number>', 'rounds of each contender, by turns')
    .option('--frames <number>', 'frames in a round')
    .option('--budget <milliseconds>', 'time of a frame that stops larger counts');
}

/** The options of {@link addPlanOptions} that were given, as an address has them. */
export type PlanOptions = Readonly<Record<string, string>>;
