import {
  type CrowdService,
  type CrowdServiceOptions,
  createCrowdService,
  issueKey,
  type KeyLimits,
  openAccount,
  openStorage,
  PLANS,
  type Storage,
} from 'three-crowd-server';
import { expect } from 'vitest';
import { createFakeKit } from './fake-kit.js';
import { ExchangeValidator } from './validate-exchange.js';

export const BASE = 'http://crowds.test';

/** Plans with limits that a test can reach. */
const TEST_PLANS = {
  ...PLANS,
  tiny: { maxSize: 100, quota: 3 },
  twenty: { maxSize: 1000, quota: 20 },
};

export interface TestService extends CrowdService {
  readonly storage: Storage;
  /** Holds every exchange of `fetch` against the published description. */
  readonly validator: ExchangeValidator;
  /** A key of the account with this name, which gets the plan. */
  issue(account: string, plan?: string, limits?: Partial<KeyLimits>): Promise<string>;
  /** A request of `fetch` by its path. */
  ask(path: string, options?: Ask): Promise<Response>;
  /** Creates a crowd. @returns its id */
  create(key: string, body?: object): Promise<string>;
  /** Billable requests that the account made this month. */
  used(account: string): Promise<number>;
}

export async function createTestService(options: Partial<CrowdServiceOptions> = {}): Promise<TestService> {
  const storage = options.storage ?? (await openStorage({ location: ':memory:' }));
  const service = await createCrowdService({ kit: createFakeKit(), plans: TEST_PLANS, ...options, storage });
  const now = options.now ?? (() => new Date());
  const description = await service.fetch(requestOf('/openapi.json'));
  const validator = new ExchangeValidator((await description.json()) as object);
  const fetch = async (request: Request): Promise<Response> => {
    const copy = request.body === null ? undefined : request.clone();
    // A copy, since the listening server takes the body of its own request's answer past the Response.
    const response = await service.fetch(request.clone());
    const body = response.ok ? await copy?.text() : undefined;
    await validator.check(request, body, response.clone());
    return response;
  };
  const ask = (path: string, options?: Ask) => fetch(requestOf(path, options));
  return {
    ...service,
    fetch,
    ask,
    create: async (key, body = { recipe_json: { size: 2 } }) => {
      const response = await ask('/v1/projects', { method: 'POST', key, body });
      expect(response.status).toBe(201);
      return ((await response.json()) as { crowd_id: string }).crowd_id;
    },
    validator,
    storage,
    issue: async (name, plan, limits) =>
      (await issueKey(storage, await openAccount(storage, name, plan), 'test', limits)).key,
    used: async (name) => {
      const account = await storage.findAccount(name);
      return storage.usage(account?.id ?? '', now().toISOString().slice(0, 7));
    },
  };
}

/** Options of a request. A body other than text is sent as JSON. */
export interface Ask {
  method?: string;
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export function requestOf(path: string, { method = 'GET', key, body, headers = {} }: Ask = {}): Request {
  return new Request(BASE + path, {
    method,
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Checks that an answer is an error of this status in the one shape that errors have. @returns its message */
export async function expectError(response: Response, status: number): Promise<string> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(response.headers.get('X-Request-Id')).toBeTruthy();
  const body = JSON.parse(text);
  expect(Object.keys(body)).toEqual(['error']);
  expect(body.error).toBeTypeOf('string');
  return body.error;
}
