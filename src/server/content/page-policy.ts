import { createHash } from 'node:crypto';
import type { Content } from './content.js';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi;

/**
 * The content security policy of a built page. It allows the service's scripts, the page's inline scripts by their hashes,
 * connections and files from anywhere, and workers. Only pages of the same origin may frame it.
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
 * The content security policy of a script file, which a browser applies where the file is a worker. The worker that simplifies
 * meshes runs WebAssembly.
 */
export const SCRIPT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

/**
 * The content security policy of the dashboard, which handles keys: only the service's script files run, and they connect to
 * the service and its assets only.
 *
 * @param assetBaseUrl address of the assets; undefined for the service's own
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
