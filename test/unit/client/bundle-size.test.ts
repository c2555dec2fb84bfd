import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const ENTRY = resolve(import.meta.dirname, '../../../src/client/index.ts');
/** ky, the HTTP library, is 8.5 KB of it; without it, and with a retry loop of our own, it was 15.5 KB. */
const MOST_BYTES = 24 * 1024;

test('the client with its HTTP library and its validation is at most 24 KiB to download', async () => {
  const { outputFiles } = await build({
    // What a page takes: `verifyWebhook` is for servers, and bundlers leave it out.
    stdin: {
      contents: `export { CrowdClient } from ${JSON.stringify(ENTRY)};`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const size = gzipSync(outputFiles[0].contents, { level: 9 }).byteLength;
  expect(size).toBeGreaterThan(5 * 1024);
  expect(size).toBeLessThanOrEqual(MOST_BYTES);
});
