import { readFailure, readTally, type Tally } from './tally.js';

/** Runs an npm script with arguments. Returns its exit code and all of its output. */
export type RunScript = (
  script: string,
  args?: readonly string[],
) => Promise<{ readonly code: number | null; readonly text: string }>;

/** Number of flaky tests that a run accepts. */
const MOST_FLAKY = 3;
/** Maximum number of failures that are run again: more are no accident. */
const MOST_REPEATED = 10;

/**
 * Runs chains of scripts side by side. A chain ends early if its build fails. Then each failed test runs once more, alone: it
 * is flaky if it passes.
 *
 * @returns the last lines of the report: failures, flaky tests, and `N passed, N failed`
 */
export async function runChains(chains: readonly (readonly string[])[], run: RunScript): Promise<string[]> {
  const runs: { script: string; tally: Tally }[] = [];
  const runChain = async (scripts: readonly string[]): Promise<void> => {
    for (const script of scripts) {
      const { code, text } = await run(script);
      const tally = readTally(script, code, text);
      runs.push({ script, tally });
      if (tally.failed > 0 && script === 'build') break;
    }
  };
  await Promise.all(chains.map(runChain));
  const lines = runs.flatMap(({ script, tally }) => tally.failures.map((line) => ({ script, line })));
  const failures: string[] = [];
  const flaky: string[] = [];
  for (const { script, line } of lines) {
    const test = lines.length <= MOST_REPEATED ? readFailure(line) : undefined;
    if (test && (await passesAlone(script, test.args, run))) flaky.push(`flaky: ${test.name}`);
    else failures.push(line);
  }
  let failed = sum(runs, 'failed') - flaky.length;
  if (flaky.length > MOST_FLAKY) {
    failures.push(`failed: ${flaky.length} tests are flaky, at most ${MOST_FLAKY} may be`);
    failed += 1;
  }
  return [...failures, ...flaky, `${sum(runs, 'passed') + flaky.length} passed, ${failed} failed`];
}

async function passesAlone(script: string, args: readonly string[], run: RunScript): Promise<boolean> {
  const { code, text } = await run(script, args);
  const { passed, failed } = readTally(script, code, text);
  return passed > 0 && failed === 0;
}

function sum(runs: readonly { tally: Tally }[], count: 'passed' | 'failed'): number {
  return runs.reduce((total, { tally }) => total + tally[count], 0);
}
