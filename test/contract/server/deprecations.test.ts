import { expect, test } from 'vitest';
import { createTestService, requestOf } from '../../support/contract/test-service.js';

const ROUTE = 'GET /v1/crowd/{crowd_id}';
const SINCE = new Date('2027-01-01T00:00:00Z');
const UNTIL = new Date('2027-07-01T00:00:00Z');

test('a route that is to go says so on every answer, refusals too, and others do not', async () => {
  const deprecations = {
    [ROUTE]: { since: SINCE, until: UNTIL, link: 'https://crowds.example/changes' },
    'DELETE /v1/projects/{crowd_id}': { since: SINCE },
  };
  const service = await createTestService({ deprecations });
  const key = await service.issue('Ann');
  for (const options of [{ key }, {}]) {
    const { headers } = await service.fetch(requestOf('/v1/crowd/cr_Teahouse', options));
    // RFC 9745, 2.1, and RFC 8594, 3: the examples' formats.
    expect(headers.get('Deprecation')).toBe('@1798761600');
    expect(headers.get('Sunset')).toBe('Thu, 01 Jul 2027 00:00:00 GMT');
    expect(headers.get('Link')).toContain('<https://crowds.example/changes>; rel="deprecation"');
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Deprecation');
  }
  const removed = await service.fetch(requestOf('/v1/projects/cr_00000000', { method: 'DELETE', key }));
  expect(removed.headers.get('Deprecation')).toBe('@1798761600');
  expect(removed.headers.get('Sunset')).toBeNull();
  const listed = await service.fetch(requestOf('/v1/projects', { key }));
  expect(listed.headers.get('Deprecation')).toBeNull();
  const { paths } = await (await service.fetch(requestOf('/openapi.json'))).json();
  expect(paths['/v1/crowd/{crowd_id}'].get.deprecated).toBe(true);
  expect(paths['/v1/projects'].get.deprecated).toBeUndefined();
});

test.each([
  ['a route that there is not', { 'GET /v1/crowds': { since: SINCE } }, /no route "GET \/v1\/crowds"/],
  ['a route gone before its time', { [ROUTE]: { since: UNTIL, until: SINCE } }, /gone before/],
  ['a link that is none', { [ROUTE]: { since: SINCE, link: 'changes' } }, /no address/],
])('%s is refused at the start', async (_what, deprecations, message) => {
  await expect(createTestService({ deprecations })).rejects.toThrow(message);
});
