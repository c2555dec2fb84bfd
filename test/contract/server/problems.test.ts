import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { createTestService, expectError } from '../../support/contract/test-service.js';
import { RFC_9457 } from '../../support/contract/validate-exchange.js';

const PROBLEM = 'application/problem+json';

async function ask(path: string, accept: string | undefined, method = 'GET') {
  const service = await createTestService();
  const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
  return service.ask(path, { method, headers });
}

test.each([
  ['no key', '/v1/projects', 'GET', 401, 'Unauthorized'],
  ['no such page', '/nowhere', 'GET', 404, 'Not Found'],
  ['a method that is not there', '/v1/projects', 'PATCH', 401, 'Unauthorized'],
  ['a method that a page does not take', '/health', 'PUT', 405, 'Method Not Allowed'],
])('%s is told as problem details to those who accept them', async (_what, path, method, status, title) => {
  const response = await ask(path, `application/json, ${PROBLEM}`, method);
  expect(response.headers.get('Content-Type')).toBe(PROBLEM);
  expect(response.headers.get('Vary')).toContain('Accept');
  expect(response.status).toBe(status);
  const problem = await response.json();
  expect(new Ajv2020().validate(RFC_9457, problem)).toBe(true);
  expect(problem).toEqual({
    type: 'about:blank',
    title,
    status,
    detail: await expectError(await ask(path, undefined, method), status),
    request_id: response.headers.get('X-Request-Id'),
  });
});

test('problem details keep the headers of the error', async () => {
  const refused = await ask('/v1/projects', PROBLEM);
  expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer');
  const wrong = await ask('/health', PROBLEM, 'PUT');
  expect(wrong.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
});

test.each([
  undefined,
  '*/*',
  'application/*',
  'application/json',
  `application/json, ${PROBLEM};q=0.5`,
  `${PROBLEM};q=0, */*`,
  'text/html,application/xhtml+xml',
])('Accept: %s gets what the interface has', async (accept) => {
  expect(await expectError(await ask('/v1/projects', accept), 401)).toContain('missing API key');
});
