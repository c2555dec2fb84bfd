import { CrowdError } from '../../errors/index.js';

/**
 * A base address as asset addresses and others start with it: without a slash at the end; undefined stays so.
 *
 * @throws {CrowdError} if it is no http or https address
 */
export function parseBaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CrowdError(`The base address "${text}" is no http or https address.`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}
