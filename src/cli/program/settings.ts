import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { PLANS, type Plans, parsePlans } from '../../server/index.js';
import { UsageError, wholeNumber } from './parse-options.js';
import type { Terminal } from './terminal.js';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const DEFAULT_DATA = '.three-crowd';
export const DEFAULT_DRAIN_SECONDS = 3;
export const DEFAULT_FREE_REQUESTS = 500;
const MOST_FREE_REQUESTS = 1_000_000;
const MOST_DRAIN_SECONDS = 600;
const MOST_WORKERS = 256;

/** `--data`, of all commands that keep something. */
export function dataOption(): Option {
  return new Option(
    '--data <directory>',
    `where the crowds are kept, in crowds.db, and the kit (default: THREE_CROWD_DATA, else ${DEFAULT_DATA})`,
  );
}

/** End of the help of all commands that use the database. */
export const DATABASE_HELP = `
Environment:
  DATABASE_URL  a PostgreSQL database to keep the crowds in instead: postgres://user:password@host/name`;

/** Text of an environment variable; one that is empty counts as not set. */
function read({ environment }: Terminal, name: string): string | undefined {
  return environment[name] || undefined;
}

/** The directory for the kit and the crowds. */
export function dataDirectory(option: string | undefined, terminal: Terminal): string {
  return option ?? read(terminal, 'THREE_CROWD_DATA') ?? DEFAULT_DATA;
}

/** Location of the database. @throws {UsageError} if `DATABASE_URL` names no PostgreSQL */
export function storageLocation(data: string, terminal: Terminal): string {
  const url = read(terminal, 'DATABASE_URL');
  if (url === undefined) return join(data, 'crowds.db');
  if (!/^postgres(?:ql)?:\/\/./.test(url) || !URL.canParse(url)) {
    // Its value is not repeated: it may hold a password.
    throw new UsageError('DATABASE_URL must be an address such as "postgres://user:password@host/name".');
  }
  return url;
}

/** @throws {UsageError} if `THREE_CROWD_PLANS` holds none */
export function plans(terminal: Terminal): Plans {
  const text = read(terminal, 'THREE_CROWD_PLANS');
  if (text === undefined) return PLANS;
  try {
    return parsePlans(text);
  } catch (cause) {
    throw new UsageError(`THREE_CROWD_PLANS: ${(cause as Error).message}`, { cause });
  }
}

/** @throws {UsageError} if `THREE_CROWD_LOG` is no level */
export function logLevel(terminal: Terminal): LogLevel {
  const text = read(terminal, 'THREE_CROWD_LOG') ?? 'warn';
  const level = LOG_LEVELS.find((level) => level === text);
  if (!level) throw new UsageError(`THREE_CROWD_LOG must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
  return level;
}

/** Seconds between the wish to stop and the end of listening. @throws {UsageError} if `THREE_CROWD_DRAIN` is none */
export function drainSeconds(terminal: Terminal): number {
  const text = read(terminal, 'THREE_CROWD_DRAIN') ?? String(DEFAULT_DRAIN_SECONDS);
  return parseSetting(text, 'THREE_CROWD_DRAIN', wholeNumber(0, MOST_DRAIN_SECONDS));
}

/** Limit of free requests. @throws {UsageError} if `THREE_CROWD_FREE_REQUESTS` is no number */
export function freeRequestsPerSecond(terminal: Terminal): number {
  const text = read(terminal, 'THREE_CROWD_FREE_REQUESTS') ?? String(DEFAULT_FREE_REQUESTS);
  return parseSetting(text, 'THREE_CROWD_FREE_REQUESTS', wholeNumber(1, MOST_FREE_REQUESTS));
}

/** Number of processes that answer requests. @throws {UsageError} if the option or `THREE_CROWD_WORKERS` is no number */
export function workers(option: string | undefined, terminal: Terminal): number {
  const text = option ?? read(terminal, 'THREE_CROWD_WORKERS') ?? '1';
  const count = parseSetting(
    text,
    'The number of workers (--workers or THREE_CROWD_WORKERS)',
    wholeNumber(0, MOST_WORKERS),
  );
  return count === 0 ? availableParallelism() : count;
}

/** A setting that comes as text from anywhere. @throws {UsageError} naming the setting */
export function parseSetting<Value>(text: string, name: string, parse: (text: string) => Value): Value {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof InvalidArgumentError)) throw cause;
    throw new UsageError(`${name} is wrong. ${cause.message}`, { cause });
  }
}

/** Names of hosts in `THREE_CROWD_HOSTS`, separated by commas. */
export function hosts(terminal: Terminal): string[] {
  const names = (read(terminal, 'THREE_CROWD_HOSTS') ?? '').split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/** True if messages of webhooks may go anywhere. @throws {UsageError} if `THREE_CROWD_PRIVATE_WEBHOOKS` is neither */
export function allowsPrivateWebhooks(terminal: Terminal): boolean {
  const text = read(terminal, 'THREE_CROWD_PRIVATE_WEBHOOKS') ?? 'no';
  if (text !== 'yes' && text !== 'no') {
    throw new UsageError(`THREE_CROWD_PRIVATE_WEBHOOKS must be yes or no, not "${text}".`);
  }
  return text === 'yes';
}

/** The address that callers reach the service under. @throws {UsageError} if it is none */
export function baseUrl(option: string | undefined, terminal: Terminal): string | undefined {
  return checkAddress(option ?? read(terminal, 'THREE_CROWD_BASE_URL'), '--base-url or THREE_CROWD_BASE_URL');
}

/** The address that callers find the assets under. @throws {UsageError} if it is none */
export function assetBaseUrl(terminal: Terminal): string | undefined {
  return checkAddress(read(terminal, 'ASSET_BASE_URL'), 'ASSET_BASE_URL');
}

function checkAddress(text: string | undefined, setting: string): string | undefined {
  if (text !== undefined && !(URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) {
    throw new UsageError(`The base address (${setting}) "${text}" is no http or https address.`);
  }
  return text;
}
