import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { alias } from './alias.js';

// The long tests of how crowds walk, with figures printed as they are measured: minutes, not seconds.
export default defineConfig({
  root: '.',
  resolve: { alias },
  test: {
    name: 'motion',
    reporters: ['default', fileURLToPath(new URL('./support/suite/tally-reporter.ts', import.meta.url))],
    tags: [{ name: 'nightly' }],
    include: ['test/motion/**/*.test.ts', 'test/unit/simulate/standards.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    fileParallelism: false,
  },
});
