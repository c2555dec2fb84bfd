import { InvalidResponseError } from '../errors/index.js';
import type { ProjectPage, ProjectSummary } from '../protocol/index.js';
import { Call, type WithResponse } from './call.js';

/**
 * A paginated request. `await` it for the first page, or iterate over it to fetch pages as needed.
 *
 * @example
 * for await (const project of client.projects.list()) console.log(project.name);
 */
export class ListCall extends Call<ProjectPage> implements AsyncIterable<ProjectSummary> {
  readonly #next: (cursor: string) => Promise<ProjectPage>;

  /** @internal */
  constructor(first: Promise<WithResponse<ProjectPage>>, next: (cursor: string) => Promise<ProjectPage>) {
    super(first);
    this.#next = next;
  }

  /**
   * Every entry, each page fetched as it is needed.
   *
   * @throws {InvalidResponseError} where a page leads back to an earlier one
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<ProjectSummary, void, undefined> {
    let page: ProjectPage = await this.then();
    const seen = new Set<string>();
    for (;;) {
      yield* page.data;
      const { next_cursor: cursor } = page;
      if (cursor === null) return;
      if (seen.has(cursor)) {
        throw new InvalidResponseError(
          `The list of crowds never ends: a page leads back to the cursor "${cursor}". The service is at fault.`,
          'next_cursor',
        );
      }
      seen.add(cursor);
      page = await this.#next(cursor);
    }
  }

  /** The entries in one list, at most `limit` of them. */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<ProjectSummary[]> {
    const entries: ProjectSummary[] = [];
    if (limit <= 0) return entries;
    for await (const entry of this) if (entries.push(entry) >= limit) break;
    return entries;
  }
}
