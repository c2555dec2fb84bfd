import { Command, CommanderError } from 'commander';
import picocolors from 'picocolors';
import { UsageError } from './parse-options.js';
import type { Terminal } from './terminal.js';
import { escapeControls } from './terminal.js';

/** Columns of the help where there is no screen to take the width from. */
const HELP_COLUMNS = 100;

/** A command line of a package. */
export interface Program {
  readonly name: string;
  /** Purpose, in one line. */
  readonly summary: string;
  readonly version: string;
  /** Creates the commands, in the order of the help. */
  createCommands(terminal: Terminal): Command[];
}

/**
 * Runs one command line.
 *
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function run(program: Program, args: readonly string[], terminal: Terminal): Promise<number> {
  let current = createRoot(program, terminal);
  const root = current;
  // The command that an error is about, for the advice after it: the parser's errors do not name it.
  const watch = (command: Command): void => {
    command.exitOverride((error) => {
      current = command;
      throw error;
    });
    for (const child of command.commands) watch(child);
  };
  watch(root);
  root.hook('preAction', (_root, command) => {
    current = command;
  });
  try {
    await root.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const isUsage = error instanceof CommanderError || error instanceof UsageError;
    // A command that needs a subcommand has printed its help instead.
    if (!(error instanceof CommanderError && error.code === 'commander.help')) {
      const { red } = terminal.errorColors;
      terminal.printError(`${red(`${program.name}:`)} ${messageOf(error)}`);
      if (isUsage) terminal.printError(`"${pathOf(current)} --help" shows how.`);
    }
    return isUsage ? 2 : 1;
  }
}

export function createRoot(program: Program, terminal: Terminal): Command {
  const { name, summary, version } = program;
  const root = new Command(name).description(summary).version(version, '-v, --version');
  for (const command of program.createCommands(terminal)) root.addCommand(command);
  const style = picocolors.createColors(true);
  for (const command of [root, ...root.commands, ...root.commands.flatMap(({ commands }) => commands)]) {
    command
      .configureOutput({
        writeOut: (text) => terminal.print(text.trimEnd()),
        writeErr: (text) => terminal.printError(text.trimEnd()),
        // `run` prints errors, with advice.
        outputError: () => {},
        getOutHelpWidth: () => HELP_COLUMNS,
        getErrHelpWidth: () => HELP_COLUMNS,
        getOutHasColors: () => terminal.printColors.isColorSupported,
        getErrHasColors: () => terminal.errorColors.isColorSupported,
      })
      .configureHelp({
        styleTitle: style.bold,
        styleCommandText: style.cyan,
        styleSubcommandText: style.cyan,
        styleOptionText: style.green,
      });
    if (command.commands.length > 0) command.usage('<command> [options]');
  }
  return root;
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const text = error instanceof CommanderError ? toSentences(message) : message;
  return escapeControls(text.replaceAll('\n', ' '));
}

/** An error of the parser, such as "error: unknown command 'dance'", as sentences. */
function toSentences(message: string): string {
  const text = message.replace(/^error: /, '').replace(/\n\((Did you mean .*)\)$/s, '. $1');
  return `${text[0].toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}
