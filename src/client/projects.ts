import type { Project, ProjectChange, ProjectInput, ProjectPage } from '../protocol/index.js';
import { Call } from './call.js';
import { crowdAddress } from './crowd-address.js';
import type { CallOptions, ListOptions } from './crowd-client-options.js';
import { ListCall } from './list-call.js';
import { parsePage, parseProject } from './parse-project.js';
import type { Transport } from './transport.js';

const PATH = 'v1/projects';

/** Your saved crowds. */
export class Projects {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Your saved crowds, newest first. Not metered.
   *
   * @throws {ApiError} and the other errors of {@link CrowdClient.getCrowd}
   * @example
   * const names = (await client.projects.list().toArray({ limit: 20 })).map(({ name }) => name);
   */
  list(options: ListOptions = {}): ListCall {
    const fetchPage = (cursor: string | undefined) => {
      const url = this.#transport.address(PATH);
      if (options.limit !== undefined) url.searchParams.set('limit', String(options.limit));
      if (cursor !== undefined) url.searchParams.set('cursor', cursor);
      return this.#transport.send<ProjectPage>('get', url, options, parsePage);
    };
    return new ListCall(fetchPage(options.cursor), async (cursor) => (await fetchPage(cursor)).data);
  }

  /**
   * Saves a new crowd. Billable, once, however often it has to be sent.
   *
   * @throws {PermissionError} the crowd is larger than the plan allows
   * @throws {QuotaError} the plan's quota is used up
   * @throws {InvalidRequestError} the recipe or another field cannot be; the message names it
   * @example
   * const { crowd_id } = await client.projects.create({ name: 'Quay', recipe_json: { seed: 7, size: 150 } });
   */
  create(project: ProjectInput, options: CallOptions = {}): Call<Project> {
    const url = this.#transport.address(PATH);
    return new Call(this.#transport.send('post', url, options, parseProject, project));
  }

  /**
   * Changes a saved crowd; what is left out stays. Billable only if the recipe really changes.
   *
   * @throws {NotFoundError} there is no such crowd
   * @throws {PermissionError} the crowd is another's, or would be larger than the plan allows
   * @throws {InvalidRequestError} a field cannot be; the message names it
   */
  update(id: string, change: ProjectChange, options: CallOptions = {}): Call<Project> {
    const send = async () => {
      const url = crowdAddress(this.#transport, `${PATH}/`, id);
      return this.#transport.send('put', url, options, parseProject, change);
    };
    return new Call(send());
  }
}
