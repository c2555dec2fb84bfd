import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  type Caller,
  createService,
  NO_LIMITS,
  openAccount,
  type Service,
  ServiceError,
} from '../../server/index.js';
import { cacheKit } from '../cache-kit.js';
import { checkUsage } from '../check-usage.js';
import type { Command } from '../command.js';
import { escapeControls, toTerminalJson } from '../escape-controls.js';
import { withStorage } from '../open-data.js';
import { printTable } from '../print-table.js';
import { dataDirectory, plans, STORAGE_HELP } from '../settings.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

const PAGE = 100;

interface Options {
  readonly account: string;
  readonly name?: string | undefined;
  readonly collection?: string | undefined;
  readonly json: boolean;
  readonly data?: string | undefined;
}

type Action = (service: Service, account: Caller) => Promise<void>;

export const crowd: Command = {
  summary: 'list, create, show, rename and delete saved crowds',
  help: `Usage: three-crowd-server crowd list [options]
       three-crowd-server crowd create <recipe.json> [--name <text>] [--collection <text>] [options]
       three-crowd-server crowd show <id> [options]
       three-crowd-server crowd rename <id> <name> [options]
       three-crowd-server crowd delete <id> [options]

Works on the storage itself, whether or not a server runs. A crowd created here counts as one created over HTTP.

  --account <name>    whose crowds; it is made where there is none (default: default)
  --name <text>       the new crowd's name
  --collection <text> the new crowd's collection (default: the recipe's)
  --json              print JSON
${STORAGE_HELP}`,
  async run(args, terminal) {
    const { values, positionals } = checkUsage(() =>
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          account: { type: 'string', default: 'default' },
          name: { type: 'string' },
          collection: { type: 'string' },
          json: { type: 'boolean', default: false },
          data: { type: 'string' },
        },
      }),
    );
    const act = chooseAction(positionals, values, terminal);
    const data = dataDirectory(values.data, terminal);
    const settings = { plans: plans(terminal) };
    const kit = await cacheKit(data, terminal);
    await withStorage(data, terminal, async (storage) => {
      const { service } = await createService({ ...settings, kit, storage });
      try {
        await act(service, { ...(await openAccount(storage, values.account)), limits: NO_LIMITS });
      } finally {
        await service.close();
      }
    });
  },
};

function chooseAction([action, subject, ...rest]: string[], options: Options, terminal: Terminal): Action {
  const extra = action === 'list' ? subject : action === 'rename' ? rest[1] : rest[0];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many.`);
  switch (action) {
    case 'list':
      return (service, account) => listCrowds(service, account, options, terminal);
    case 'create':
      if (subject === undefined) throw new UsageError('Name the file with the recipe.');
      return (service, account) => createCrowd(service, account, subject, options, terminal);
    case 'show':
      if (subject === undefined) throw new UsageError('Name the crowd by its id.');
      return (service, account) => showCrowd(service, account, subject, terminal);
    case 'rename': {
      const [name] = rest;
      if (subject === undefined || name === undefined) {
        throw new UsageError('Name the crowd by its id, and say its new name.');
      }
      return (service, account) => renameCrowd(service, account, subject, name, options, terminal);
    }
    case 'delete':
      if (subject === undefined) throw new UsageError('Name the crowd by its id.');
      return (service, account) => deleteCrowd(service, account, subject, options, terminal);
    default:
      throw new UsageError(
        'Say what to do: crowd list, crowd create <recipe.json>, crowd show <id>, crowd rename <id> <name> or crowd delete <id>.',
      );
  }
}

async function listCrowds(
  service: Service,
  account: Caller,
  { json }: Options,
  terminal: Terminal,
): Promise<void> {
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await service.listCrowds(account, PAGE, cursor);
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  printTable(
    rows.map(({ crowd_id, name, collection, created_at, updated_at }) => ({
      crowd_id,
      created_at,
      updated_at,
      collection,
      name,
    })),
    json,
    terminal,
  );
}

async function createCrowd(
  service: Service,
  account: Caller,
  file: string,
  { name, collection, json }: Options,
  { print }: Terminal,
): Promise<void> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read: ${cause.code}`, { cause });
  });
  // Decoded like a request's body, without the mark that some editors put in front.
  const recipe = new TextDecoder().decode(bytes);
  const { id } = await service.changes
    .create(account, { name, collection, recipe_json: recipe })
    .catch((error: unknown) => {
      throw error instanceof ServiceError
        ? new Error(nameFile(error.message, file), { cause: error })
        : error;
    });
  print(json ? JSON.stringify({ crowd_id: id }) : id);
}

/** A complaint about the recipe, told of the file that holds it. */
function nameFile(message: string, file: string): string {
  return message.replace(/^recipe_json(?:\.|: )/, `${file}: `);
}

/** Without addresses: there may be no server that they would lead to. */
async function showCrowd(service: Service, account: Caller, id: string, { print }: Terminal): Promise<void> {
  const saved = await service.findCrowd(account, id);
  const { assets: _, ...shown } = (await service.answers.describe(saved, '', 'full')).crowd;
  print(toTerminalJson(shown));
}

async function renameCrowd(
  service: Service,
  account: Caller,
  id: string,
  name: string,
  { json }: Options,
  { print }: Terminal,
): Promise<void> {
  const crowd = await service.changes.update(account, id, { name });
  print(escapeControls(json ? JSON.stringify({ crowd_id: id, name }) : `${id} is "${crowd.name}" now.`));
}

async function deleteCrowd(
  service: Service,
  account: Caller,
  id: string,
  { json }: Options,
  { print }: Terminal,
): Promise<void> {
  await service.changes.delete(account, id);
  print(json ? JSON.stringify({ crowd_id: id, deleted: true }) : `${id} is deleted.`);
}
