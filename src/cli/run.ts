import type { Command } from './command.js';
import { escapeControls } from './escape-controls.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/** A command line: what a package installs under its own name. */
export interface Program {
  readonly name: string;
  /** One line that says what it is for. */
  readonly summary: string;
  readonly version: string;
  /** By the word that calls them, in the order that the help lists them. */
  readonly commands: Readonly<Record<string, Command>>;
}

/**
 * Runs one command line.
 *
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function run(program: Program, args: readonly string[], terminal: Terminal): Promise<number> {
  const { name: programName, version, commands } = program;
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.print(describe(program));
    return 0;
  }
  if (name === '--version') {
    terminal.print(version);
    return 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`There is no command "${name}".`);
    if (rest.includes('--help') || rest.includes('-h')) terminal.print(command.help);
    else await command.run(rest, terminal);
    return 0;
  } catch (error) {
    terminal.complain(`${programName}: ${messageOf(error)}`);
    if (!(error instanceof UsageError)) return 1;
    terminal.complain(`"${programName} --help" and "${programName} <command> --help" show how.`);
    return 2;
  }
}

function describe({ name, summary, commands }: Program): string {
  return `${name}: ${summary}

Usage: ${name} <command> [options]
       ${name} --version

${Object.entries(commands)
  .map(([command, { summary }]) => `  ${command.padEnd(8)}${summary}`)
  .join('\n')}

"${name} <command> --help" tells more.`;
}

function messageOf(error: unknown): string {
  return escapeControls((error instanceof Error ? error.message : String(error)).replaceAll('\n', ' '));
}
