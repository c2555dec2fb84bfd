import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { Content } from '../../../src/server/content/content.js';

const failures = vi.hoisted(() => ({ left: 0 }));

vi.mock('node:zlib', async (importOriginal) => {
  const zlib = await importOriginal<typeof import('node:zlib')>();
  type Done = (error: Error | null, result?: Buffer) => void;
  const gzip = (bytes: Uint8Array, done: Done): void => {
    if (failures.left-- > 0) done(new Error('no memory'));
    else zlib.gzip(bytes, (error, result) => done(error, result));
  };
  return { ...zlib, gzip };
});

test('a compression that failed is tried again by the next request', async () => {
  failures.left = 1;
  const bytes = new TextEncoder().encode('crowd '.repeat(1000));
  const content = new Content(bytes, 'text/plain');
  await expect(content.encoded('gzip')).rejects.toThrow('no memory');
  const encoded = await content.encoded('gzip');
  expect(new Uint8Array(gunzipSync(encoded))).toEqual(bytes);
  expect(content.encoded('gzip')).toBe(content.encoded('gzip'));
});
