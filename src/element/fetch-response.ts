import { CrowdClient, type CrowdResponse } from '../index.js';
import type { CrowdViewAttributes } from './crowd-view-attributes.js';

/** Called before each request; returns a bearer token. */
export type TokenProvider = () => string | Promise<string>;

/**
 * Fetches the crowd that the attributes name.
 *
 * @throws {CrowdError} what `CrowdClient` throws
 */
export async function fetchResponse(
  { src, crowd, apiKey }: CrowdViewAttributes,
  tokenProvider: TokenProvider | undefined,
  signal: AbortSignal,
): Promise<CrowdResponse> {
  const client = new CrowdClient({
    baseUrl: src || location.href,
    dangerouslyAllowBrowser: true,
    ...(tokenProvider ? { tokenProvider } : apiKey ? { apiKey } : {}),
  });
  return client.getCrowd(crowd, { signal });
}

/** The same response with its first `limit` characters only; the same object where it has no more, since that is checked. */
export function limitCharacters(response: CrowdResponse, limit: number): CrowdResponse {
  if (response.characters.length <= limit) return response;
  return { ...response, characters: response.characters.slice(0, limit) };
}
