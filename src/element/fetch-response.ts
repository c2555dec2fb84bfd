import { CrowdClient, type CrowdResponse } from '../index.js';
import type { CrowdViewAttributes } from './crowd-view-attributes.js';

/** Gives a bearer token for each request. */
export type TokenProvider = () => string | Promise<string>;

/** The crowd that the attributes name. @throws what `CrowdClient` throws */
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

/** The same crowd with fewer characters; the same object where nobody is left out, since it is checked already. */
export function limitCharacters(response: CrowdResponse, most: number): CrowdResponse {
  if (response.characters.length <= most) return response;
  return { ...response, characters: response.characters.slice(0, most) };
}
