/** Metadata of an answer. */
export interface ResponseInfo {
  /** HTTP status, 200 to 299. */
  readonly status: number;
  /** Address of the answer, after redirects. */
  readonly url: string;
  readonly headers: Headers;
  /** The service's `X-Request-Id`, to quote in a report. */
  readonly requestId: string | undefined;
}

/** Data, and what came with it. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** A call under way: a promise of the data, which can also tell what came with it. */
export class Call<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: Promise<WithResponse<Data>>;

  /** @internal */
  constructor(answer: Promise<WithResponse<Data>>) {
    this.#answer = answer;
  }

  /**
   * The data together with status, headers and request id.
   *
   * @example
   * const { data, response } = await client.getCrowd('cr_Market1k').withResponse();
   */
  withResponse(): Promise<WithResponse<Data>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, and derives another only where somebody listens.
  then<Result = Data, Failure = never>(
    onFulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Failure = never>(
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Data | Failure> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onFinally);
  }
}
