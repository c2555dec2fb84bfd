import { Command } from 'commander';
import { CrowdClient } from '../../client/index.js';
import { UsageError } from '../program/parse-options.js';
import type { Terminal } from '../program/terminal.js';

/** Names the variable that holds the key, which as an option would stay in the history of the shell. */
const KEY = 'CROWD_KEY';

interface Options {
  readonly url: string;
  readonly json?: boolean;
}

export function createDelete(terminal: Terminal): Command {
  return new Command('delete')
    .summary('delete saved crowds at a service')
    .description(
      'Deletes saved crowds permanently, over the REST interface of a service that allows it. Stops at the first crowd that cannot be deleted.',
    )
    .argument('<id...>', 'ids of the crowds, such as cr_aB3dE6gH')
    .requiredOption('--url <address>', 'address of the service, such as https://crowds.example')
    .option('--json', 'print JSON, one line a crowd')
    .addHelpText('after', `\nEnvironment:\n  ${KEY}  the key of the account whose crowds they are`)
    .action(async (ids: string[], options: Options) => deleteCrowds(ids, options, terminal));
}

async function deleteCrowds(
  ids: readonly string[],
  { url, json }: Options,
  terminal: Terminal,
): Promise<void> {
  const apiKey = terminal.environment[KEY];
  if (!apiKey) throw new UsageError(`${KEY} must hold the key of the account.`);
  const client = new CrowdClient({ baseUrl: url, apiKey });
  for (const id of ids) {
    await client.projects.delete(id);
    terminal.print(json ? JSON.stringify({ crowd_id: id, deleted: true }) : `${id} is deleted.`);
  }
}
