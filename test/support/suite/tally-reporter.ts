import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { type DeclaredTest, findDailyGaps } from './daily-gaps.js';
import { writeFailure } from './tally.js';

/**
 * Ends a run with a line `failed: …` for each failure and the line `N passed, N failed`. Files that fail to load and skipped
 * tests count as failed; tests that a filter of tags or names excludes do not count. With a filter of tags, violations of
 * the rules in `daily-gaps.ts` count as failed.
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
      const file = module.relativeModuleId;
      let tests = 0;
      for (const test of module.children.allTests()) {
        tests += 1;
        const { state, errors } = test.result();
        const isNightly = test.tags.includes('nightly');
        declared.push({ file, title: test.fullName, isNightly });
        if (state === 'passed') passed += 1;
        else if (state === 'skipped' && this.#filtersNames) continue;
        else if (state === 'skipped' && this.#filtersTags && isNightly) leftOut += 1;
        else
          failures.push(writeFailure({ file, title: test.fullName, reason: errors?.[0]?.message ?? state }));
      }
      const errors = module.errors();
      if (tests === 0 || (errors.length > 0 && module.state() === 'failed'))
        failures.push(writeFailure({ file, reason: errors[0]?.message ?? 'has no tests' }));
    }
    const gaps = this.#filtersTags && !this.#filtersNames ? findDailyGaps(declared) : [];
    failures.push(...gaps.map((gap) => `failed: ${gap}`));
    if (gaps.length > 0) process.exitCode = 1;
    if (leftOut > 0) console.log(`\n${leftOut} tests run only in npm run test:nightly`);
    console.log(['', ...failures, `${passed} passed, ${failures.length} failed`].join('\n'));
  }
}
