import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { testInTurn } from '../../support/in-turn.js';
import config from '../../vitest.config.js';

const projects = (config.test?.projects ?? []).map(
  (project) => (project as { test: { name: string } }).test.name,
);

/** Runs Vitest with the suite's own project and one test that fails, in an environment of its own. */
async function runFailing(project: string): Promise<{ status: number; output: string }> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|VITE_|TEST$)/.test(name)),
  );
  const args = ['vitest', 'run', '--config', 'test/fixtures/failing/vitest.config.ts', '--project', project];
  const vitest = spawn('npx', ['--no-install', ...args], { env });
  let output = '';
  for (const stream of [vitest.stdout, vitest.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [status] = await once(vitest, 'close');
  return { status, output };
}

testInTurn(projects, [projects.indexOf('contract')])(
  'a run of %s with a failed test has status 1',
  async (project) => {
    const { status, output } = await runFailing(project);
    expect(output).toMatch(/^0 passed, 1 failed$/m);
    expect(status).toBe(1);
  },
);
