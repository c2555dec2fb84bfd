/** Lists and answers as other services give them. */
import { CrowdClient } from 'three-crowd/client';
import { describe, expect, test } from 'vitest';

const PROJECTS = ['cr_aaaaaaaa', 'cr_bbbbbbbb', 'cr_cccccccc'].map((crowd_id) => ({
  crowd_id,
  name: crowd_id,
  collection: '',
}));

function clientOf(answer: (url: URL) => Response, warnings: string[] = []): CrowdClient {
  return new CrowdClient({
    ...{
      apiKey: 'key',
      baseUrl: 'https://service.example/',
      retry: 0,
      onWarning: (text) => warnings.push(text),
    },
    fetch: async (input: RequestInfo | URL) =>
      answer(new URL(input instanceof Request ? input.url : String(input))),
  } as ConstructorParameters<typeof CrowdClient>[0]);
}

describe.each([
  ['next_page_token', 'page_token', (token?: string) => ({ next_page_token: token ?? '' })],
  ['nextPageToken', 'pageToken', (token?: string) => ({ nextPageToken: token })],
  ['next_token', 'next_token', (token?: string) => ({ meta: { next_token: token ?? null } })],
  ['continuation_token', 'continuation_token', (token?: string) => ({ continuation_token: token })],
  [
    'pageInfo.endCursor',
    'after',
    (token?: string) => ({ pageInfo: { endCursor: token ?? 'last', hasNextPage: token !== undefined } }),
  ],
])('a list that is paged by %s', (_, parameter, paging) => {
  test('is read to its end', async () => {
    const asked: (string | null)[] = [];
    const warnings: string[] = [];
    const client = clientOf(({ searchParams }) => {
      const token = searchParams.get(parameter);
      asked.push(token);
      const at = token === null ? 0 : Number(token.slice(1));
      return Response.json({ data: [PROJECTS[at]], ...paging(at < 2 ? `t${at + 1}` : undefined) });
    }, warnings);
    const ids = (await client.projects.list().toArray()).map(({ crowd_id }) => crowd_id);
    expect(ids).toEqual(PROJECTS.map(({ crowd_id }) => crowd_id));
    expect(asked).toEqual([null, 't1', 't2']);
    expect(warnings).toEqual([]);
  });
});

test('a list that goes on in an unknown way is warned of', async () => {
  const warnings: string[] = [];
  const client = clientOf(() => Response.json({ data: PROJECTS, next_bookmark: 'x' }), warnings);
  expect(await client.projects.list().toArray()).toHaveLength(3);
  expect(warnings).toEqual([expect.stringContaining('goes on, but in no way that is known here')]);
});

test.each([
  ['application/json', /is cut off or damaged \(.*service is at fault/],
  ['application/vnd.api+json; charset=utf-8', /is cut off or damaged/],
  ['text/html', /not JSON\. Is baseUrl the service's address/],
])('an answer of %s that is cut short says what is wrong', async (type, message) => {
  const client = clientOf(() => new Response('{"data": [{"crowd', { headers: { 'Content-Type': type } }));
  await expect(client.projects.list()).rejects.toThrow(message);
});
