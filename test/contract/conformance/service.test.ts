import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { listen, type RunningServer } from 'three-crowd-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Ask, createTestService, type TestService } from '../../support/contract/test-service.js';
import { createDirectory } from '../../support/temporary-directory.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const REDOCLY = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
const ARAZZO = join(import.meta.dirname, 'service.arazzo.yaml');

/** Where no server listens. */
const NOBODY = 'http://127.0.0.1:9/';

const directory = await createDirectory([['sdk/crowd.js', 'export {};']]);
let service: TestService;
let server: RunningServer;
beforeAll(async () => {
  service = await createTestService({
    sdk: join(directory, 'sdk'),
    // Messages are given up at the first attempt.
    webhooks: { allowPrivate: true, retrySeconds: [] },
  });
  // Reads that are answered past `fetch` would not be held against the description.
  server = await listen({ fetch: service.fetch, watch: service.watch });
  const description = await fetch(`${server.url}/openapi.json`);
  await writeFile(join(directory, 'openapi.json'), await description.text());
});
afterAll(() => server.close());

async function redocly(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [REDOCLY, ...args], {
    cwd: directory,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) =>
    expect.fail(`${error.stdout}\n${error.stderr}`.slice(-8000)),
  );
  return stdout + stderr;
}

test('the description is valid, and follows the rules of the field', async () => {
  const output = await redocly('lint', 'openapi.json');
  expect(output).toContain('Your API description is valid');
  expect(output).not.toMatch(/You have \d+ warning/);
});

