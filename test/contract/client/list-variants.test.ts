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

/** Three pages of three, three and one, as services tell that there is more. */
const PAGINGS: readonly [name: string, route: Route][] = [
  [
    'a cursor',
    ({ query }) => {
      const from = Number(query.get('cursor') ?? 0);
      return {
        body: {
          data: entries(from, Math.min(from + 3, 7)),
          next_cursor: from + 3 < 7 ? String(from + 3) : null,
        },
      };
    },
  ],
  [
    'a cursor in camel case within meta',
    ({ query }) => {
      const from = Number(query.get('cursor') ?? 0);
      return {
        body: {
          items: entries(from, Math.min(from + 3, 7)),
          meta: from + 3 < 7 ? { nextCursor: `${from + 3}` } : {},
        },
      };
    },
  ],
  [
    'page and total',
    ({ query }) => {
      const page = Number(query.get('page') ?? 1);
      return {
        body: { projects: entries(page * 3 - 3, Math.min(page * 3, 7)), page, per_page: 3, total: 7 },
      };
    },
  ],
  [
    'page and total_pages within pagination',
    ({ query }) => {
      const page = Number(query.get('page') ?? 1);
      return {
        body: {
          crowds: entries(page * 3 - 3, Math.min(page * 3, 7)),
          pagination: { current_page: page, total_pages: 3 },
        },
      };
    },
  ],
  [
    'page, counted from 0, and total',
    ({ query }) => {
      const page = Number(query.get('page') ?? 0);
      return {
        body: { data: entries(page * 3, Math.min(page * 3 + 3, 7)), page, per_page: 3, total: 7 },
      };
    },
  ],
  [
    'page and has_more',
    ({ query }) => {
      const page = Number(query.get('page') ?? 1);
      return { body: { data: entries(page * 3 - 3, Math.min(page * 3, 7)), page, has_more: page < 3 } };
    },
  ],
  [
    'offset and total',
    ({ query }) => {
      const offset = Number(query.get('offset') ?? 0);
      return { body: { data: entries(offset, Math.min(offset + 3, 7)), offset, limit: 3, total: 7 } };
    },
  ],
  [
    'a relative link',
    ({ query }) => {
      const page = Number(query.get('p') ?? 0);
      return {
        body: {
          results: entries(page * 3, Math.min(page * 3 + 3, 7)),
          count: 7,
          next: page < 2 ? `?p=${page + 1}` : null,
        },
      };
    },
  ],
  [
    'a link header',
    ({ query }) => {
      const page = Number(query.get('p') ?? 0);
      const headers = page < 2 ? { Link: `<?p=${page + 1}>; rel="next", <?p=0>; rel="first"` } : {};
      return { body: entries(page * 3, Math.min(page * 3 + 3, 7)), headers };
    },
  ],
  [
    'links by relation',
    ({ query }) => {
      const page = Number(query.get('p') ?? 0);
      return {
        body: {
          data: entries(page * 3, Math.min(page * 3 + 3, 7)),
          _links: page < 2 ? { next: { href: `?p=${page + 1}` } } : {},
        },
      };
    },
  ],
];

test.each(PAGINGS)('a list goes on by %s', async (_name, route) => {
  const { projects, onWarning, requests } = await listBy(route);
  const found = await projects.list().toArray();
  expect(found.map(({ crowd_id }) => crowd_id)).toEqual(ALL);
  // One more where an empty page is needed to tell that pages are counted from 0.
  expect(requests.length).toBeLessThanOrEqual(4);
  expect(onWarning).not.toHaveBeenCalled();
  const { next_cursor } = await projects.list();
  const second = await projects.list({ cursor: next_cursor as string });
  expect(second.data.map(({ crowd_id }) => crowd_id)).toEqual(ALL.slice(3, 6));
});

test.each<[name: string, body: Json]>([
  ['has_more without a cursor', { data: entries(0, 3), has_more: true }],
  ['has_more with a null cursor', { data: entries(0, 3), has_more: true, next_cursor: null }],
  ['a total alone', { data: entries(0, 3), total: 7 }],
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
