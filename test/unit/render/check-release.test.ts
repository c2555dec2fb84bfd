import { REVISION } from 'three';
import { expect, test, vi } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { UnsupportedError } from '../../../src/errors/index.js';
import { checkRelease } from '../../../src/render/check-release.js';

// Without an upper bound, which would stop `npm install` on the day of a release.
const [, LOWEST] = /^>=0\.(\d+)\.0$/.exec(packageJson.peerDependencies.three) ?? [];
const NEWEST = Number.parseInt(REVISION, 10);

test.each([
  ['WebGLRenderer', Number(LOWEST) - 1, /needs 0\.170 or newer\. Install a newer three\.$/],
  ['WebGPURenderer', 180, /needs 0\.181 or newer\. Install a newer three, or draw with WebGLRenderer\.$/],
] as const)('%s of three 0.%i is refused, and what to do is said', (renderer, release, message) => {
  expect(() => checkRelease(renderer, release)).toThrow(UnsupportedError);
  expect(() => checkRelease(renderer, release)).toThrow(message);
});

test('releases from the lowest peer to the one that is tested here draw without a word, and newer ones with one', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(Number(LOWEST)).toBeLessThan(NEWEST);
  for (let release = Number(LOWEST); release <= NEWEST; release++) {
    checkRelease('WebGLRenderer', release);
    if (release >= 181) checkRelease('WebGPURenderer', release);
  }
  checkRelease('WebGLRenderer');
  expect(warn).not.toHaveBeenCalled();
  checkRelease('WebGPURenderer', NEWEST + 1);
  checkRelease('WebGPURenderer', NEWEST + 2);
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0][0]).toContain(`tried with three up to 0.${NEWEST}`);
  warn.mockRestore();
});
