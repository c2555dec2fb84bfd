import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { Content, FileContent } from '../../../src/server/content/content.js';

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
  await expect(content.copy('gzip').bytes()).rejects.toThrow('no memory');
  const encoded = await content.copy('gzip').bytes();
  expect(new Uint8Array(gunzipSync(encoded))).toEqual(bytes);
  expect(content.copy('gzip').bytes()).toBe(content.copy('gzip').bytes());
});

test('a file with many requests gets a smaller brotli copy, under an ETag of its own', async () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => Math.round(Math.sin(i / 40) * 1000));
  const content = new FileContent(new TextEncoder().encode(numbers.join()), 'application/json');
  const first = content.copy('br');
  for (let request = 2; request < 16; request++) expect(content.copy('br')).toBe(first);
  content.copy('br');
  await vi.waitFor(() => expect(content.copy('br').etag).not.toBe(first.etag), { timeout: 10_000 });
  const [fast, slow] = await Promise.all([first.bytes(), content.copy('br').bytes()]);
  expect(slow.length).toBeLessThan(fast.length);
  for (const bytes of [fast, slow])
    expect(new Uint8Array(brotliDecompressSync(bytes))).toEqual(content.bytes);
});
