import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/**
 * Why a check may fail: it asks for what this server does not offer, and the suite itself says so in these words. Tools
 * and prompts of its reference server exist nowhere else.
 */
const NOT_OFFERED: readonly (readonly [reason: string, scenarios: RegExp, message: RegExp])[] = [
  ['calls a tool of the reference server', /^/, /\bTool '?(?!svc_)\w+'? not found/],
  ['needs a tool, or header annotations, of the reference server', /^/, /^Not testable: /],
  ['there are no prompts', /^(?:prompts-|caching$|input-required-result-non-tool)/, /Method not found/],
  ['there are no resources', /^(?:resources-|caching$)/, /Method not found/],
  ['there is nothing whose arguments could be completed', /^completion-/, /Method not found/],
  ['a stateless server has no log level to set', /^(?:logging-|tools-call-with-logging)/, /Method not found/],
  ['tasks are an extension, and not declared', /^tasks-/, /^/],
];

/** Every other failure that is expected, and why. */
const EXPECTED: Readonly<Record<string, string>> = {
  'input-required-result-multi-round':
    'Its tool is missing too (test_input_required_result_multi_round); the check does not show that answer.',
  'input-required-result-tampered-state':
    'Its tool is missing too (test_input_required_result_tampered_state); the check does not show that answer.',
};

/** What must have been asked, and passed whole, or the run was for nothing. */
const LEAST: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': ['tools-list', 'dns-rebinding-protection', 'http-header-validation'],
};

/**
 * Judges what the conformance suite left in a directory, and prints how it went.
 *
 * @returns what is wrong; nothing if every check passed or fails for a known reason
 */
export async function judgeConformance(era: string, directory: string): Promise<string[]> {
  const reasons = new Map<string, number>();
  const complaints: string[] = [];
  const failed = new Set<string>();
  const passed = new Set<string>();
  for (const { scenario, checks } of await readResults(directory)) {
    for (const { id, status, errorMessage = '' } of checks) {
      if (status === 'SUCCESS') reasons.set('passed', (reasons.get('passed') ?? 0) + 1);
      if (status !== 'FAILURE') continue;
      failed.add(scenario);
      const reason = reasonOf(scenario, errorMessage);
      if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      else complaints.push(`${era} ${scenario}, ${id}: ${errorMessage}`);
    }
    if (!failed.has(scenario)) passed.add(scenario);
  }
  for (const scenario of LEAST[era]) {
    if (!passed.has(scenario)) complaints.push(`${era} ${scenario} did not pass.`);
  }
  for (const scenario of Object.keys(EXPECTED)) {
    if (passed.has(scenario)) complaints.push(`${era} ${scenario} passes, and need not be expected to fail.`);
  }
  console.log(`${era}: ${passed.size} scenarios passed whole`);
  console.table(Object.fromEntries(reasons));
  return complaints;
}

function reasonOf(scenario: string, message: string): string | undefined {
  const rule = NOT_OFFERED.find(([, scenarios, words]) => scenarios.test(scenario) && words.test(message));
  return rule?.[0] ?? EXPECTED[scenario];
}

/** The checks of each scenario, whose directory is called `server-<scenario>-<time>`. */
async function readResults(directory: string): Promise<{ scenario: string; checks: Check[] }[]> {
  const names = await readdir(directory);
  return Promise.all(
    names.map(async (name) => ({
      scenario: name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
      checks: JSON.parse(await readFile(join(directory, name, 'checks.json'), 'utf8')) as Check[],
    })),
  );
}
