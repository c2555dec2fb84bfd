import { Command } from 'commander';
import { periodOf, type Storage } from '../../server/index.js';
import { addAction, addTableAction } from '../program/add-action.js';
import { withStorage } from '../program/open-data.js';
import { UsageError } from '../program/parse-options.js';
import { printTable, type TableOptions } from '../program/print-table.js';
import type { Terminal } from '../program/terminal.js';

interface Options extends TableOptions {
  readonly data?: string;
  readonly month?: string;
  readonly csv?: boolean;
}

export function createAccountCommand(terminal: Terminal): Command {
  const account = new Command('account')
    .summary('list accounts and their use, suspend and resume them')
    .description('Accounts are created with their first key: see "key create".');
  const lend = (options: Options, work: (storage: Storage) => Promise<void>) =>
    withStorage(options.data, terminal, work);
  addTableAction(account, 'list', 'List all accounts').action((options: Options) =>
    lend(options, (storage) => list(storage, options, terminal)),
  );
  addTableAction(account, 'usage', 'Print the billable requests of all accounts in a month')
    .option('--month <month>', 'such as 2027-01, in UTC (default: this month)')
    .option('--csv', 'print CSV (RFC 4180)')
    .action((options: Options) => lend(options, (storage) => printUsage(storage, options, terminal)));
  addAction(account, 'suspend <name>', 'Refuse all keys of an account until it is resumed').action(
    (name: string, options: Options) =>
      lend(options, (storage) => suspend(storage, name, new Date().toISOString(), options, terminal)),
  );
  addAction(account, 'resume <name>', 'Accept the keys of a suspended account again').action(
    (name: string, options: Options) =>
      lend(options, (storage) => suspend(storage, name, null, options, terminal)),
  );
  return account;
}

async function list(storage: Storage, options: Options, terminal: Terminal): Promise<void> {
  const accounts = await storage.listAccounts(periodOf(new Date()));
  const rows = accounts.map(({ name, plan, used, suspendedAt }) => ({
    name,
    plan,
    used,
    suspended_at: suspendedAt,
  }));
  printTable(rows, options, terminal);
}

async function printUsage(storage: Storage, options: Options, terminal: Terminal): Promise<void> {
  const { month = periodOf(new Date()), csv } = options;
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) {
    throw new UsageError(`--month must be a month such as 2027-01, not "${month}".`);
  }
  const accounts = await storage.listAccounts(month);
  const rows = accounts.map(({ name, plan, used }) => ({ month, account: name, plan, used }));
  if (!csv) return printTable(rows, options, terminal);
  terminal.print('month,account,plan,used');
  for (const row of rows) terminal.print(Object.values(row).map(toCsvField).join(','));
}

/** A field of RFC 4180. A text that a spreadsheet would run as a formula begins with an apostrophe. */
function toCsvField(value: string | number): string {
  const text = String(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function suspend(
  storage: Storage,
  name: string,
  at: string | null,
  { json }: Options,
  { print }: Terminal,
): Promise<void> {
  if (!(await storage.suspendAccount(name, at))) throw new Error(`There is no account "${name}".`);
  const state = at === null ? 'resumed' : 'suspended';
  print(json ? JSON.stringify({ name, suspended_at: at }) : `${name} is ${state}.`);
}
