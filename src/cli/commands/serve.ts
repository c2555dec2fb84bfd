import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { Command } from 'commander';
import pino from 'pino';
import {
  type CrowdService,
  createCrowdService,
  listen,
  openStorage,
  SAMPLE_CROWDS,
  SAMPLE_KEY,
  type ServiceLogger,
} from '../../server/index.js';
import { cacheKit, UNFINISHED } from '../program/cache-kit.js';
import { wholeNumber } from '../program/parse-options.js';
import { readBytes } from '../program/read-file.js';
import { ReplaceableService } from '../program/replaceable-service.js';
import {
  allowsPrivateWebhooks,
  assetBaseUrl,
  baseUrl,
  DATABASE_HELP,
  DEFAULT_DRAIN_SECONDS,
  DEFAULT_FREE_REQUESTS,
  dataDirectory,
  dataOption,
  drainSeconds,
  freeRequestsPerSecond,
  hosts,
  LOG_LEVELS,
  type LogLevel,
  logLevel,
  parseSetting,
  plans,
  storageLocation,
  workers,
} from '../program/settings.js';
import type { Terminal } from '../program/terminal.js';
import { Supervisor } from '../workers/supervisor.js';
import { WorkerLink } from '../workers/worker-link.js';

const DEFAULT_PORT = '8787';

interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly baseUrl?: string;
  readonly data?: string;
  readonly workers?: string;
  readonly settings?: string;
}

export function createServe(terminal: Terminal): Command {
  return new Command('serve')
    .summary('run the crowd service with its sample crowds')
    .description(
      'Runs the crowd service until it is stopped with Ctrl+C or SIGTERM. The first start makes the sample kit.',
    )
    .option('--port <number>', `port to listen on, 0 for a free one (default: PORT, else ${DEFAULT_PORT})`)
    .option('--host <name>', 'interface to listen on (default: HOST, else 127.0.0.1, this machine alone)')
    .option(
      '--base-url <url>',
      'public address of the service, where a proxy before it changes the address that callers ask for ' +
        '(default: THREE_CROWD_BASE_URL)',
    )
    .addOption(dataOption())
    .option(
      '--workers <number>',
      'number of processes that answer requests on this port; 0 is one for each core (default: THREE_CROWD_WORKERS, else 1)',
    )
    .option(
      '--settings <file>',
      'file with lines such as THREE_CROWD_LOG=info, for variables that the environment does not set; SIGHUP reads it again',
    )
    .addHelpText('after', SERVE_HELP)
    .action((options: ServeOptions) => serve(options, terminal));
}

const SERVE_HELP = `${DATABASE_HELP}
  THREE_CROWD_LOG     ${LOG_LEVELS.join(', ')}: how much to log, as JSON lines on standard error
                      (default: warn; info has a line for each request)
  THREE_CROWD_PLANS   JSON with plans beside the built-in ones, or in their place:
                      {"studio":{"maxSize":20000,"quota":1000000}}
  ASSET_BASE_URL      address under which callers find the assets, where it is not the service's own: a CDN
  THREE_CROWD_HOSTS   names, separated by commas, under which tools may reach /mcp
  THREE_CROWD_FREE_REQUESTS  requests a second that are not billed, of one account, and of one
                      address without a valid key (default: ${DEFAULT_FREE_REQUESTS})
  THREE_CROWD_PRIVATE_WEBHOOKS  yes: messages of webhooks may also go to http addresses and to this
                      machine's network, which every key could then reach (default: no)
  THREE_CROWD_DRAIN   seconds from SIGTERM, when /ready turns to 503, until no more connections are
                      taken (default: ${DEFAULT_DRAIN_SECONDS})`;

async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const settings = await readSettings(options, terminal);
  const logger = createLogger(settings.logLevel, terminal);
  // Before the workers start, each of which would otherwise make a kit.
  const kit = await cacheKit(settings.data, terminal);
  if (settings.workers > 1 && cluster.isPrimary) await supervise(settings.workers, logger, terminal);
  else {
    // An open channel to the supervisor would keep the process alive.
    await answerRequests(options, settings, kit, terminal).finally(() => cluster.worker?.disconnect());
  }
}

async function supervise(count: number, logger: ServiceLogger, terminal: Terminal): Promise<void> {
  const supervisor = new Supervisor(logger);
  const stopped = terminal.stopped();
  announce(await supervisor.start(count), terminal);
  terminal.onReload(() => supervisor.reload());
  await supervisor.stop(await stopped);
}

