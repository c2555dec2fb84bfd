import { VERSION } from '../server/index.js';
import type { Command } from './command.js';
import { bake } from './commands/bake.js';
import { crowd } from './commands/crowd.js';
import { key } from './commands/key.js';
import { kit } from './commands/kit.js';
import { serve } from './commands/serve.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

const COMMANDS: Readonly<Record<string, Command>> = { serve, key, crowd, kit, bake };

const HELP = `three-crowd: crowds of animated characters for three.js

Usage: three-crowd <command> [options]
       three-crowd --version

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}`)
  .join('\n')}

"three-crowd <command> --help" tells more.`;

/**
 * Runs one command line.
 *
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.print(HELP);
    return 0;
  }
  if (name === '--version') {
    terminal.print(VERSION);
    return 0;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UsageError(`There is no command "${name}".`);
    if (rest.includes('--help') || rest.includes('-h')) terminal.print(command.help);
    else await command.run(rest, terminal);
    return 0;
  } catch (error) {
    terminal.complain(`three-crowd: ${messageOf(error)}`);
    if (!(error instanceof UsageError)) return 1;
    terminal.complain('"three-crowd --help" and "three-crowd <command> --help" show how.');
    return 2;
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ');
}
