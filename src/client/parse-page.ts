import { InvalidResponseError } from '../errors/index.js';
import { type ProjectPage, parseProjectSummaries, type ReadOptions } from '../protocol/index.js';
import type { ResponseInfo } from './call.js';

type Envelope = Readonly<Record<string, unknown>>;

/** How services wrap a list, and where they say how it goes on: the interface leaves both open. */
const LISTS = ['data', 'projects', 'crowds', 'items', 'results'];
const PAGING = ['meta', 'pagination', 'paging', 'page_info'];

/**
 * One page of a list, in an envelope of whatever kind, or bare.
 *
 * @param asked the address that was asked for; a link to the next page is followed on its origin only, since the key
 * goes along
 * @throws {InvalidResponseError}
 */
export function parsePage(
  data: unknown,
  { headers, url }: ResponseInfo,
  asked: URL,
  options: ReadOptions,
): ProjectPage {
  const envelope = (Array.isArray(data) || !data ? {} : data) as Envelope;
  const entries = Array.isArray(data) ? data : LISTS.map((name) => envelope[name]).find(Array.isArray);
  const page = parseProjectSummaries(entries, options);
  const paging: Envelope = Object.assign({}, envelope, ...PAGING.map((name) => envelope[name]));
  const next = nextPage(paging, headers, { url, asked, count: page.length });
  const hasMore = next !== null || mayGoOn(paging, page.length, asked);
  if (hasMore && next === null) tellOfMore(url, options);
  return { ...envelope, data: page, has_more: hasMore, next_cursor: next };
}

function tellOfMore(url: string, { strict, onWarning }: ReadOptions): void {
  const text = `The list at ${url} goes on, but in no way that is known here: these may not be all saved crowds.`;
  if (strict) throw new InvalidResponseError(text, 'has_more');
  onWarning?.(text);
}

/** What is to be given as `cursor`: the service's own, or an address or a query, where the service counts pages. */
function nextPage(
  paging: Envelope,
  headers: Headers,
  { url, asked, count }: { url: string; asked: URL; count: number },
): string | null {
  const link = linkOf(paging['links']) ?? linkOf(paging['_links']) ?? linkOf(paging) ?? linkHeader(headers);
  const cursor = paging['next_cursor'] ?? paging['nextCursor'] ?? (isLink(link) ? undefined : link);
  if (cursor) return String(cursor);
  if (isLink(link)) {
    const target = URL.canParse(link, url) ? new URL(link, url) : undefined;
    return target?.origin === asked.origin ? target.href : null;
  }
  if (count === 0) return null;
  const offset = numberOf(paging, ['offset', 'skip']);
  if (offset) return mayGoOn(paging, count, asked) ? `?${offset.name}=${offset.value + count}` : null;
  const page = numberOf(paging, ['page', 'current_page', 'currentPage', 'page_number']);
  return page && mayGoOn(paging, count, asked)
    ? `?${page.name.startsWith('current') ? 'page' : page.name}=${page.value + 1}`
    : null;
}

/** Whether the service says that these are not all: in so many words, or because it counts more. */
function mayGoOn(paging: Envelope, count: number, asked: URL): boolean {
  const more = paging['has_more'] ?? paging['hasMore'] ?? paging['has_next'];
  if (typeof more === 'boolean') return more;
  if (['next_cursor', 'nextCursor', 'next'].some((name) => paging[name] === null)) return false;
  const page = numberOf(paging, ['page', 'current_page', 'currentPage', 'page_number'])?.value;
  const pages = numberOf(paging, ['total_pages', 'totalPages', 'pages', 'page_count', 'last_page'])?.value;
  if (page !== undefined && pages !== undefined) return page < pages;
  const total = numberOf(paging, ['total', 'total_count', 'totalCount', 'count'])?.value;
  if (total === undefined) return isLink(linkOf(paging));
  const size = numberOf(paging, ['per_page', 'perPage', 'page_size', 'pageSize', 'limit'])?.value ?? count;
  const before = numberOf(paging, ['offset', 'skip'])?.value ?? (page === undefined ? 0 : (page - 1) * size);
  // A page asked for by a cursor: how many came before is not known, and it is the cursor that tells.
  if (before === 0 && asked.searchParams.has('cursor')) return false;
  return before + count < total;
}

function linkOf(links: unknown): string | undefined {
  if (typeof links !== 'object' || links === null) return undefined;
  const { next, next_url, nextUrl } = links as Envelope;
  const link = next ?? next_url ?? nextUrl;
  return typeof link === 'object' && link !== null
    ? String((link as Envelope)['href'] ?? '')
    : link === undefined || link === null || typeof link === 'boolean'
      ? undefined
      : String(link);
}

/** `Link: <address>; rel="next"`, RFC 8288. */
function linkHeader(headers: Headers): string | undefined {
  return /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(headers.get('Link') ?? '')?.[1];
}

function isLink(text: string | undefined): text is string {
  return text !== undefined && /^(https?:\/)?[/?]/.test(text);
}

function numberOf(paging: Envelope, names: readonly string[]): { name: string; value: number } | undefined {
  const name = names.find((name) => typeof paging[name] === 'number');
  return name === undefined ? undefined : { name, value: paging[name] as number };
}
