import type { IncomingMessage, ServerResponse } from 'node:http';
import { TIERS, type Tier } from '../../../protocol/index.js';
import type { Caller } from '../../accounts/caller-permissions.js';
import { Content, type Copy } from '../../content/content.js';
import { chooseCopy, type PreparedAnswer, prepareContent } from '../../content/send-content.js';
import { writeBody } from '../../content/write-body.js';
import { DatabaseTime } from '../../core/database-time.js';
import { ServiceError } from '../../core/service-error.js';
import { startTrace } from '../../core/trace.js';
import { nameRequest } from '../../crowds/idempotency-key.js';
import { COMMON_HEADERS, DEFAULT_HEADERS, requestIdOf } from './answer-headers.js';
import type { AppOptions } from './app-options.js';
import { bearerKeyOf } from './authenticate.js';
import { describeError } from './describe-error.js';
import { PROBLEM } from './describe-problems.js';
import type { KeptAnswers } from './kept-answers.js';
import type { RateLimits } from './limit-rate.js';
import type { Observer } from './observe.js';

export const CROWD_ROUTE = '/v1/crowd/:crowd_id';
const CROWD_HEADERS = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };

/** A request to read a crowd. */
interface CrowdRequest {
  readonly method: string;
  readonly id: string;
  /** @default full */
  readonly tier?: string | undefined;
  /** Address of the service, without a slash at the end. */
  readonly base: string;
  readonly header: (name: string) => string | undefined;
  readonly time: DatabaseTime | undefined;
}

interface Parts {
  readonly answers: KeptAnswers;
  readonly limits: RateLimits;
  readonly observer: Observer;
}

const PATH = /^\/v1\/crowd\/(cr_[a-zA-Z0-9]{8})$/;
/** Hosts that `new URL` leaves as they are. */
const PLAIN_HOST = /^[a-z][a-z0-9.-]*(?::[1-9]\d{3,4})?$|^127\.0\.0\.1:[1-9]\d{3,4}$/;

/**
 * Reads crowds, for the route and straight between Node's request and response.
 *
 * Notes: requests a second for a kept crowd of 150 characters, as a part of a bare Node server's: 0.31 by way of `Request`,
 * routes and `Response`.
 */
export class CrowdReads {
  readonly #options: AppOptions;
  readonly #parts: Parts;
  /** Answers to usual requests, by the bytes as they are or as they were compressed. */
  readonly #prepared = new WeakMap<Content | Copy, PreparedAnswer>();
  /** Headers of answers, names and values in turn: Node writes a list faster than an object. */
  readonly #heads = new WeakMap<PreparedAnswer, string[]>();

  constructor(options: AppOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
  }

  /**
   * Finds and counts the answer to a request.
   *
   * @param caller a promise while its key is looked up; the crowd is looked up at the same time
   * @returns without `bytes` for 304, which is not counted
   * @throws {ServiceError} 400, 404 or 422, 503 where too many crowds wait to be generated
   */
  async read(caller: Caller | Promise<Caller>, request: CrowdRequest): Promise<PreparedAnswer> {
    const { service } = this.#options;
    const { method, id, base, header, time } = request;
    const tier = parseTier(request.tier);
    const named = nameRequest(header('idempotency-key'), `GET /v1/crowd/${id} ${tier}`);
    const crowd = await service.findCrowd(caller, id, time);
    const found = this.#parts.answers.find(crowd, base, tier);
    const answer = found ?? (await this.#parts.answers.make(crowd, base, tier, time));
    const prepared =
      answer instanceof Content
        ? await this.#prepare(answer, header)
        : { headers: { ...CROWD_HEADERS, ...describeJson(answer) }, bytes: answer };
    // Counts the read before the body is sent, so that an error of counting contains no part of the crowd.
    if (method === 'GET' && prepared.bytes) await service.countRead(await caller, named);
    return prepared;
  }

  async #prepare(answer: Content, header: CrowdRequest['header']): Promise<PreparedAnswer> {
    if (header('if-none-match') !== undefined) return prepareContent(answer, header, CROWD_HEADERS);
    const copy = chooseCopy(answer, header('accept-encoding')) ?? answer;
    let prepared = this.#prepared.get(copy);
    if (!prepared) {
      prepared = await prepareContent(answer, header, CROWD_HEADERS);
      this.#prepared.set(copy, prepared);
    }
    return prepared;
  }

