import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { VERSION } from '../core/version.js';
import type { Delivery } from '../storage/webhook-storage.js';
import { isPublicAddress } from './public-address.js';

/** Options of sending a message. */
export interface SendOptions {
  readonly now: Date;
  /** True if addresses outside of the public internet may be reached. */
  readonly allowPrivate: boolean;
  /** Milliseconds until an answer has to be there. @default 15000 */
  readonly timeout?: number | undefined;
  /** Gives the attempt up. @default never */
  readonly signal?: AbortSignal | undefined;
  /** Finds the addresses of a name. @default this machine's way */
  readonly resolve?: typeof lookup | undefined;
}

/** Outcome of sending a message; `retryAfter` in seconds, where the answer has it. */
export type SendOutcome =
  | { readonly kind: 'taken' }
  /** The receiver wants no more messages: 410. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfter?: number | undefined };

const LONGEST_WAIT_MILLISECONDS = 15_000;
/** Characters of a reason; some quote the receiver, such as all names of its certificate. */
const LONGEST_REASON = 500;

/**
 * Sends one message as the Standard Webhooks specification has it. Redirects are not followed, and of the answer only
 * its status and `Retry-After` are read.
 *
 * The checked address is the one that is connected to, so that a name cannot resolve to a public address first and to this
 * machine's network afterwards.
 */
export function sendWebhook(delivery: Delivery, options: SendOptions): Promise<SendOutcome> {
  const { messageId, webhook, body, trace } = delivery;
  const { now, allowPrivate, signal, timeout = LONGEST_WAIT_MILLISECONDS, resolve: find = lookup } = options;
  const url = new URL(webhook.url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.resolve(createRefusal(host));
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const fail = (reason: string) => resolve({ kind: 'failed', reason: reason.slice(0, LONGEST_REASON) });
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        lookup: allowPrivate ? undefined : createGuard(find),
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'User-Agent': `three-crowd-server/${VERSION}`,
          'webhook-id': messageId,
          'webhook-timestamp': timestamp,
          'webhook-signature': secretsOf(webhook, now)
            .map((secret) => signMessage(secret, messageId, timestamp, body))
            .join(' '),
          ...(webhook.dropped > 0 && { 'webhook-dropped': String(webhook.dropped) }),
          ...trace,
        },
      },
      ({ statusCode = 0, headers }) => {
        clearTimeout(deadline);
        if (statusCode >= 200 && statusCode < 300) resolve({ kind: 'taken' });
        else if (statusCode === 410) resolve({ kind: 'gone' });
        else {
          const seconds = Number(headers['retry-after']);
          const retryAfter = seconds > 0 ? seconds : undefined;
          resolve({ kind: 'failed', reason: `it answered ${statusCode}`, retryAfter });
        }
        request.destroy();
      },
    );
    const deadline = setTimeout(() => request.destroy(new Error(`no answer within ${timeout} ms`)), timeout);
    request.on('error', (error) => fail(describeError(error)));
    request.on('close', () => {
      clearTimeout(deadline);
      // There is no error if a receiver switches protocols.
      fail('the connection ended without an answer');
    });
    request.end(body);
  });
}

/** Extracts the reason from a message of OpenSSL: `write EPROTO 80…:error:0A00010B:SSL routines:…:reason:file:line:` */
function describeError({ message, code }: NodeJS.ErrnoException): string {
  const [, reason] = /:SSL routines:[^:]*:([^:]+):/.exec(message) ?? [];
  return code === 'EPROTO' && reason !== undefined ? `the TLS handshake failed: ${reason}` : message;
}

/** The secret, and for a day after a rotation the old one. */
function secretsOf({ secret, oldSecret, oldSecretUntil }: Delivery['webhook'], now: Date): string[] {
  const isOldGood = oldSecret !== null && oldSecretUntil !== null && now.toISOString() < oldSecretUntil;
  return isOldGood ? [secret, oldSecret] : [secret];
}

/** `v1,` and the HMAC-SHA-256 of id, time and body. */
function signMessage(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** A lookup that returns public addresses only. */
function createGuard(find: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    find(hostname, { ...options, all: true }, (error, found) => {
      const addresses = error ? [] : found.filter(({ address }) => isPublicAddress(address));
      if (error || addresses.length === 0) {
        callback(error ?? (new Error(createRefusal(hostname).reason) as NodeJS.ErrnoException), '');
      } else if (options.all) callback(null, addresses);
      else callback(null, addresses[0].address, addresses[0].family);
    });
  };
}

function createRefusal(host: string) {
  return { kind: 'failed', reason: `${host} is not on the public internet` } as const;
}
