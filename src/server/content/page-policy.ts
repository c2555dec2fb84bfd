import { createHash } from 'node:crypto';
import type { Content } from './content.js';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi;

/**
 * The content security policy of a built page: scripts of the service's own and those written in the page itself, which
 * it names by their hashes. A page talks to any service, shows files from anywhere and starts workers; nobody frames it
 * but pages of the same origin.
 */
export function pagePolicyOf({ bytes }: Content): string {
  const inline = [...new TextDecoder().decode(bytes).matchAll(INLINE_SCRIPT)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    // Decoders of compressed files are WebAssembly.
    ["script-src 'self' blob: 'wasm-unsafe-eval'", ...inline].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: http: https:",
    'connect-src * data: blob:',
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/**
 * The content security policy of the dashboard, where keys are: the service's own script files and nothing else run, and
 * they talk to the service alone, and to where its assets are.
 *
 * @param assetBaseUrl where the assets are, where that is not the service itself
 */
export function dashboardPolicyOf(assetBaseUrl: string | undefined): string {
  const assets = assetBaseUrl === undefined ? '' : ` ${new URL(assetBaseUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    // Textures of a model are blobs until they are decoded.
    `connect-src 'self' blob: data:${assets}`,
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
