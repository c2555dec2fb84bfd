import { NotFoundError } from '../errors/index.js';
import { CROWD_ID, type CrowdResponse, parseCrowdResponse } from '../protocol/index.js';
import type { CrowdClientOptions, GetCrowdOptions } from './crowd-client-options.js';
import { resolveAssets } from './resolve-assets.js';
import { Transport } from './transport.js';

/**
 * Reads crowds from the service. Answers are checked at the door, failures are the errors of this package, and
 * nothing of three.js comes in: what to draw with the data is the caller's business.
 *
 * @example
 * const client = new CrowdClient({ baseUrl: 'https://crowds.example', apiKey: process.env.CROWD_KEY });
 * const crowd = await client.getCrowd('cr_Market1k');
 */
export class CrowdClient {
  readonly #transport: Transport;

  /** @throws {CrowdError} if an option cannot work, or would show a secret key to the visitors of a page */
  constructor(options: CrowdClientOptions) {
    this.#transport = new Transport(options);
  }

  /**
   * A saved crowd with its characters and the addresses of its assets, all absolute. Billable.
   *
   * @param id `cr_` and eight letters or digits
   * @throws {NotFoundError} there is no such crowd, or it is not yours to see
   * @throws {AuthenticationError} the key is missing or not valid
   * @throws {ApiError} any other error status; its subclasses tell them apart
   * @throws {InvalidResponseError} the answer is not a crowd
   * @throws {ConnectionError} the service cannot be reached
   * @throws {TimeoutError} the call took longer than `timeout`
   */
  async getCrowd(id: string, options: GetCrowdOptions = {}): Promise<CrowdResponse> {
    const url = this.#transport.address(`v1/crowd/${encodeURIComponent(id)}`);
    // Asked for, such an id could reach another route ("..") and would be billed as an answer at best.
    if (!CROWD_ID.test(id)) {
      const shape = 'a crowd id is "cr_" and eight letters or digits';
      throw new NotFoundError(`404 crowd ${JSON.stringify(id)} not found: ${shape}.`, {
        status: 404,
        url: url.href,
      });
    }
    if (options.tier !== undefined) url.searchParams.set('tier', options.tier);
    const answer = await this.#transport.get(url, options);
    const crowd = parseCrowdResponse(answer.data);
    return { ...crowd, assets: resolveAssets(crowd.assets, answer.url) };
  }
}
