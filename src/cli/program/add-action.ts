import type { Command } from 'commander';
import { DATABASE_HELP, dataOption } from './settings.js';

/** `--account`, for actions on the property of one account. */
export const ACCOUNT_OPTION = [
  '--account <name>',
  'account that owns them; key create and crowd create make it where there is none',
  'default',
] as const;

/** Adds an action on the storage to a command, with the options of all such actions. */
export function addAction(command: Command, usage: string, description: string): Command {
  return command
    .command(usage)
    .description(description)
    .option('--json', 'print JSON')
    .addOption(dataOption())
    .addHelpText('after', DATABASE_HELP);
}

export function addTableAction(command: Command, usage: string, description: string): Command {
  return addAction(command, usage, description)
    .option('--header', 'name the columns (default: on a screen)')
    .option('--no-header', 'do not');
}
