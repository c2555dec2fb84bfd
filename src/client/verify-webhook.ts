import { WebhookError } from '../errors/index.js';
import type { ProjectSummary } from '../protocol/index.js';

/** A verified message: a change of a crowd. */
export interface WebhookMessage {
  readonly type: 'crowd.created' | 'crowd.updated' | 'crowd.deleted';
  /** When it happened, RFC 3339. Messages may come late, twice and out of order. */
  readonly timestamp: string;
  /** The crowd as in a list: after the change, or before it was deleted. */
  readonly data: ProjectSummary;
}

/** A message as it was received. */
export interface VerifyWebhookOptions {
  /** Secret that the service returned for the webhook: `whsec_` and base 64. Never put it in a page. */
  secret: string;
  /** Headers of the request; names are not case-sensitive. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it came, before anything parsed it. */
  body: string;
  /**
   * Largest difference between the message's time and `now`, seconds: an older message may be replayed by an attacker.
   *
   * @default 300
   */
  tolerance?: number;
  /** @default now */
  now?: Date;
}

/**
 * Checks that a message comes from the service, by the Standard Webhooks specification, version 1: HMAC-SHA-256 of id,
 * time and body. A message may come more than once with the same `webhook-id`: store the ids if your code must not act twice.
 *
 * @throws {WebhookError} saying what is wrong with the message, or with the secret
 * @example
 * app.post('/crowds', async (request) => {
 *   const body = await request.text();
 *   const { type, data } = await verifyWebhook({ secret, headers: request.headers, body });
 *   if (type === 'crowd.updated') cache.delete(data.crowd_id);
 * });
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  tolerance = 300,
  now = new Date(),
}: VerifyWebhookOptions): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  );
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp)) throw new WebhookError(`webhook-timestamp is no time: "${timestamp}".`);
  if (Math.abs(age) > tolerance) {
    throw new WebhookError(
      `The message is ${Math.round(Math.abs(age))} seconds ${age > 0 ? 'old' : 'ahead of this clock'}, and may be ${tolerance}.`,
    );
  }
  const key = await crypto.subtle.importKey('raw', decodeSecret(secret), ALGORITHM, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, base64 = ''] = signature.split(',');
    const bytes = version === 'v1' ? decodeBase64(base64) : undefined;
    // Compares in constant time.
    if (bytes && (await crypto.subtle.verify(ALGORITHM, key, bytes, signed))) return JSON.parse(body);
  }
  throw new WebhookError(
    'No signature of the message is right. Is it the secret of this webhook, and the body as it came?',
  );
}

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };

function readHeader(headers: VerifyWebhookOptions['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError(`The message has no ${name}, or several.`);
}

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (bytes && bytes.length > 0) return bytes;
  throw new WebhookError('The secret of the webhook must be "whsec_" and base 64, as the service showed it.');
}

/** Undefined for text that is not base 64. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
