import type { Content } from '../../content/content.js';
import { VERSION } from '../../core/version.js';

/** Address of the page that shows a crowd in a conversation, for tools to name. */
export const CROWD_PAGE_URI = 'ui://three-crowd/crowd.html';
/** Media type of pages of the Apps extension. */
export const APP_MEDIA_TYPE = 'text/html;profile=mcp-app';

/** The page that shows a crowd in a conversation, before it knows where the service is. */
export interface CrowdPage {
  /** @param baseUrl where the service is, without a slash at the end */
  toHtml(baseUrl: string): string;
}

/**
 * The page from its built files, in one text with its script.
 *
 * @returns undefined where they are not there
 */
export function createCrowdPage(files: ReadonlyMap<string, Content>): CrowdPage | undefined {
  const [page, script] = ['index.html', 'main.js'].map((name) => files.get(name)?.bytes);
  if (!page || !script) return undefined;
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  // Functions, since "$" has a meaning in a replacement that is a text.
  const html = decode(page)
    .replace(
      ' src="./main.js"></script>',
      () => `>${decode(script).replaceAll('</script', '<\\/script')}</script>`,
    )
    .replace('data-version="VERSION"', `data-version="${VERSION}"`);
  return {
    toHtml: (baseUrl) => html.replace('SCRIPT', () => encodeURI(`${baseUrl}/sdk/${VERSION}/three-crowd.js`)),
  };
}

/**
 * Permissions that the page needs from its host: to run the service's scripts, and to fetch its assets.
 *
 * @param assetBaseUrl where the assets are, where that is not the service itself
 */
export function describeCrowdPage(baseUrl: string, assetBaseUrl: string | undefined) {
  const [service, assets] = [baseUrl, assetBaseUrl ?? baseUrl].map((address) => new URL(address).origin);
  return {
    ui: {
      csp: { connectDomains: [...new Set([service, assets])], resourceDomains: [service] },
      prefersBorder: false,
    },
  };
}
