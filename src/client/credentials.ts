import { CrowdError } from '../errors/index.js';
import type { CrowdClientOptions } from './crowd-client-options.js';

const PRINTABLE = /^[\x21-\x7e]+$/;

/** Source of a client's bearer token, checked before it is used. */
export class Credentials {
  readonly #provide: (() => string | Promise<string>) | undefined;

  constructor({ apiKey, tokenProvider, dangerouslyAllowBrowser = false }: CrowdClientOptions) {
    if (apiKey !== undefined && tokenProvider !== undefined) {
      throw new CrowdError('Give either apiKey or tokenProvider, not both.');
    }
    if (apiKey !== undefined) {
      checkToken(apiKey, 'apiKey');
      if (isBrowser() && !dangerouslyAllowBrowser) {
        throw new CrowdError(
          'apiKey in a page shows the key to every visitor. Give a tokenProvider, or a baseUrl of your own that adds ' +
            'the key; or, for a sample key or one restricted to public crowds, set dangerouslyAllowBrowser.',
        );
      }
    }
    this.#provide = apiKey === undefined ? tokenProvider : () => apiKey;
  }

  /** The token for one call; undefined where something on the way adds it. */
  async token(): Promise<string | undefined> {
    if (!this.#provide) return undefined;
    const token = await this.#provide();
    checkToken(token, 'The token of tokenProvider');
    return token;
  }
}

/** `text` without the token, should a server or a proxy have repeated it. */
export function maskToken(text: string, token: string | undefined): string {
  return token === undefined ? text : text.replaceAll(token, '****');
}

/** Checked here because `Headers.set` would repeat the text in its error. */
function checkToken(token: unknown, name: string): void {
  if (typeof token !== 'string' || !PRINTABLE.test(token)) {
    throw new CrowdError(`${name} must be a text of printable characters without spaces.`);
  }
}

function isBrowser(): boolean {
  const isPage = typeof window !== 'undefined' && typeof window.document !== 'undefined';
  const isWorker = typeof (globalThis as { importScripts?: unknown }).importScripts === 'function';
  return isPage || isWorker;
}
