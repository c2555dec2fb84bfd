import { CrowdError } from '../errors/index.js';
import {
  CROWD_ID,
  type ProjectChange,
  type ProjectInput,
  parseSavedProject,
  type ReadOptions,
  type SavedProject,
} from '../protocol/index.js';
import { Call, type ResponseInfo } from './call.js';
import { crowdAddress } from './crowd-address.js';
import type { CallOptions, ListOptions } from './crowd-client-options.js';
import { ListCall } from './list-call.js';
import { parsePage } from './parse-page.js';
import { resolveAssets } from './resolve-assets.js';
import type { Transport } from './transport.js';

const PATH = 'v1/projects';

/** Your saved crowds. */
export class Projects {
  readonly #transport: Transport;
  readonly #reading: ReadOptions;

  /** @internal */
  constructor(transport: Transport, reading: ReadOptions) {
    this.#transport = transport;
    this.#reading = reading;
  }

  /**
   * Your saved crowds. Not metered.
   *
   * The interface shows neither envelope nor paging: lists are understood bare and in the usual envelopes, and go on by
   * cursor, page number, offset or link. Where a service says that there is more but not how, `has_more` is true,
   * `next_cursor` null, and `onWarning` is told.
   *
   * @throws {ApiError} and the other errors of {@link CrowdClient.getCrowd}
   * @example
   * const names = (await client.projects.list().toArray({ limit: 20 })).map(({ name }) => name);
   */
  list(options: ListOptions = {}): ListCall {
    const fetchPage = async (cursor: string | undefined) => {
      const url = this.#pageAddress(options, cursor);
      return this.#transport.send('GET', url, options, (data, response) =>
        parsePage(data, response, url, this.#reading),
      );
    };
    return new ListCall(fetchPage(options.cursor), async (cursor) => (await fetchPage(cursor)).data);
  }

  /**
   * Saves a new crowd. Billable. Sent once, unless the service knows it again by its `Idempotency-Key`: see
   * {@link CrowdClientOptions.retry}.
   *
   * @returns what the service tells of the crowd; the interface promises nothing, so that even `crowd_id` may be absent
   * @throws {PermissionError} the crowd is larger than the plan allows
   * @throws {QuotaError} the plan's quota is used up
   * @throws {InvalidRequestError} the recipe or another field cannot be; the message names it
   * @throws {ApiError} of a status from 500, {ConnectionError} and {TimeoutError}: the crowd may have been saved
   * @example
   * const { crowd_id } = await client.projects.create({ name: 'Quay', recipe_json: { seed: 7, size: 150 } });
   */
  create(project: ProjectInput, options: CallOptions = {}): Call<SavedProject> {
    const url = this.#transport.address(PATH);
    return new Call(this.#transport.send('POST', url, options, this.#readSaved, project));
  }

  /**
   * Changes a saved crowd; what is left out stays. Billable only if the recipe really changes. Sent once, as
   * {@link create} is.
   *
   * @returns the service's answer about the crowd, with its id
   * @throws {NotFoundError} there is no such crowd
   * @throws {PermissionError} the crowd is another's, or would be larger than the plan allows
   * @throws {InvalidRequestError} a field cannot be; the message names it
   */
  update(
    id: string,
    change: ProjectChange,
    options: CallOptions = {},
  ): Call<SavedProject & { crowd_id: string }> {
    const send = async () => {
      const url = crowdAddress(this.#transport, `${PATH}/`, id);
      return this.#transport.send(
        'PUT',
        url,
        options,
        (data, response) => ({ ...this.#readSaved(data, response), crowd_id: id }),
        change,
      );
    };
    return new Call(send());
  }

  /**
   * Deletes a crowd for good. Not in the interface: a service may have no such route.
   *
   * @throws {NotFoundError} there is no such crowd, or the service deletes none
   * @throws {ApiError} of status 405 or 501: the service deletes none
   * @throws {PermissionError} the crowd is another's
   * @throws {ConnectionError} and {TimeoutError}: the crowd may have been deleted
   * @example
   * await client.projects.delete('cr_aB3dE6gH');
   */
  delete(id: string, options: CallOptions = {}): Call<void> {
    const send = async () => {
      const url = crowdAddress(this.#transport, `${PATH}/`, id);
      return this.#transport.send('DELETE', url, options, () => {});
    };
    return new Call(send());
  }

  /** A cursor is the service's own, or what `parsePage` made of its paging: a query, or an address. */
  #pageAddress({ limit }: ListOptions, cursor: string | undefined): URL {
    const url = this.#transport.address(PATH);
    const isAddress = cursor !== undefined && URL.canParse(cursor);
    if (isAddress && new URL(cursor).origin !== url.origin) {
      throw new CrowdError(`The cursor "${cursor}" leads to another origin, to which the key is not sent.`);
    }
    if (isAddress) return new URL(cursor);
    if (limit !== undefined) url.searchParams.set('limit', String(limit));
    const query = cursor?.startsWith('?') ? new URLSearchParams(cursor) : undefined;
    if (query) for (const [name, value] of query) url.searchParams.set(name, value);
    else if (cursor !== undefined) url.searchParams.set('cursor', cursor);
    return url;
  }

  readonly #readSaved = (data: unknown, { url, headers }: ResponseInfo): SavedProject => {
    const { assets, ...saved } = parseSavedProject(data, this.#reading);
    // The crowd is saved, so that nothing in the answer is an error, even strictly.
    const isUsable = assets !== undefined && URL.canParse(assets.skeleton_glb, url);
    if (isUsable) resolveAssets(assets, url, { ...this.#reading, strict: false });
    const located = headers
      .get('Location')
      ?.split(/[/?#]/)
      .find((part) => CROWD_ID.test(part));
    return { ...(located !== undefined && { crowd_id: located }), ...saved, ...(isUsable && { assets }) };
  };
}
