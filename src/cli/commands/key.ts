import { parseArgs } from 'node:util';
import { DEFAULT_PLAN, issueKey, openAccount, type Storage } from '../../server/index.js';
import { checkUsage } from '../check-usage.js';
import type { Command } from '../command.js';
import { withStorage } from '../open-data.js';
import { printTable } from '../print-table.js';
import { dataDirectory, plans, STORAGE_HELP } from '../settings.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

interface Options {
  readonly account: string;
  readonly plan: string | undefined;
  readonly label: string;
  readonly json: boolean;
}

export const key: Command = {
  summary: 'create, list and revoke API keys',
  help: `Usage: three-crowd-server key create [--account <name>] [--plan <name>] [--label <text>] [options]
       three-crowd-server key list [--account <name>] [options]
       three-crowd-server key revoke <id> [options]

A key is shown when it is created and never again: only its hash is kept.

  --account <name>    whose keys; it is made where there is none (default: default)
  --plan <name>       what the account may do from now on (default for a new one: ${DEFAULT_PLAN})
  --label <text>      what the key is for
  --json              print JSON
${STORAGE_HELP}`,
  async run(args, terminal) {
    const { values, positionals } = checkUsage(() =>
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          account: { type: 'string', default: 'default' },
          plan: { type: 'string' },
          label: { type: 'string', default: '' },
          json: { type: 'boolean', default: false },
          data: { type: 'string' },
        },
      }),
    );
    const [action, id, ...rest] = positionals;
    const options: Options = { ...values, plan: values.plan };
    if (options.plan !== undefined && !Object.hasOwn(plans(terminal), options.plan)) {
      throw new UsageError(`--plan must be one of ${Object.keys(plans(terminal)).join(', ')}.`);
    }
    const work = chooseAction(action, id, options, terminal);
    if (rest.length > 0 || (id !== undefined && action !== 'revoke')) {
      throw new UsageError(`"${rest[0] ?? id}" is one argument too many.`);
    }
    await withStorage(dataDirectory(values.data, terminal), terminal, work);
  },
};

function chooseAction(
  action: string | undefined,
  id: string | undefined,
  options: Options,
  terminal: Terminal,
): (storage: Storage) => Promise<void> {
  switch (action) {
    case 'create':
      return (storage) => createKey(storage, options, terminal);
    case 'list':
      return (storage) => listKeys(storage, options, terminal);
    case 'revoke':
      if (id === undefined)
        throw new UsageError('Name the key by its id, as "three-crowd-server key list" shows it.');
      return (storage) => revokeKey(storage, id, options, terminal);
    default:
      throw new UsageError('Say what to do: key create, key list or key revoke <id>.');
  }
}

async function createKey(
  storage: Storage,
  { account: name, plan, label, json }: Options,
  { print, complain }: Terminal,
): Promise<void> {
  const account = await openAccount(storage, name, plan);
  const { key, stored } = await issueKey(storage, account, label);
  if (json) print(JSON.stringify({ id: stored.id, key, account: account.name, plan: account.plan, label }));
  else {
    print(key);
    complain(`Keep it: it is not shown again. Its id is ${stored.id}, its account ${account.name}.`);
  }
}

async function listKeys(
  storage: Storage,
  { account: name, json }: Options,
  terminal: Terminal,
): Promise<void> {
  const account = await storage.findAccount(name);
  const keys = account ? await storage.listKeys(account.id) : [];
  const rows = keys.map(({ id, label, createdAt, revokedAt }) => ({
    id,
    created_at: createdAt,
    revoked_at: revokedAt,
    label,
  }));
  printTable(rows, json, terminal);
}

async function revokeKey(
  storage: Storage,
  id: string,
  { json }: Options,
  { print }: Terminal,
): Promise<void> {
  const at = new Date().toISOString();
  if (!(await storage.revokeKey(id, at))) throw new Error(`There is no key ${id} that could be revoked.`);
  print(json ? JSON.stringify({ id, revoked_at: at }) : `${id} opens nothing any more.`);
}
