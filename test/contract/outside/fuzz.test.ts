/** Random requests over raw sockets, made from the published description, while receivers of webhooks misbehave. */
import { SAMPLE_KEY } from 'three-crowd-server';
import { expect, onTestFinished, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { createCrowd, registerAccount, send } from '../../support/contract/account.js';
import { ELSEWHERE, OddReceivers } from '../../support/contract/odd-receivers.js';
import { type OddRequest, OddRequests } from '../../support/contract/odd-requests.js';
import { createDatabase } from '../../support/contract/postgres-of-run.js';
import { exchange, type RawAnswer } from '../../support/contract/raw-exchange.js';
import { testServers } from '../../support/contract/test-servers.js';
import { ExchangeValidator } from '../../support/contract/validate-exchange.js';

const SEED = 20_261_122;
/** Callers that send requests at the same time. */
const CALLERS = 6;
const REQUESTS_EACH = 100;

const servers = testServers();

/** An account with two crowds, and webhooks at some of the receivers. @returns its key and the ids of its crowds */
async function fillAccount(location: string, url: string, name: string, receivers: readonly string[]) {
  const { key } = await registerAccount(location, 'studio', name);
  const crowds: string[] = [];
  for (const crowd of ['a', 'b']) {
    const created = await createCrowd(url, key, crowd);
    crowds.push(((await created.json()) as { crowd_id: string }).crowd_id);
  }
  for (const receiver of receivers) {
    expect((await send('POST', `${url}/v1/webhooks`, key, { url: receiver })).status).toBe(201);
  }
  return { key, crowds };
}

test.each(['SQLite', 'PostgreSQL'])(
  `${CALLERS} callers get published answers from %s, for ${REQUESTS_EACH} requests each (seed ${SEED})`,
  async (engine) => {
    const database = engine === 'PostgreSQL' ? await createDatabase() : undefined;
    const { url, kill } = await servers.start({
      THREE_CROWD_PRIVATE_WEBHOOKS: 'yes',
      ...(database !== undefined && { DATABASE_URL: database }),
    });
    const location = database ?? servers.location;
    const receivers = await OddReceivers.start();
    onTestFinished(() => receivers.close());
    const addresses = [...receivers.urls]
      .filter(([name]) => name !== ELSEWHERE)
      .map(([, address]) => address);
    const half = addresses.length / 2;
    const ann = await fillAccount(location, url, 'Ann', addresses.slice(0, half));
    const bob = await fillAccount(location, url, 'Bob', addresses.slice(half));
    const known = {
      keys: [ann.key, bob.key, ann.key, SAMPLE_KEY],
      crowds: ['cr_Parade5k', ...ann.crowds, ...bob.crowds],
    };
    const description = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const validator = new ExchangeValidator(description);
    const call = async (caller: number): Promise<void> => {
      const random = mulberry32(SEED + caller);
      const requests = new OddRequests(description.paths, known, random);
      for (let i = 0; i < REQUESTS_EACH; i++) {
        const request = requests.next();
        const isChunked = random() < 0.2;
        const send = () => exchange(Number(new URL(url).port), request, isChunked);
        // A server that closes before it has read a body resets the connection, which can destroy its answer on the way
        // (RFC 9112, 9.6). The second answer has to arrive.
        const answer = (await send()) ?? (await send());
        await expectPublished(request, answer, validator);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
    expect(validator.seen.size).toBeGreaterThan(40);
    expect(await kill('SIGTERM')).toBe(0);
  },
);

/** An answer has an id, is no failure of the service, has no bytes after its end, and is as the description says. */
async function expectPublished(
  request: OddRequest,
  answer: RawAnswer | undefined,
  validator: ExchangeValidator,
): Promise<void> {
  const { method, target, body } = request;
  const place = JSON.stringify(request).slice(0, 3000);
  if (!answer) expect.fail(`no answer to ${place}`);
  const { status, surplus, headers } = answer;
  expect(status, place).toBeLessThan(500);
  expect(headers.get('x-request-id'), place).toBeTruthy();
  // An answer to what cannot be read as a request does not depend on its method.
  if (status !== 400 || method !== 'HEAD') expect(surplus, place).toBe(0);
  if (status >= 400 && method !== 'HEAD') {
    expect(headers.get('content-type'), place).toMatch(/^application\/(?:problem\+)?json/);
  }
  const isEmpty = [204, 304].includes(status) || method === 'HEAD';
  const response = new Response(isEmpty ? null : Uint8Array.from(answer.body), {
    status,
    headers: Object.fromEntries(headers),
  });
  const url = target.startsWith('/') ? `http://localhost${target}` : target;
  // A byte order mark is ignored (RFC 8259, 8.1), and is nothing that a schema knows.
  await validator.check({ method, url }, body?.replace(/^\ufeff/, ''), response);
}
