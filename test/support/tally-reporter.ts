import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with the plain line `N passed, N failed`, which CI reads. Files that fail to load count too. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0;
    let failed = 0;
    for (const module of modules) {
      let tests = 0;
      for (const test of module.children.allTests()) {
        tests += 1;
        if (test.result().state === 'passed') passed += 1;
        else failed += 1;
      }
      if (tests === 0 || (module.errors().length > 0 && module.state() === 'failed')) failed += 1;
    }
    console.log(`\n${passed} passed, ${failed} failed`);
  }
}
