import type { ProjectPage, ProjectSummary } from '../protocol/index.js';
import { Call, type WithResponse } from './call.js';

/**
 * A list under way: a promise of its first page, or all of it, page by page as far as somebody reads.
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

  /** Every entry, each page fetched as it is needed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ProjectSummary, void, undefined> {
    let page: ProjectPage = await this.then();
    for (;;) {
      yield* page.data;
      if (page.next_cursor === null) return;
      page = await this.#next(page.next_cursor);
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