// The last one looks at all that the others were answered.
describe('the service', { shuffle: false }, () => {
  test('every route and every refusal is as described', async () => {
    const workflows = await readFile(ARAZZO, 'utf8');
    await writeFile(
      join(directory, 'service.arazzo.yaml'),
      workflows.replace('A MEBIBYTE', `"${'x'.repeat(1024 * 1024)}"`),
    );
    const spent = await service.issue('Spent', 'tiny');
    for (let i = 0; i < 3; i++) await service.create(spent);
    const keys = { owner: await service.issue('Owner'), stranger: await service.issue('Stranger'), spent };
    service.validator.seen.clear();
    const output = await redocly('respect', 'service.arazzo.yaml', '--input', JSON.stringify(keys));
    expect(output).toMatch(/Workflows: 4 passed, 4 total/);
    const steps = workflows.match(/stepId:/g)?.length;
    expect(output).toContain(`Steps: ${steps} passed, ${steps} total`);
  });

  /** What the workflows of Arazzo cannot say: conditions on tags that an answer gave, ranges, and keys with limits. */
  test('conditional, ranged and limited requests are answered as described', async () => {
    const status = async (path: string, ask: Ask = {}): Promise<number> =>
      (await service.ask(path, ask)).status;
    const picture = '/v1/projects/cr_Teahouse/picture.svg';
    const reader = { key: await service.issue('Reader') };
    for (const path of ['/openapi.json', '/server.json', '/sample.json', '/sdk/integrity.json', picture]) {
      const tag = (await service.ask(path, reader)).headers.get('ETag');
      expect(tag, path).not.toBeNull();
      expect(await status(path, { ...reader, headers: { 'If-None-Match': tag as string } }), path).toBe(304);
    }
    expect(await status('/v1/projects/cr_00000000/picture.svg', reader)).toBe(404);
    expect(await status('/sdk/integrity.json', { headers: { Range: 'bytes=0-1' } })).toBe(206);
    expect(await status('/sdk/integrity.json', { headers: { Range: 'bytes=9999999-' } })).toBe(416);

    const key = await service.issue('Deleter');
    const [first, second] = [
      `/v1/projects/${await service.create(key)}`,
      `/v1/projects/${await service.create(key)}`,
    ];
    const remove = { method: 'DELETE', key };
    const named = (name: string) => ({ headers: { 'Idempotency-Key': name } });
    expect(
      await status(first, { method: 'PUT', key, body: { name: 'x' }, headers: { 'If-Match': '"0"' } }),
    ).toBe(412);
    expect(await status(first, { ...remove, headers: { 'If-Match': '"0"' } })).toBe(412);
    expect(await status(first, { ...remove, ...named('two words') })).toBe(400);
    expect(await status(first, { ...remove, key: await service.issue('Stranger') })).toBe(403);
    expect(await status('/v1/projects/cr_00000000', remove)).toBe(404);
    expect(await status(first, { ...remove, ...named('once') })).toBe(204);
    expect(await status(second, { ...remove, ...named('once') })).toBe(422);
  });

  test('requests for keys, webhooks and the account are answered as described', async () => {
    const key = await service.issue('Keeper');
    const status = async (path: string, ask: Ask = {}): Promise<number> =>
      (await service.ask(path, { key, ...ask })).status;
    expect(await status('/v1/account')).toBe(200);
    /** Has something happen that a webhook is told of and does not take. @returns the message's id */
    const failMessage = async (webhook: string): Promise<string> => {
      await service.create(key);
      return vi.waitFor(
        async () => {
          const failures = await service.ask(`/v1/webhooks/${webhook}/failures`, { key });
          const [{ message_id }] = ((await failures.json()) as { data: [{ message_id: string }] }).data;
          return message_id;
        },
        { timeout: 60_000, interval: 50 },
      );
    };
    for (const [path, good, wrong] of [
      ['/v1/keys', { label: 'new' }, { access: 'all' }],
      ['/v1/webhooks', { url: NOBODY }, { url: 'shop' }],
    ] as const) {
      const method = 'POST';
      expect(await status(path), path).toBe(200);
      expect(await status(path, { method, body: wrong }), path).toBe(422);
      expect(await status(path, { method, body: '{' }), path).toBe(400);
      expect(await status(path, { method, body: 'x'.repeat(300_000) }), path).toBe(413);
      expect(
        await status(path, { method, body: '{}', headers: { 'Content-Type': 'text/plain' } }),
        path,
      ).toBe(415);
      const made = await service.ask(path, { method, body: good, key });
      expect(made.status, path).toBe(201);
      const { key_id, webhook_id } = (await made.json()) as { key_id?: string; webhook_id?: string };
      const one = `${path}/${key_id ?? webhook_id}`;
      if (webhook_id) {
        for (const [method, of] of [
          ['POST', 'secret'],
          ['GET', 'failures'],
          ['POST', 'failures/resend'],
        ] as const) {
          expect(await status(`${one}/${of}`, { method }), of).toBe(200);
          expect(await status(`${path}/wh_nobody/${of}`, { method }), of).toBe(404);
        }
        const resend = `${one}/failures/${await failMessage(webhook_id)}/resend`;
        expect(await status(resend, { method: 'POST' })).toBe(200);
        expect(await status(`${one}/failures/msg_nobody/resend`, { method: 'POST' })).toBe(404);
      }
      expect(await status(one, { method: 'DELETE' }), path).toBe(204);
      expect(await status(one, { method: 'DELETE' }), path).toBe(404);
    }
  });

  test('every operation was requested, and every described answer was seen', async () => {
    const { paths } = JSON.parse(await readFile(join(directory, 'openapi.json'), 'utf8'));
    const told = Object.values<Record<string, { operationId?: string; responses?: object }>>(paths).flatMap(
      (item) =>
        Object.values(item).flatMap(({ operationId, responses }) =>
          operationId ? Object.keys(responses ?? {}).map((status) => `${operationId} ${status}`) : [],
        ),
    );
    // Failures of the service, wrong keys, what the protocol of tools refuses, bodies over the limit by another route, and
    // what is asked too often or is no request at all: test/contract/outside sends these to a real server.
    const elsewhere =
      /(?: 50[03]| 4XX| 40[13]|callTool (?:202|400|404|406|413|415|429)|getPicture 422|getIntegrity 404|updateProject (?:400|413)|(?:deleteProject|getCrowd|getPicture|listProjects|updateProject|\w+(?:Account|Keys?|Webhooks?|WebhookSecret|FailedMessages?)) 429)$/;
    const expected = told.filter((answer) => !elsewhere.test(answer));
    expect(expected.length).toBeGreaterThan(25);
    expect([...service.validator.seen].toSorted()).toEqual(expect.arrayContaining(expected.toSorted()));
  });
});
