import { Command } from 'commander';
import { closestName } from '../../math/index.js';
import { DEFAULT_PLAN, issueKey, type KeyLimits, openAccount, type Storage } from '../../server/index.js';
import { ACCOUNT_OPTION, addAction, addTableAction } from '../program/add-action.js';
import { withStorage } from '../program/open-data.js';
import { UsageError, wholeNumber } from '../program/parse-options.js';
import { printTable, type TableOptions } from '../program/print-table.js';
import { plans } from '../program/settings.js';
import type { Terminal } from '../program/terminal.js';

interface Options extends TableOptions {
  readonly account: string;
  readonly plan?: string;
  readonly label: string;
  readonly readOnly?: boolean;
  readonly collection?: string;
  readonly origin?: string[];
  readonly expires?: string;
  readonly quota?: number;
  readonly data?: string;
}

export function createKeyCommand(terminal: Terminal): Command {
  const key = new Command('key')
    .summary('create, list and revoke API keys')
    .description('A key is shown when it is created and never again: only its hash is kept.');
  const lend = (options: Options, work: (storage: Storage) => Promise<void>) =>
    withStorage(options.data, terminal, work);
  addAction(key, 'create', 'Create a key')
    .option(...ACCOUNT_OPTION)
    .option('--plan <name>', `what the account may do from now on (default for a new one: ${DEFAULT_PLAN})`)
    .option('--label <text>', 'what the key is for', '')
    .option('--read-only', 'the key may read and list crowds, and change none')
    .option('--collection <text>', 'the key may only be used for the crowds of one collection')
    .option(
      '--origin <origin...>',
      'only pages of this origin may send it, such as https://shop.example; may be given again',
    )
    .option(
      '--expires <time>',
      'time from which the key is refused, such as 2027-01-31 or 2027-01-31T12:00:00Z',
    )
    .option(
      '--quota <number>',
      'billable requests a month of this key (default: as many as its account has)',
      wholeNumber(0, 2 ** 31 - 1),
    )
    .action(async (options: Options) => {
      checkPlan(options.plan, terminal);
      const limits = parseLimits(options);
      await lend(options, (storage) => createKey(storage, options, limits, terminal));
    });
  addTableAction(key, 'list', 'List the keys of an account')
    .option(...ACCOUNT_OPTION)
    .action((options: Options) => lend(options, (storage) => listKeys(storage, options, terminal)));
  addAction(
    key,
    'revoke <id>',
    'Revoke a key, by its id as "key list" shows it: it is refused from then on',
  ).action((id: string, options: Options) =>
    lend(options, async (storage) => {
      const at = new Date().toISOString();
      if (!(await storage.revokeKey(id, at))) throw new Error(`There is no key ${id} that could be revoked.`);
      terminal.print(options.json ? JSON.stringify({ id, revoked_at: at }) : `${id} opens nothing any more.`);
    }),
  );
  return key;
}

/** @throws {UsageError} for a plan that there is not */
function checkPlan(plan: string | undefined, terminal: Terminal): void {
  const names = Object.keys(plans(terminal));
  if (plan !== undefined && !names.includes(plan)) {
    const near = closestName(plan, names);
    throw new UsageError(`--plan must be one of ${names.join(', ')}.${near ? ` Did you mean ${near}?` : ''}`);
  }
}

async function createKey(
  storage: Storage,
  { account: name, plan, label, json }: Options,
  limits: Partial<KeyLimits>,
  { print, printError }: Terminal,
): Promise<void> {
  const account = await openAccount(storage, name, plan);
  const { key, stored } = await issueKey(storage, account, label, limits);
  if (json) print(JSON.stringify({ id: stored.id, key, account: account.name, plan: account.plan, label }));
  else {
    print(key);
    printError(`Keep it: it is not shown again. Its id is ${stored.id}, its account ${account.name}.`);
  }
}

async function listKeys(storage: Storage, options: Options, terminal: Terminal): Promise<void> {
  const { account: name, json } = options;
  const account = await storage.findAccount(name);
  const keys = account ? await storage.listKeys(account.id) : [];
  const rows = keys.map(
    ({ id, label, createdAt, revokedAt, access, collection, origins, expiresAt, quota }) => ({
      id,
      created_at: createdAt,
      revoked_at: revokedAt,
      expires_at: expiresAt,
      quota,
      access,
      collection,
      origins: json ? origins : origins?.join(' '),
      label,
    }),
  );
  printTable(rows, options, terminal);
  if (rows.length === 0 && !json) terminal.printError(`${name} has no keys.`);
}

/** @throws {UsageError} naming the option that cannot be */
function parseLimits({ readOnly, collection, origin, expires, quota }: Options): Partial<KeyLimits> {
  return {
    access: readOnly ? 'read' : 'write',
    collection: collection ?? null,
    origins: origin?.map(parseOrigin) ?? null,
    expiresAt: expires === undefined ? null : parseTime(expires),
    quota: quota ?? null,
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
