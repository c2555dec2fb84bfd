/** Metadata of a response. */
export interface ResponseInfo {
  /** HTTP status, 200 to 299. */
  readonly status: number;
  /** Address of the answer, after redirects. */
  readonly url: string;
  readonly headers: Headers;
  /** The service's `X-Request-Id`, to quote in a report. */
  readonly requestId: string | undefined;
}

/** Data with the metadata of its response. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** A promise of the data of a call; {@link withResponse} gives the metadata of the response as well. */
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

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, which derives another one only if it is awaited.
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