  /**
   * Answers the usual request without `Request`, routes and `Response`, errors included.
   *
   * @returns undefined for a request that it leaves to the routes
   */
  answerDirectly(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    address: string | undefined,
  ): Promise<void> | undefined {
    const { headers, method, url: path = '' } = incoming;
    const id = method === 'GET' ? PATH.exec(path)?.[1] : undefined;
    const base = this.#options.baseUrl ?? originOf(headers.host);
    const isUsual =
      headers['if-none-match'] === undefined &&
      // Requests of a page of this origin need not name it.
      headers['sec-fetch-site'] !== 'same-origin' &&
      !headers.accept?.includes(PROBLEM);
    if (id === undefined || base === undefined || !isUsual) return undefined;
    return this.#answer(incoming, outgoing, { id, base, path, address });
  }

  async #answer(
    { headers }: IncomingMessage,
    outgoing: ServerResponse,
    { id, base, path, address }: { id: string; base: string; path: string; address: string | undefined },
  ): Promise<void> {
    const started = performance.now();
    const { service, logger } = this.#options;
    const { limits, observer } = this.#parts;
    const header = (name: string) => oneOf(headers[name]);
    const requestId = requestIdOf(header('x-request-id'));
    const trace = () => startTrace(header('traceparent'), header('tracestate'));
    const time = new DatabaseTime();
    let account: Caller | undefined;
    let limit = '';
    let status = 200;
    try {
      limits.checkAddress(address, headers.authorization);
      const caller = service
        .authenticate(bearerKeyOf(headers.authorization), headers.origin, time)
        .then((found) => {
          account = found;
          limit = limits.checkBillable(found, address);
          return found;
        });
      const prepared = await this.read(caller, { method: 'GET', id, base, header, time });
      outgoing.writeHead(200, this.#headOf(prepared).concat('RateLimit', limit, 'X-Request-Id', requestId));
      writeBody(prepared.bytes as Uint8Array, outgoing);
    } catch (error) {
      if (account) limits.countUnbilled(account, address);
      else limits.countRefused(address);
      const fields = () => ({ requestId, traceId: trace().traceId, method: 'GET', path });
      const answer = describeError(error, logger, fields);
      status = answer.status;
      const body = JSON.stringify(answer.body);
      const described = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
      const own = { ...described, Vary: 'Accept', 'X-Request-Id': requestId, ...answer.headers };
      outgoing.writeHead(status, { ...COMMON_HEADERS, ...DEFAULT_HEADERS, ...own }).end(body);
    }
    observer.record({
      requestId,
      trace,
      account: (account as Caller | undefined)?.id,
      method: 'GET',
      path,
      route: status === 404 ? 'none' : CROWD_ROUTE,
      status,
      started,
    });
  }

  #headOf(prepared: PreparedAnswer): string[] {
    let head = this.#heads.get(prepared);
    if (!head) {
      const policy = { 'RateLimit-Policy': this.#parts.limits.billablePolicy };
      head = Object.entries({ ...COMMON_HEADERS, ...DEFAULT_HEADERS, ...prepared.headers, ...policy }).flat();
      this.#heads.set(prepared, head);
    }
    return head;
  }
}

function describeJson(bytes: Uint8Array): Record<string, string> {
  return { 'Content-Type': 'application/json', 'Content-Length': String(bytes.byteLength) };
}

function parseTier(text = 'full'): Tier {
  const tier = TIERS.find((tier) => tier === text);
  if (!tier) throw new ServiceError(422, `tier: must be one of ${TIERS.join(', ')}`);
  return tier;
}

function originOf(host: string | undefined): string | undefined {
  return host !== undefined && PLAIN_HOST.test(host) ? `http://${host}` : undefined;
}

/** A header as `Request` has it, where it may have come several times. */
function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
