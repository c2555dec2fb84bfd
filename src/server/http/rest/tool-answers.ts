import { setImmediate } from 'node:timers/promises';
import { AccountSemaphores } from '../../accounts/account-semaphores.js';
import { ServiceError } from '../../core/service-error.js';
import { StorageUnavailableError } from '../../storage/storage.js';

/** One caller of tools. */
interface Caller {
  /** Of its key at its address. */
  readonly name: string;
  /**
   * Answers a request with one message.
   *
   * @param onUnavailable called where the storage fails
   * @throws {ServiceError} 429 where the caller has sent too many
   */
  fetch(request: Request, onUnavailable: (error: StorageUnavailableError) => void): Promise<Response>;
}

/** Answers of all callers that are built or read at a time. One of a crowd of 5,000 takes some ten megabytes. */
const ANSWERS_AT_A_TIME = 12;
const ANSWERS_OF_A_CALLER = 3;
/** Milliseconds that a call may wait for earlier calls. */
const PATIENCE = 10_000;
/** Milliseconds after which an answer that is not read ends where others wait; less than their patience. */
const LONGEST_READING = 5_000;
/** Answers that start with less are not counted while they are read. */
const SHORT_BYTES = 64 * 1024;
/** Messages that one batch may hold. */
const MOST_MESSAGES = 100;

/**
 * Answers calls of tools with bounded memory, since answers are up to a thousand times as long as calls: few at a time, and
 * those of a batch one after the other, each after the one before was read. A call that fails because of the storage refuses
 * those that wait: they have waited as long.
 */
export class ToolAnswers {
  readonly #all = new AccountSemaphores({ permits: ANSWERS_AT_A_TIME, timeout: PATIENCE, refuse });
  readonly #byCaller = new AccountSemaphores({ permits: ANSWERS_OF_A_CALLER, timeout: PATIENCE, refuse });

  #lastStart: Promise<void> = Promise.resolve();

  /**
   * @param body the request's, which was read
   * @throws {StorageUnavailableError} where too many answers are under way
   * @throws {ServiceError} 429 where the caller has sent too many
   */
  async answer(request: Request, body: Uint8Array, caller: Caller): Promise<Response> {
    const messages = parseBatch(body);
    if (!messages) return this.#answerOne(repeat(request, body), caller);
    const answers = this.#answerEach(request, messages, caller);
    // The first chunk tells whether there is anything to answer: notifications alone get none.
    const first = await answers.next();
    if (first.done) return new Response(null, { status: 202 });
    return new Response(
      new ReadableStream<Uint8Array>(
        {
          start: (controller) => controller.enqueue(first.value),
          async pull(controller) {
            const { done, value } = await answers.next();
            if (done) controller.close();
            else controller.enqueue(value);
          },
          cancel: () => answers.return(undefined).then(() => {}),
        },
        { highWaterMark: 0 },
      ),
      { headers: { 'Content-Type': 'text/event-stream' } },
    );
  }

  /** Holds its permits until the answer was read or its reader is gone; for a short answer, until it is made. */
  async #answerOne(request: Request, { name, fetch }: Caller): Promise<Response> {
    const endOfCaller = await this.#byCaller.acquire(name);
    const endOfAll = await this.#all.acquire('').catch((error: unknown) => {
      endOfCaller();
      throw error;
    });
    let hasEnded = false;
    let reading: NodeJS.Timeout | undefined;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearInterval(reading);
      endOfAll();
      endOfCaller();
    };
    const refuseWaiting = (error: StorageUnavailableError) => {
      this.#byCaller.refuseWaiting(name, error);
      this.#all.refuseWaiting('', error);
    };
    try {
      await this.#waitForLoop();
      const response = await fetch(request, refuseWaiting);
      // The protocol's library says "keep-alive", which is for the server to say: it may be stopping, or the caller about to.
      response.headers.delete('Connection');
      if (!response.body) {
        end();
        return response;
      }
      const reader = response.body.getReader();
      const first = reader.read();
      let next: typeof first | undefined = first;
      const watched = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            const endUnread = () => {
              if (!this.#byCaller.isWaiting(name) && !this.#all.isWaiting('')) return;
              end();
              const reason = new Error('the answer was not read, and others waited');
              controller.error(reason);
              reader.cancel(reason).catch(() => {});
            };
            first.then(({ value }) => {
              if ((value?.byteLength ?? 0) < SHORT_BYTES) end();
              else if (!hasEnded) reading = setInterval(endUnread, LONGEST_READING);
            }, end);
          },
          async pull(controller) {
            const { done, value } = await (next ?? reader.read());
            next = undefined;
            if (!done) controller.enqueue(value);
            else {
              end();
              controller.close();
            }
          },
          cancel(reason) {
            end();
            return reader.cancel(reason);
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(watched, response);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Lets one answer begin in each turn of the event loop, so that other requests are served in between. */
  #waitForLoop(): Promise<void> {
    this.#lastStart = this.#lastStart.then(() => setImmediate());
    return this.#lastStart;
  }

  async *#answerEach(
    request: Request,
    messages: readonly unknown[],
    caller: Caller,
  ): AsyncGenerator<Uint8Array, void> {
    for (const message of messages) {
      const body = new TextEncoder().encode(JSON.stringify(message));
      const response = await this.#answerOne(repeat(request, body), caller).catch(refuseOne(message));
      if (!response.body) continue;
      if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
        yield* response.body;
      } else {
        yield new TextEncoder().encode(`event: message\ndata: ${await response.text()}\n\n`);
      }
    }
  }
}

/** The messages of a batch, as older versions of the protocol have them; undefined for anything else. */
function parseBatch(body: Uint8Array): unknown[] | undefined {
  const text = new TextDecoder().decode(body);
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const messages = JSON.parse(text) as unknown[];
    // The protocol's library reports errors in the other messages.
    return messages.length > 0 && messages.length <= MOST_MESSAGES ? messages : undefined;
  } catch {
    return undefined;
  }
}

/** The request with another body. */
function repeat({ url, method, headers }: Request, body: Uint8Array): Request {
  const copied = new Headers(headers);
  copied.delete('Content-Length');
  return new Request(url, { method, headers: copied, body: body as BodyInit });
}

function refuseOne(message: unknown) {
  return (error: unknown): Response => {
    if (!(error instanceof StorageUnavailableError || error instanceof ServiceError)) throw error;
    const id = (message as { id?: unknown } | null)?.id ?? null;
    return Response.json({ jsonrpc: '2.0', id, error: { code: -32000, message: error.message } });
  };
}

function refuse(): Error {
  return new StorageUnavailableError('too many answers of tools are under way');
}
