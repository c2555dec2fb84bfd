import type { Reporter, TestModule, Vitest } from 'vitest/node';

/**
 * Ends the run with the plain line `N passed, N failed`, which CI reads. Files that fail to load count too, and tests
 * that are skipped count as failed; only those that a filter of tags leaves out do not count.
 */
export default class TallyReporter implements Reporter {
  #filtersTags = false;

  onInit({ config }: Vitest): void {
    this.#filtersTags = (config.tagsFilter ?? []).length > 0;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0;
    let failed = 0;
    let leftOut = 0;
    for (const module of modules) {
      let tests = 0;
      for (const test of module.children.allTests()) {
        tests += 1;
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'skipped' && this.#filtersTags && test.tags.length > 0) leftOut += 1;
        else failed += 1;
      }
      if (tests === 0 || (module.errors().length > 0 && module.state() === 'failed')) failed += 1;
    }
    if (leftOut > 0) console.log(`\n${leftOut} tests are left to npm run test:nightly`);
    console.log(`\n${passed} passed, ${failed} failed`);
  }
}
