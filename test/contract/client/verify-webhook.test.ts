import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from 'three-crowd/client';
import { isCrowdError } from 'three-crowd/errors';
import { afterAll, describe, expect, test, vi } from 'vitest';

// The clock stands still: a busy machine may take seconds between signing and verifying.
vi.setSystemTime(new Date());
afterAll(() => {
  vi.useRealTimers();
});

// The reference library of the specification signs, and judges the same messages.
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh+F2Rn4=';
const reference = new Webhook(SECRET);
const MESSAGE = {
  type: 'crowd.updated',
  timestamp: '2026-11-03T20:26:10.344Z',
  data: { crowd_id: 'cr_aB3dE6gH', name: '街 Straße' },
};

function sign(body: string, at = new Date(), id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W') {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': reference.sign(id, at, body),
  };
}

test('a message that the reference library signed is accepted and parsed', async () => {
  const body = JSON.stringify(MESSAGE);
  const headers = sign(body);
  expect(reference.verify(body, headers)).toEqual(MESSAGE);
  expect(await verifyWebhook({ secret: SECRET, headers, body })).toEqual(MESSAGE);
  expect(await verifyWebhook({ secret: SECRET, headers: new Headers(headers), body })).toEqual(MESSAGE);
});

test('names of headers have any case, and one signature of several is enough', async () => {
  const body = JSON.stringify(MESSAGE);
  const signed = sign(body);
  const headers = {
    'Webhook-Id': signed['webhook-id'],
    'Webhook-Timestamp': signed['webhook-timestamp'],
    'Webhook-Signature': `v1,AAAA v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg== ${signed['webhook-signature']}`,
  };
  expect(await verifyWebhook({ secret: SECRET, headers, body })).toEqual(MESSAGE);
});

describe('both refuse', () => {
  const body = JSON.stringify(MESSAGE);
  const old = new Date(Date.now() - 301_000);
  const ahead = new Date(Date.now() + 301_000);
  const cases: [what: string, headers: Record<string, string>, body: string][] = [
    ['a changed body', sign(body), body.replace('updated', 'deleted')],
    ['a body written anew', sign(body), JSON.stringify(MESSAGE, null, 1)],
    ['another id', { ...sign(body), 'webhook-id': 'msg_other' }, body],
    [
      'another time',
      { ...sign(body), 'webhook-timestamp': sign(body, new Date(Date.now() - 60_000))['webhook-timestamp'] },
      body,
    ],
    ['an old message', sign(body, old), body],
    ['one from the future', sign(body, ahead), body],
    ['a time that is none', { ...sign(body), 'webhook-timestamp': 'soon' }, body],
    ['no signature', { ...sign(body), 'webhook-signature': '' }, body],
    [
      'a signature of another kind',
      { ...sign(body), 'webhook-signature': sign(body)['webhook-signature'].replace('v1,', 'v2,') },
      body,
    ],
    ['a signature that is no base 64', { ...sign(body), 'webhook-signature': 'v1,%%%' }, body],
    ['no id', { ...sign(body), 'webhook-id': '' }, body],
  ];
  test.each(cases)('%s', async (_what, headers, text) => {
    expect(() => reference.verify(text, headers)).toThrow();
    const error = await verifyWebhook({ secret: SECRET, headers, body: text }).catch(
      (error: unknown) => error,
    );
    expect(isCrowdError(error, 'WebhookError')).toBe(true);
  });
});

test('the secret of another webhook, or none, is an error', async () => {
  const body = JSON.stringify(MESSAGE);
  await expect(verifyWebhook({ secret: 'whsec_AAAA', headers: sign(body), body })).rejects.toThrow(
    /No signature/,
  );
  for (const secret of ['', 'whsec_', 'whsec_%']) {
    await expect(verifyWebhook({ secret, headers: sign(body), body })).rejects.toThrow(/secret/);
  }
});
