import { InvalidResponseError } from '../errors/index.js';
import { type CrowdResponse, parseCrowdResponse, type ReadOptions } from '../protocol/index.js';
import { Call } from './call.js';
import { crowdAddress } from './crowd-address.js';
import type { CrowdClientOptions, GetCrowdOptions } from './crowd-client-options.js';
import { Projects } from './projects.js';
import { resolveAssets } from './resolve-assets.js';
import { Transport } from './transport.js';

/**
 * Reads and saves crowds. Answers are validated, and failures are the errors of this package. Works without three.js.
 *
 * @example
 * const client = new CrowdClient({ baseUrl: 'https://crowds.example', apiKey: process.env.CROWD_KEY });
 * const crowd = await client.getCrowd('cr_Market1k');
 */
export class CrowdClient {
  /** Your saved crowds. */
  readonly projects: Projects;
  readonly #transport: Transport;
  readonly #reading: ReadOptions;

  /** @throws {CrowdError} if an option cannot work, or would show a secret key to the visitors of a page */
  constructor(options: CrowdClientOptions) {
    this.#transport = new Transport(options);
    this.#reading = pickReadOptions(options);
    this.projects = new Projects(this.#transport, this.#reading);
  }

  /**
   * A saved crowd with its characters and the addresses of its assets, all absolute. Billable.
   *
   * Fields that drawing does not need may be missing, null or unknown. They are corrected, and
   * {@link CrowdClientOptions.onWarning} is called.
   *
   * @param id `cr_` and eight letters or digits
   * @throws {NotFoundError} there is no such crowd, or it is not yours to see
   * @throws {AuthenticationError} the key is missing or not valid
   * @throws {ApiError} any other error status; its subclasses tell them apart
   * @throws {InvalidResponseError} the answer is not a crowd
   * @throws {ConnectionError} the service cannot be reached
   * @throws {TimeoutError} the call took longer than `timeout`
   */
  getCrowd(id: string, options: GetCrowdOptions = {}): Call<CrowdResponse> {
    const send = async () => {
      const url = crowdAddress(this.#transport, 'v1/crowd/', id);
      if (options.tier !== undefined) url.searchParams.set('tier', options.tier);
      return this.#transport.send('GET', url, options, (data, { url: base }) => {
        const crowd = parseCrowdResponse(data, this.#reading);
        checkSize(crowd, data, this.#reading);
        // In place, since `createCrowd` would validate a copy again.
        resolveAssets(crowd.assets, base, this.#reading);
        return crowd;
      });
    };
    return new Call(send());
  }
}

/** Reports a number of characters other than `recipe.size`; those that came can still be drawn. */
function checkSize({ characters }: CrowdResponse, data: unknown, { strict, onWarning }: ReadOptions): void {
  // From the raw data: the parsed recipe has a default size.
  const { size } = (data as { recipe?: { size?: unknown } }).recipe ?? {};
  if (typeof size !== 'number' || size === characters.length) return;
  const message = `The crowd has ${characters.length} characters, and its recipe says ${size}`;
  if (strict) throw new InvalidResponseError(`This is no CrowdResponse: ${message}.`, 'characters');
  onWarning?.(`${message}: those that came are shown.`);
}

function pickReadOptions({ strict = false, onWarning = console.warn }: CrowdClientOptions): ReadOptions {
  return { strict, onWarning };
}
