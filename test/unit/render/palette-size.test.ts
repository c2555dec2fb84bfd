import { UnsupportedError } from 'three-crowd';
import { expect, test } from 'vitest';
import { paletteSize } from '../../../src/render/drawing/palette.js';
import { createPaletteTexturePose } from '../../../src/render/webgpu/palette-texture-pose.js';

test.each([
  [1, 41, 4096],
  [150, 41, 16_384],
  [5_000, 41, 4096],
  [100_000, 24, 8192],
  [3, 4096, 4096],
])('%i characters of %i bones have a block each on textures of %i', (characters, bones, limit) => {
  const { width, height, acrossBits } = paletteSize(characters, bones, limit);
  expect(width).toBeLessThanOrEqual(limit);
  expect(height).toBeLessThanOrEqual(limit);
  expect(width).toBe(bones * 2 ** acrossBits);
  expect(height * 2 ** acrossBits).toBeGreaterThanOrEqual(characters);
  // No line is left empty.
  expect((height - 1) * 2 ** acrossBits).toBeLessThan(characters);
});

test.each([
  ['one character is too wide', 1, 4097, 4096],
  ['there are too many', 100_000, 900, 4096],
])('%s: a clear error', (_why, characters, bones, limit) => {
  expect(() => paletteSize(characters, bones, limit)).toThrow(UnsupportedError);
});

test('with WebGPURenderer a palette is no larger than WebGPU guarantees, 8,192 texels on each side', () => {
  // Two of 4,000 bones stand side by side, so that this is one row too many.
  const data = { localPoses: { parents: new Int16Array(4_000) }, slots: 2 * 8_192 + 1 };
  expect(() => createPaletteTexturePose({} as never, data as never, {} as never)).toThrow(
    new UnsupportedError(
      '16385 characters of 4000 bones need a palette of 8000 × 8193 texels; this device allows 8192. ' +
        'Split the crowd, or draw fewer characters.',
    ),
  );
});
