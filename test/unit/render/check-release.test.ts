import { REVISION } from 'three';
import { expect, test, vi } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { UnsupportedError } from '../../../src/errors/index.js';
import { checkRelease } from '../../../src/render/check-release.js';

const [, LOWEST, BEYOND] = /^>=0\.(\d+)\.0 <0\.(\d+)\.0$/.exec(packageJson.peerDependencies.three) ?? [];

test.each([
  ['WebGLRenderer', Number(LOWEST) - 1, /needs 0\.170 or newer\. Install a newer three\.$/],
  ['WebGPURenderer', 180, /needs 0\.181 or newer\. Install a newer three, or draw with WebGLRenderer\.$/],
] as const)('%s of three 0.%i is refused, and what to do is said', (renderer, release, message) => {
  expect(() => checkRelease(renderer, release)).toThrow(UnsupportedError);
  expect(() => checkRelease(renderer, release)).toThrow(message);
});

test('what the package declares as its peer is what is drawn without a word, and what is tested here', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (let release = Number(LOWEST); release < Number(BEYOND); release++) {
    checkRelease('WebGLRenderer', release);
    if (release >= 181) checkRelease('WebGPURenderer', release);
  }
  checkRelease('WebGLRenderer');
  expect(warn).not.toHaveBeenCalled();
  expect(Number.parseInt(REVISION, 10)).toBe(Number(BEYOND) - 1);
  checkRelease('WebGPURenderer', Number(BEYOND));
  checkRelease('WebGPURenderer', Number(BEYOND) + 1);
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0][0]).toContain(`tried with three up to 0.${Number(BEYOND) - 1}`);
  warn.mockRestore();
});
