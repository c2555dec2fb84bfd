import { Command } from 'commander';
import type { Account, Storage } from '../../server/index.js';
import { ACCOUNT_OPTION, addAction, addTableAction } from '../program/add-action.js';
import { withStorage } from '../program/open-data.js';
import { printTable, type TableOptions } from '../program/print-table.js';
import type { Terminal } from '../program/terminal.js';

interface Options extends TableOptions {
  readonly account: string;
  readonly data?: string;
}

export function createWebhookCommand(terminal: Terminal): Command {
  const webhook = new Command('webhook')
    .summary('list and delete webhooks')
    .description('Accounts register their webhooks over HTTP: POST /v1/webhooks.');
  const lend = (options: Options, work: (storage: Storage, account: Account) => Promise<void>) =>
    withStorage(options.data, terminal, async (storage) => {
      const account = await storage.findAccount(options.account);
      if (!account) throw new Error(`There is no account "${options.account}".`);
      await work(storage, account);
    });
  addTableAction(webhook, 'list', 'List the webhooks of an account')
    .option(...ACCOUNT_OPTION)
    .action((options: Options) =>
      lend(options, async ({ webhooks }, { id }) => {
        const rows = (await webhooks.list(id)).map(({ id, createdAt, dropped, events, url }) => ({
          id,
          created_at: createdAt,
          dropped_messages: dropped,
          events: options.json ? events : events.join(' '),
          url,
        }));
        printTable(rows, options, terminal);
      }),
    );
  addAction(
    webhook,
    'delete <id>',
    'Delete a webhook, by its id as "webhook list" shows it, and the messages that wait for it',
  )
    .option(...ACCOUNT_OPTION)
    .action((id: string, options: Options) =>
      lend(options, async ({ webhooks }, account) => {
        if (!(await webhooks.remove(account.id, id)))
          throw new Error(`${account.name} has no webhook ${id}.`);
        terminal.print(options.json ? JSON.stringify({ id, deleted: true }) : `${id} is deleted.`);
      }),
    );
  return webhook;
}
