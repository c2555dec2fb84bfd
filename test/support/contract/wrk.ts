import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Linux lets a process that an answer wakes run at once in place of the server that wrote it, which then goes on with cold
 * caches; servers were interrupted for two of three answers. A client that waits for its turn finds several answers, as on
 * a machine of its own. In the least disturbed of seven rounds, a read from two servers took 44 µs of their time in place
 * of 54, and 10 of the database's in place of 15.
 */
const WITHOUT_PREEMPTING = ['--batch', '0'];

export interface WrkOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly key: string;
  /** True to send a new `Idempotency-Key` with each request. @default false */
  readonly isKeyed?: boolean;
}

/**
 * Requests a second that wrk gets answered: it takes a tenth of the processor time that a client in Node does, which
 * would be measured with the servers on a machine of two cores. Needs `wrk`.
 *
 * @throws if a request fails
 */
export async function loadWithWrk(
  url: string,
  { connections, seconds, key, isKeyed = false }: WrkOptions,
): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'three-crowd-wrk-'));
  const script = join(directory, 'request.lua');
  await writeFile(script, createScript(isKeyed ? 'Idempotency-Key' : 'X-Request-Id'));
  const settings = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`];
  const headers = ['--header', `Authorization: Bearer ${key}`];
  // The last is what makes the names of this run its own.
  const { stdout } = await promisify(execFile)('chrt', [
    ...WITHOUT_PREEMPTING,
    'wrk',
    ...settings,
    ...headers,
    '--script',
    script,
    url,
    '--',
    crypto.randomUUID(),
  ]);
  await rm(directory, { recursive: true });
  const perSecond = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1]);
  if (!(perSecond > 0) || /Socket errors|Non-2xx/.test(stdout)) throw new Error(stdout);
  return perSecond;
}

/** Each request has a header of its own, so that making keyed requests takes wrk no longer than making others. */
const createScript = (header: string) => `
local run, count = "", 0
function init(arguments) run = arguments[1] end
function request()
  count = count + 1
  wrk.headers["${header}"] = run .. "-" .. count
  return wrk.format()
end`;
