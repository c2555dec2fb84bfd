import { CrowdClient } from 'three-crowd/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Json, type Route, STRICT_KEY } from '../../support/plain-answers.js';
import { startStrictService } from '../../support/strict-service.js';

/** A client of a service that lists as told, for one test. */
async function listBy(listProjects: Route, strict = false) {
  const change = (answers: { listProjects: Route }) => {
    answers.listProjects = listProjects;
  };
  const service = await startStrictService({ variants: [{ name: 'changed', change }] });
  onTestFinished(() => service.close());
  const onWarning = vi.fn();
  const baseUrl = service.baseUrl('changed');
  const { projects } = new CrowdClient({ baseUrl, apiKey: STRICT_KEY, strict, onWarning });
  return { projects, onWarning, baseUrl, requests: service.requests };
}

const idOf = (index: number): string => `cr_Crowd${String(index).padStart(3, '0')}`;
const entries = (from: number, to: number): Json[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({
    crowd_id: idOf(from + i),
    name: `${from + i}`,
    collection: 'c',
  }));
const ALL = entries(0, 7).map(({ crowd_id }) => crowd_id);

test.each<[name: string, stamps: object, told: object]>([
  ['none', {}, {}],
  [
    'snake case',
    { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-02T00:00:00Z' },
    { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-02T00:00:00Z' },
  ],
  [
    'camel case',
    { createdAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-02T00:00:00Z' },
    { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-02T00:00:00Z' },
  ],
  [
    'bare',
    { created: '2025-01-01', modified: '2025-01-02' },
    { created_at: '2025-01-01', updated_at: '2025-01-02' },
  ],
  ['the update alone', { updated_at: '2025-01-02T00:00:00Z' }, { updated_at: '2025-01-02T00:00:00Z' }],
  ['seconds', { created_at: 1_735_689_600 }, { created_at: '2025-01-01T00:00:00.000Z' }],
  ['milliseconds', { created_at: 1_735_689_600_000 }, { created_at: '2025-01-01T00:00:00.000Z' }],
  ['null', { created_at: null, updated_at: null }, {}],
])('time stamps: %s', async (_name, stamps, told) => {
  const { projects, onWarning } = await listBy(() => ({ body: [{ ...entries(0, 1)[0], ...stamps }] }));
  const [entry] = (await projects.list()).data;
  expect(entry).toMatchObject({ crowd_id: idOf(0), ...told });
  expect('created_at' in entry).toBe('created_at' in told);
  expect('updated_at' in entry).toBe('updated_at' in told);
  expect(onWarning).not.toHaveBeenCalled();
});

test('a name or collection that is null is empty', async () => {
  const { projects } = await listBy(() => ({ body: [{ crowd_id: idOf(0), name: null }] }));
  expect((await projects.list()).data).toEqual([{ crowd_id: idOf(0), name: '', collection: '' }]);
});

/** A page of three out of the seven: its entries, the value that its parameter has, and that of the next page, if any. */
interface Page {
  readonly found: Json[];
  readonly value: number;
  readonly next: number | undefined;
}

/** Answers by pages that a parameter counts from `first` in steps of `step`, bare or as tokens such as `t3`. */
function paged(parameter: string, first: number, step: number, answer: (page: Page) => Answer): Route {
  return ({ query }) => {
    const value = Number(query.get(parameter)?.replace('t', '') ?? first);
    const from = (3 * (value - first)) / step;
    const next = from + 3 < 7 ? value + step : undefined;
    return answer({ found: entries(from, Math.min(from + 3, 7)), value, next });
  };
}
type Answer = ReturnType<Route>;

const pagedByCursor = (body: (page: Page) => Json) => paged('cursor', 0, 3, (page) => ({ body: body(page) }));
const pagedByNumber = (first: 0 | 1, body: (page: Page) => Json) =>
  paged('page', first, 1, (page) => ({ body: body(page) }));
const pagedByToken = (parameter: string, paging: (token: string | undefined) => object) =>
  paged(parameter, 0, 3, ({ found, next }) => ({
    body: { data: found, ...paging(next ? `t${next}` : undefined) },
  }));
const pagedByLink = (answer: (page: Page) => Answer) => paged('p', 0, 1, answer);
const linkTo = (page: number) => `?p=${page}`;

/** Three pages of three, three and one, as services tell that there is more. */
const PAGINGS: readonly [name: string, route: Route][] = [
  ['a cursor', pagedByCursor(({ found, next }) => ({ data: found, next_cursor: next ? `${next}` : null }))],
  [
    'a cursor in camel case within meta',
    pagedByCursor(({ found, next }) => ({ items: found, meta: next ? { nextCursor: `${next}` } : {} })),
  ],
  [
    'page and total',
    pagedByNumber(1, ({ found, value }) => ({ projects: found, page: value, per_page: 3, total: 7 })),
  ],
  [
    'page and total_pages within pagination',
    pagedByNumber(1, ({ found, value }) => ({
      crowds: found,
      pagination: { current_page: value, total_pages: 3 },
    })),
  ],
  [
    'page, counted from 0, and total',
    pagedByNumber(0, ({ found, value }) => ({ data: found, page: value, per_page: 3, total: 7 })),
  ],
  [
    'page and has_more',
    pagedByNumber(1, ({ found, value, next }) => ({ data: found, page: value, has_more: !!next })),
  ],
  [
    'offset and total',
    paged('offset', 0, 3, ({ found, value }) => ({
      body: { data: found, offset: value, limit: 3, total: 7 },
    })),
  ],
  [
    'a page object with a number and total_pages',
    pagedByNumber(1, ({ found, value }) => ({
      data: found,
      page: { number: value, size: 3, total_pages: 3 },
    })),
  ],
  ['total_pages alone', pagedByNumber(1, ({ found }) => ({ data: found, total_pages: 3 }))],
  [
    'the number of the next page',
    pagedByNumber(1, ({ found, next }) => ({ data: found, next_page: next ?? null })),
  ],
  [
    'a header with the number of the next page',
    paged('page', 1, 1, ({ found, next }) => ({
      body: found,
      headers: { 'X-Next-Page': next ? `${next}` : '' },
    })),
  ],
  [
    'headers with page counts',
    paged('page', 1, 1, ({ found }) => ({ body: found, headers: { 'X-Total-Pages': '3' } })),
  ],
  [
    'a bare cursor',
    pagedByCursor(({ found, next }) => ({ data: found, ...(next && { cursor: `${next}` }) })),
  ],
  [
    'cursor.next within meta',
    pagedByCursor(({ found, next }) => ({
      data: found,
      meta: { cursor: { next: next ? `${next}` : null } },
    })),
  ],
  ['next_page_token', pagedByToken('page_token', (token = '') => ({ next_page_token: token }))],
  ['nextPageToken', pagedByToken('pageToken', (token) => ({ nextPageToken: token }))],
  [
    'next_token within meta',
    pagedByToken('next_token', (token) => ({ meta: { next_token: token ?? null } })),
  ],
  ['continuation_token', pagedByToken('continuation_token', (token) => ({ continuation_token: token }))],
  [
    'pageInfo.endCursor',
    pagedByToken('after', (token) => ({
      pageInfo: { endCursor: token ?? 'last', hasNextPage: token !== undefined },
    })),
  ],
  [
    'a relative link',
    pagedByLink(({ found, next }) => ({
      body: { results: found, count: 7, next: next ? linkTo(next) : null },
    })),
  ],
  [
    'a link header',
    pagedByLink(({ found, next }) => ({
      body: found,
      headers: next ? { Link: `<${linkTo(next)}>; rel="next", <?p=0>; rel="first"` } : {},
    })),
  ],
  [
    'a link header, and a header with the total',
    pagedByLink(({ found, next }) => ({
      body: found,
      headers: { 'X-Total-Count': '7', ...(next && { Link: `<${linkTo(next)}>; rel="next"` }) },
    })),
  ],
  [
    'links by relation',
    pagedByLink(({ found, next }) => ({
      body: { data: found, _links: next ? { next: { href: linkTo(next) } } : {} },
    })),
  ],
];

test.each(PAGINGS)('a list goes on by %s', async (name, route) => {
  const { projects, onWarning, requests } = await listBy(route);
  const found = await projects.list().toArray();
  expect(found.map(({ crowd_id }) => crowd_id)).toEqual(ALL);
  // One more where an empty page is needed to tell that pages are counted from 0.
  expect(requests).toHaveLength(name.includes('counted from 0') ? 4 : 3);
  expect(onWarning).not.toHaveBeenCalled();
  const { next_cursor } = await projects.list();
  const second = await projects.list({ cursor: next_cursor as string });
  expect(second.data.map(({ crowd_id }) => crowd_id)).toEqual(ALL.slice(3, 6));
});

test.each<[name: string, body: Json]>([
  ['has_more without a cursor', { data: entries(0, 3), has_more: true }],
  ['has_more with a null cursor', { data: entries(0, 3), has_more: true, next_cursor: null }],
  ['a total alone', { data: entries(0, 3), total: 7 }],
  ['a token of an unknown name', { data: entries(0, 3), nextMarker: 'm' }],
  ['a token of an unknown name in snake case', { data: entries(0, 3), next_bookmark: 'x' }],
  ['a link to another origin', { data: entries(0, 3), next: 'https://elsewhere.example/v1/projects?page=2' }],
])('%s: the first page, and a warning that there may be more', async (_name, body) => {
  const { projects, onWarning } = await listBy(() => ({ body }));
  const page = await projects.list();
  expect([page.data.length, page.has_more, page.next_cursor]).toEqual([3, true, null]);
  expect(onWarning.mock.calls).toEqual([
    [expect.stringMatching(/goes on, but in no way that is known here/)],
  ]);
  expect(await projects.list().toArray()).toHaveLength(3);
  const strictly = await listBy(() => ({ body }), true);
  await expect(strictly.projects.list()).rejects.toMatchObject({
    name: 'InvalidResponseError',
    path: 'has_more',
  });
});

test.each<[name: string, body: Json]>([
  ['bare', entries(0, 3)],
  ['a total of as many', { data: entries(0, 3), total: 3 }],
  ['a cursor of this page', { data: entries(0, 3), cursor: 'x', next_cursor: null }],
  ['has_more false and a cursor', { data: entries(0, 3), cursor: 'x', has_more: false }],
  ['has_more false', { data: entries(0, 3), has_more: false, total: 7 }],
  ['nothing', []],
])('%s: all there is', async (_name, body) => {
  const { projects, onWarning } = await listBy(() => ({ body }));
  const { has_more, next_cursor } = await projects.list();
  expect([has_more, next_cursor]).toEqual([false, null]);
  expect(onWarning).not.toHaveBeenCalled();
});

test('the key does not go to another origin by a cursor either', async () => {
  const { projects, requests } = await listBy(() => ({ body: [] }));
  await expect(projects.list({ cursor: 'https://elsewhere.example/' })).rejects.toThrow(/another origin/);
  expect(requests).toEqual([]);
});
