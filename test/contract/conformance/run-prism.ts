/**
 * Puts Prism, as a validating proxy, in front of the service while the REST suite runs: `npm run test:prism`.
 *
 * Prism says of every exchange what in it breaks the published description. An answer may break nothing. A request
 * may, where the suite sends what is wrong on purpose and the service refuses it; one that was served may not.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../../../bench/command-line.js';
import { DETOUR_VARIABLE, EXCHANGE_HEADER, SERVICE_HEADER } from '../../support/contract/detour.js';
import { passOn } from '../../support/contract/pass-on.js';
import { createTestService, requestOf } from '../../support/contract/test-service.js';

const PACKAGE = '@stoplight/prism-cli@5.14.2';
/** Not the fuzzers: Prism ends itself where it quotes what no header can hold. */
const SUITE = ['crowd', 'files', 'operation', 'projects', 'tools'].map(
  (name) => `test/contract/server/${name}.test.ts`,
);
/** Fewer exchanges would mean that the suite went another way. */
const LEAST_EXCHANGES = 400;
/** What Prism answers by itself: preflights, broken JSON; and HEAD, since it looks for JSON in the empty body. */
const ANSWERED_BY_PRISM = 'answered by Prism itself';
const NOT_DESCRIBED = 'on routes and methods that are not described';
const REFUSED = 'wrong on purpose, and refused';

interface Violation {
  readonly location: readonly (string | number)[];
  readonly message: string;
}

const counts = { exchanges: 0, [ANSWERED_BY_PRISM]: 0, [NOT_DESCRIBED]: 0, [REFUSED]: 0 };
const violations: string[] = [];

function judge(place: string, status: number, found: readonly Violation[]): void {
  if (found.some(({ message }) => message === 'Selected route not found')) {
    counts[NOT_DESCRIBED] += 1;
    return;
  }
  const ofRequest = found.filter(({ location }) => location[0] === 'request');
  const wrong = status < 400 ? found : found.filter((violation) => !ofRequest.includes(violation));
  if (ofRequest.length > 0 && status >= 400) counts[REFUSED] += 1;
  for (const { location, message } of wrong)
    violations.push(`${place} ${status}: ${location.join('.')} ${message}`);
}

function nameOf({ headers }: IncomingMessage): string {
  return `${headers[SERVICE_HEADER]} ${headers[EXCHANGE_HEADER]}`;
}

async function serve(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Starts Prism between the suite and the services. @returns its address, and what ends it */
async function startPrism(description: string, upstream: string): Promise<{ url: string; stop(): void }> {
  const command = `exec prism proxy "${description}" ${upstream} --host 127.0.0.1 --port 0`;
  const child = spawn('npm', ['exec', '--yes', `--package=${PACKAGE}`, '--call', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const stop = () => void process.kill(-(child.pid as number));
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const address = /Prism is listening on (http:\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    child.on('exit', () => reject(new Error(`Prism did not start:\n${text}`)));
  });
  return { url, stop };
}

const directory = await mkdtemp(join(tmpdir(), 'three-crowd-'));
const description = join(directory, 'openapi.json');
commandLine('npm run test:prism', 'Runs the contract tests through Prism. Needs the registry.').parse();
const service = await createTestService();
await writeFile(description, await (await service.fetch(requestOf('/openapi.json'))).text());
await service.close();

// Each test has services of its own, and the request says which of them it is for.
const reached = new Set<string>();
const behind = await serve((incoming, outgoing) => {
  reached.add(nameOf(incoming));
  passOn(incoming, outgoing, String(incoming.headers[SERVICE_HEADER]));
});
const prism = await startPrism(description, behind.url);
const front = await serve((incoming, outgoing) => {
  passOn(incoming, outgoing, prism.url, {}, ({ statusCode = 0, headers }) => {
    counts.exchanges += 1;
    if (!reached.has(nameOf(incoming))) counts[ANSWERED_BY_PRISM] += 1;
    judge(
      `${incoming.method} ${incoming.url}`,
      statusCode,
      JSON.parse(String(headers['sl-violations'] ?? '[]')),
    );
  });
});
const suite = spawn(
  'npx',
  [
    'vitest',
    'run',
    '--config',
    'test/vitest.config.ts',
    '--project',
    'contract',
    '--project',
    'isolated',
    ...SUITE,
  ],
  {
    env: { ...process.env, [DETOUR_VARIABLE]: front.url },
    stdio: 'inherit',
  },
);
const exitCode = await new Promise<number>((resolve) => suite.on('exit', (code) => resolve(code ?? 1)));

prism.stop();
for (const { server } of [front, behind]) server.close();
await rm(directory, { recursive: true });
console.table(counts);
for (const violation of new Set(violations)) console.error(violation);
console.log(`${violations.length} violations of the description`);
process.exitCode = exitCode || Number(violations.length > 0 || counts.exchanges < LEAST_EXCHANGES);
