import { InvalidResponseError } from '../errors/index.js';
import { type ProjectPage, parseProjectSummaries, type ReadOptions } from '../protocol/index.js';
import type { ResponseInfo } from './call.js';

type Envelope = Readonly<Record<string, unknown>>;

/** Envelopes of lists, and the places of their cursors: the interface leaves both open. */
const LISTS = ['data', 'projects', 'crowds', 'items', 'results'];
const PAGING = ['meta', 'pagination', 'paging', 'page_info', 'pageInfo', 'page', 'cursor', 'cursors'];
const PAGE = ['page', 'current_page', 'currentPage', 'page_number', 'pageNumber', 'number'];
const NEXT_PAGE = ['next_page', 'nextPage'];
const PAGES = ['total_pages', 'totalPages', 'pages', 'page_count', 'last_page'];
const OFFSET = ['offset', 'skip'];
/** Parameters that take the tokens of further pages, by the fields of these. */
const TOKENS: Readonly<Record<string, string>> = {
  next_page_token: 'page_token',
  nextPageToken: 'pageToken',
  next_token: 'next_token',
  nextToken: 'nextToken',
  continuation_token: 'continuation_token',
  continuationToken: 'continuationToken',
  end_cursor: 'after',
  endCursor: 'after',
};

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
  const paging = withHeaders(unfold(unfold(envelope)), headers);
  const next = nextPage(paging, headers, { url, asked, count: page.length });
  const hasMore = next !== null || mayGoOn(paging, page.length, asked);
  if (hasMore && next === null) tellOfMore(url, options);
  return { ...envelope, data: page, has_more: hasMore, next_cursor: next };
}

/** The fields of an envelope and of the objects about paging in it. */
function unfold(envelope: Envelope): Envelope {
  const inner = PAGING.map((name) => envelope[name]).filter((value) => typeof value === 'object');
  return Object.assign({}, envelope, ...inner);
}

/** Fields, and those that headers have in their place. */
function withHeaders(paging: Envelope, headers: Headers): Envelope {
  const numbers = { next_page: 'X-Next-Page', total_pages: 'X-Total-Pages', total: 'X-Total-Count' };
  const found = Object.entries(numbers).flatMap(([field, name]) => {
    const text = headers.get(name);
    return text ? [[field, Number(text)]] : [];
  });
  return { ...Object.fromEntries(found), ...paging };
}

function tellOfMore(url: string, { strict, onWarning }: ReadOptions): void {
  const text = `The list at ${url} goes on, but in no way that is known here: these may not be all saved crowds.`;
  if (strict) throw new InvalidResponseError(text, 'has_more');
  onWarning?.(text);
}

/** The next `cursor`: the service's own, or an address or a query, where the service counts pages. */
function nextPage(
  paging: Envelope,
  headers: Headers,
  { url, asked, count }: { url: string; asked: URL; count: number },
): string | null {
  const link = linkOf(paging['links']) ?? linkOf(paging['_links']) ?? linkOf(paging) ?? linkHeader(headers);
  // A "next" that is no address is a cursor.
  const cursor = paging['next_cursor'] ?? paging['nextCursor'] ?? (isLink(link) ? undefined : link);
  if (cursor) return String(cursor);
  const bare = paging['cursor'];
  // Some services repeat the cursor that was asked for.
  const isNew = typeof bare === 'string' && bare !== '' && bare !== asked.searchParams.get('cursor');
  if (isNew && !isLast(paging)) return bare;
  const following = numberOf(paging, NEXT_PAGE);
  if (following !== undefined) return `?page=${following}`;
  const token = tokenOf(paging);
  if (token && hasMore(paging) !== false) {
    return `?${new URLSearchParams({ [TOKENS[token]]: String(paging[token]) })}`;
  }
  if (isLink(link)) {
    const target = URL.canParse(link, url) ? new URL(link, url) : undefined;
    return target?.origin === asked.origin ? target.href : null;
  }
  if (count === 0 || !mayGoOn(paging, count, asked)) return null;
  const offset = numberOf(paging, OFFSET);
  if (offset !== undefined) return `?${'offset' in paging ? 'offset' : 'skip'}=${offset + count}`;
  const page = pageOf(paging, asked);
  return page === undefined ? null : `?page=${page + 1}`;
}

/** True if the service says that there are more, or counts more. */
function mayGoOn(paging: Envelope, count: number, asked: URL): boolean {
  const more = hasMore(paging);
  if (more !== undefined) return more;
  if (count === 0 || isLast(paging)) return false;
  const page = pageOf(paging, asked);
  const pages = numberOf(paging, PAGES);
  if (page !== undefined && pages !== undefined) return page < pages;
  const total = numberOf(paging, ['total', 'total_count', 'totalCount', 'count']);
  // A link to the next page of an unknown kind gives a warning.
  if (total === undefined) return Object.keys(paging).some((name) => /^next/i.test(name) && paging[name]);
  const size = numberOf(paging, ['per_page', 'perPage', 'page_size', 'pageSize', 'limit']) ?? count;
  const before = numberOf(paging, OFFSET) ?? (page === undefined ? undefined : (page - 1) * size);
  // Of a page that a cursor or a link led to, it is not known how many came before.
  if (before === undefined && asked.search !== '') return false;
  return (before ?? 0) + count < total;
}

/** Number of a page. Where the number of all is known, that of the page may be in the address alone. */
function pageOf(paging: Envelope, asked: URL): number | undefined {
  const pages = numberOf(paging, PAGES);
  return (
    numberOf(paging, PAGE) ?? (pages === undefined ? undefined : Number(asked.searchParams.get('page') ?? 1))
  );
}

/** True if the service says that there is no further page. */
function isLast(paging: Envelope): boolean {
  const isEnded = ['next_cursor', 'nextCursor', 'next'].some((name) => paging[name] === null);
  return isEnded || hasMore(paging) === false;
}

function hasMore(paging: Envelope): boolean | undefined {
  const names = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage'];
  return names.map((name) => paging[name]).find((value) => typeof value === 'boolean') as boolean | undefined;
}

/** The field with the token of the next page. */
function tokenOf(paging: Envelope): string | undefined {
  return Object.keys(TOKENS).find((name) => paging[name]);
}

function linkOf(links: unknown): string | undefined {
  if (typeof links !== 'object' || links === null) return undefined;
  const { next, next_url, nextUrl } = links as Envelope;
  const link = next ?? next_url ?? nextUrl;
  const address = typeof link === 'object' ? (link as Envelope | null)?.['href'] : link;
  return typeof address === 'string' || typeof address === 'number' ? String(address) : undefined;
}

/** `Link: <address>; rel="next"`, RFC 8288. */
function linkHeader(headers: Headers): string | undefined {
  return /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(headers.get('Link') ?? '')?.[1];
}

function isLink(text: string | undefined): text is string {
  return text !== undefined && /^(https?:\/)?[/?]/.test(text);
}

function numberOf(paging: Envelope, names: readonly string[]): number | undefined {
  const name = names.find((name) => typeof paging[name] === 'number');
  return name === undefined ? undefined : (paging[name] as number);
}
