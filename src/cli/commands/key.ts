import { parseArgs } from 'node:util';
import { DEFAULT_PLAN, issueKey, type KeyLimits, openAccount, type Storage } from '../../server/index.js';
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
  readonly limits: Partial<KeyLimits>;
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
  --read-only         it gets and lists crowds, and changes none
  --collection <text> it is for the crowds of one collection
  --origin <origin>   only pages of this origin may send it, such as https://shop.example; may be given again
  --expires <time>    it opens nothing from then on, such as 2027-01-31 or 2027-01-31T12:00:00Z
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
          'read-only': { type: 'boolean', default: false },
          collection: { type: 'string' },
          origin: { type: 'string', multiple: true },
          expires: { type: 'string' },
          json: { type: 'boolean', default: false },
          data: { type: 'string' },
        },
      }),
    );
    const [action, id, ...rest] = positionals;
    const options: Options = { ...values, plan: values.plan, limits: parseLimits(values) };
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
  { account: name, plan, label, limits, json }: Options,
  { print, complain }: Terminal,
): Promise<void> {
  const account = await openAccount(storage, name, plan);
  const { key, stored } = await issueKey(storage, account, label, limits);
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
  const rows = keys.map(({ id, label, createdAt, revokedAt, access, collection, origins, expiresAt }) => ({
    id,
    created_at: createdAt,
    revoked_at: revokedAt,
    expires_at: expiresAt,
    access,
    collection,
    origins: json ? origins : origins?.join(' '),
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

/** @throws {UsageError} naming the option that cannot be */
function parseLimits(values: {
  'read-only'?: boolean;
  collection?: string;
  origin?: string[];
  expires?: string;
}): Partial<KeyLimits> {
  return {
    access: values['read-only'] ? 'read' : 'write',
    collection: values.collection ?? null,
    origins: values.origin?.map(parseOrigin) ?? null,
    expiresAt: values.expires === undefined ? null : parseTime(values.expires),
  };
}

function parseOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : undefined;
  if (origin !== text.replace(/\/$/, '')) {
    throw new UsageError(
      `--origin must be the origin of a page, such as https://shop.example, not "${text}".`,
    );
  }
  return origin;
}

function parseTime(text: string): string {
  const time = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime()) || time.getTime() <= Date.now()) {
    throw new UsageError(`--expires must be a time to come, such as 2027-01-31T12:00:00Z, not "${text}".`);
  }
  return time.toISOString();
}
