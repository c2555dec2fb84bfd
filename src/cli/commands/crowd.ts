import { Command } from 'commander';
import { findUnknownFields } from '../../protocol/index.js';
import {
  type Caller,
  createService,
  NO_LIMITS,
  openAccount,
  type Service,
  ServiceError,
} from '../../server/index.js';
import { ACCOUNT_OPTION, addAction, addTableAction } from '../program/add-action.js';
import { cacheKit } from '../program/cache-kit.js';
import { withStorage } from '../program/open-data.js';
import { printTable, type TableOptions } from '../program/print-table.js';
import { readBytes } from '../program/read-file.js';
import { dataDirectory, plans } from '../program/settings.js';
import type { Terminal } from '../program/terminal.js';
import { escapeControls, toTerminalJson } from '../program/terminal.js';

const PAGE = 100;

interface Options extends TableOptions {
  readonly account: string;
  readonly name?: string;
  readonly collection?: string;
  readonly data?: string;
}

type Work = (service: Service, account: Caller) => Promise<void>;

export function createCrowdCommand(terminal: Terminal): Command {
  const crowd = new Command('crowd')
    .summary('list, create, show, rename and delete saved crowds')
    .description(
      'Works on the storage itself, whether or not a server runs. A crowd created here counts as one created over HTTP.',
    );
  const action = (usage: string, description: string): Command =>
    addAction(crowd, usage, description).option(...ACCOUNT_OPTION);
  const lend = (options: Options, work: Work) => withService(options, terminal, work);
  addTableAction(crowd, 'list', 'List the crowds of an account')
    .option(...ACCOUNT_OPTION)
    .action((options: Options) =>
      lend(options, (service, account) => listCrowds(service, account, options, terminal)),
    );
  action('create <recipe.json>', 'Save a crowd; "-" reads the recipe from standard input')
    .option('--name <text>', 'its name')
    .option('--collection <text>', "its collection (default: the recipe's)")
    .action((file: string, options: Options) =>
      lend(options, (service, account) => createCrowd(service, account, file, options, terminal)),
    );
  action('show <id>', 'Print a crowd as JSON').action((id: string, options: Options) =>
    lend(options, async (service, account) => {
      const saved = await service.findCrowd(account, id);
      // Without addresses: there may be no server that they would lead to.
      const { assets: _, ...shown } = (await service.answers.describe(saved, '', 'full')).crowd;
      terminal.print(toTerminalJson(shown));
    }),
  );
  action('rename <id> <name>', 'Give a crowd another name').action(
    (id: string, name: string, options: Options) =>
      lend(options, async ({ changes }, account) => {
        const { crowd } = await changes.update(account, id, { name });
        const json = JSON.stringify({ crowd_id: id, name });
        terminal.print(escapeControls(options.json ? json : `${id} is "${crowd.name}" now.`));
      }),
  );
  action('delete <id>', 'Delete a crowd for good').action((id: string, options: Options) =>
    lend(options, async ({ changes }, account) => {
      await changes.delete(account, id);
      terminal.print(options.json ? JSON.stringify({ crowd_id: id, deleted: true }) : `${id} is deleted.`);
    }),
  );
  return crowd;
}

/** Lends the service that works on the storage, to act for the account. */
async function withService(options: Options, terminal: Terminal, work: Work): Promise<void> {
  const settings = { plans: plans(terminal) };
  const kit = await cacheKit(dataDirectory(options.data, terminal), terminal);
  await withStorage(options.data, terminal, async (storage) => {
    const { service } = await createService({ ...settings, kit, storage });
    try {
      await work(service, { ...(await openAccount(storage, options.account)), limits: NO_LIMITS });
    } finally {
      await service.close();
    }
  });
}

async function listCrowds(
  service: Service,
  account: Caller,
  options: Options,
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
    options,
    terminal,
  );
  if (rows.length === 0 && !options.json) terminal.printError(`${options.account} has no crowds.`);
}

async function createCrowd(
  service: Service,
  account: Caller,
  file: string,
  { name, collection, json }: Options,
  terminal: Terminal,
): Promise<void> {
  // Decoded like a request's body, without the mark that some editors put in front.
  const text = new TextDecoder().decode(await readBytes(file, terminal));
  for (const { path, meant } of findUnknownFields(parseRecipeText(text, file))) {
    if (!meant)
      terminal.printError(escapeControls(`${file}: ${path} is no field of a recipe, and has no effect.`));
  }
  const { crowd } = await service.changes
    .create(account, { name, collection, recipe_json: text })
    .catch((error: unknown) => {
      throw error instanceof ServiceError
        ? new Error(nameFile(error.message, file), { cause: error })
        : error;
    });
  terminal.print(json ? JSON.stringify({ crowd_id: crowd.id }) : crowd.id);
}

/** @throws {Error} naming the file, and the line where it stops being JSON */
function parseRecipeText(text: string, file: string): object {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? data : {};
  } catch (cause) {
    const { message } = cause as SyntaxError;
    const position = /position (\d+)/.exec(message)?.[1];
    const before = position === undefined ? '' : text.slice(0, Number(position));
    const line = position === undefined ? '' : `:${before.split('\n').length}`;
    throw new Error(`${file}${line} is not JSON: ${message}`, { cause });
  }
}

/** A message about the recipe that names the file instead of the field. */
function nameFile(message: string, file: string): string {
  return message.replace(/^recipe_json(?:\.|: )/, `${file}: `);
}