async function answerRequests(
  options: ServeOptions,
  settings: Settings,
  kit: string,
  terminal: Terminal,
): Promise<void> {
  const link = cluster.isWorker ? new WorkerLink() : undefined;
  const service = new ReplaceableService(await openService(settings, kit, terminal, link));
  link?.reportWith(() => service.current.metrics());
  const server = await listen(service, settings).catch(async (cause: unknown) => {
    await service.close();
    throw explainListenError(cause, settings);
  });
  const stopped = Promise.race([terminal.stopped(), ...(link ? [link.stopped] : [])]);
  const reload = async () => {
    const logger = createLogger('warn', terminal);
    try {
      const next = await readSettings(options, terminal);
      const replacement = await openService(next, kit, terminal, link);
      logger.warn({}, 'the settings were read again');
      await service.replace(replacement);
    } catch (err) {
      logger.error({ err }, 'the settings could not be read again; the previous settings stay');
    }
  };
  terminal.onReload(reload);
  link?.onReload(reload);
  if (link) link.reportReady(server.url);
  else announce(server.url, terminal);
  const signal = await stopped;
  service.current.drain();
  server.drain();
  // A load balancer polls /ready, and has to see it before connections are refused.
  if (signal === 'SIGTERM') await setTimeout(settings.drainSeconds * 1000);
  await server.close();
  await service.close();
}

async function openService(
  settings: Settings,
  kit: string,
  terminal: Terminal,
  link: WorkerLink | undefined,
): Promise<CrowdService> {
  const logger = createLogger(settings.logLevel, terminal);
  return createCrowdService({
    ...settings,
    kit,
    pastKits: await findPastKits(settings.data, kit),
    storage: await openStorage({
      location: settings.location,
      isPatient: true,
      // The error carries the whole client, the connection's secrets among it.
      onError: ({ message }) => logger.warn({ reason: message }, 'the database cannot be reached'),
    }),
    examples: besideTheProgram('examples/', terminal),
    sdk: besideTheProgram('sdk/', terminal),
    generation: { threads: Math.max(1, Math.floor(availableParallelism() / settings.workers) - 1) },
    describeMetrics: link && (() => link.gatherMetrics()),
    dashboard: besideTheProgram('dashboard/', terminal),
    crowdApp: besideTheProgram('crowd-app/', terminal),
    logger,
  });
}

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** All are read at the start, so that a wrong setting fails there. */
async function readSettings(options: ServeOptions, outer: Terminal) {
  const file = options.settings === undefined ? undefined : await readBytes(options.settings, outer);
  const environment = { ...parseEnv(new TextDecoder().decode(file)), ...outer.environment };
  const terminal = { ...outer, environment };
  const data = dataDirectory(options.data, terminal);
  return {
    port: parseSetting(
      options.port ?? (environment['PORT'] || DEFAULT_PORT),
      'The port (--port or PORT)',
      wholeNumber(0, 65_535),
    ),
    host: options.host ?? (environment['HOST'] || '127.0.0.1'),
    data,
    location: storageLocation(data, terminal),
    baseUrl: baseUrl(options.baseUrl, terminal),
    assetBaseUrl: assetBaseUrl(terminal),
    hosts: hosts(terminal),
    plans: plans(terminal),
    logLevel: logLevel(terminal),
    drainSeconds: drainSeconds(terminal),
    freeRequestsPerSecond: freeRequestsPerSecond(terminal),
    workers: workers(options.workers, terminal),
    webhooks: { allowPrivate: allowsPrivateWebhooks(terminal) },
  };
}

/** Kits that earlier versions made here: crowds of then are shown with them. */
async function findPastKits(data: string, current: string): Promise<string[]> {
  const names = await readdir(data);
  return (
    names
      // Another process may be making one.
      .filter((name) => !name.endsWith(UNFINISHED))
      .map((name) => join(data, name))
      .filter((path) => path !== current && existsSync(join(path, 'kit.json')))
  );
}

function announce(url: string, { print, printColors }: Terminal): void {
  print(`three-crowd ready at ${printColors.cyan(url)}`);
  print('');
  print(printColors.bold('Sample crowds'));
  for (const { id, name, recipe } of SAMPLE_CROWDS) {
    print(`  ${id}  ${String(recipe.size).padStart(5)}  ${name}`);
  }
  print(printColors.bold('Sample key'));
  print(`  ${SAMPLE_KEY}`);
  print('Stop with Ctrl+C');
}

function besideTheProgram(name: string, { home }: Terminal): string | undefined {
  const directory = fileURLToPath(new URL(name, home));
  return existsSync(directory) ? directory : undefined;
}

function explainListenError(cause: unknown, { host, port }: { host: string; port: number }): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new Error(`Port ${port} is in use. Give another with --port, or 0 for any that is free.`, {
      cause,
    });
  }
  if (code === 'EACCES') return new Error(`Port ${port} needs more rights than this process has.`, { cause });
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new Error(`${host} is no interface of this machine.`, { cause });
  }
  return cause;
}

/** Logs as JSON lines to standard error, as standard output is for results. */
function createLogger(level: LogLevel, { printError }: Terminal): ServiceLogger {
  return pino(
    { level, timestamp: pino.stdTimeFunctions.isoTime, base: null },
    { write: (line: string) => printError(line.trimEnd()) },
  );
}
