import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type DeclaredTest, findDailyGaps } from './daily-gaps.js';

/**
 * Ends the run with a line `failed: name: reason` for each failure and the plain line `N passed, N failed`, which CI
 * reads. Files that fail to load count too, and tests that are skipped count as failed; only those that a filter of tags
 * or a pattern of names leaves out do not count. What a filter of tags must not leave out counts as failed too.
 */
export default class TallyReporter implements Reporter {
  #filtersTags = false;
  #filtersNames = false;

  onInit({ config }: Vitest): void {
    this.#filtersTags = (config.tagsFilter ?? []).length > 0;
    this.#filtersNames = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0;
    let leftOut = 0;
    const failures: string[] = [];
    const declared: DeclaredTest[] = [];
    for (const module of modules) {
      let tests = 0;
      for (const test of module.children.allTests()) {
        tests += 1;
        const { state, errors } = test.result();
        const isNightly = test.tags.includes('nightly');
        declared.push({ file: module.relativeModuleId, title: test.fullName, isNightly });
        if (state === 'passed') passed += 1;
        else if (state === 'skipped' && this.#filtersNames) continue;
        else if (state === 'skipped' && this.#filtersTags && isNightly) leftOut += 1;
        else
          failures.push(
            describeFailure(`${module.relativeModuleId} > ${test.fullName}`, errors?.[0]?.message ?? state),
          );
      }
      const errors = module.errors();
      if (tests === 0 || (errors.length > 0 && module.state() === 'failed'))
        failures.push(describeFailure(module.relativeModuleId, errors[0]?.message ?? 'has no tests'));
    }
    const gaps = this.#filtersTags ? findDailyGaps(declared) : [];
    failures.push(...gaps.map((gap) => `failed: ${gap}`));
    if (gaps.length > 0) process.exitCode = 1;
    if (leftOut > 0) console.log(`\n${leftOut} tests are left to npm run test:nightly`);
    console.log(['', ...failures, `${passed} passed, ${failures.length} failed`].join('\n'));
  }
}

function describeFailure(name: string, reason: string): string {
  return `failed: ${name}: ${reason.split('\n', 1)[0]}`;
}
